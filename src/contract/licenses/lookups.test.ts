import { expect, test } from 'vitest'
import { LICENSE_TYPE_NAMES } from './license-types.ts'
import { lookupFor } from './lookups.ts'
import { PLACE_CODES } from './places.ts'

test.each([
  ['RN', 'CA', 'Nursys QuickConfirm'],
  ['LPN', 'TX', 'Nursys QuickConfirm'],
  ['NP', 'TX', 'Texas Board of Nursing'],
  ['CRNA', 'NC', 'North Carolina Board of Nursing'],
  ['NP', 'OH', 'Ohio eLicense'],
  ['CNM', 'KS', 'Nursys QuickConfirm'],
  ['MD', 'TX', 'Texas Medical Board'],
  ['PA', 'GA', 'Georgia Composite Medical Board'],
  ['PT', 'GA', 'Georgia Secretary of State'],
  ['PA', 'PA', 'Pennsylvania PALS'],
  ['LCSW', 'NY', 'New York Office of the Professions'],
  ['DO', 'KS', 'FSMB (list of medical boards)'],
  ['PSY', 'TX', 'CareerOneStop (list of licensing agencies)'],
  ['RPH', 'GA', 'CareerOneStop (list of licensing agencies)'],
  ['CNA', 'CA', 'CareerOneStop (list of licensing agencies)'],
] as const)('%s %s is looked up at %s', (type, place, name) => {
  expect(lookupFor(type, place).name).toBe(name)
})

test('every license has a lookup page, with its source and the date it was found', () => {
  const pages = new Set(LICENSE_TYPE_NAMES.flatMap((type) => PLACE_CODES.map((place) => lookupFor(type, place))))
  expect(pages.size).toBe(15)
  for (const { url, source, seen_on } of pages) {
    expect(URL.canParse(url) && url.startsWith('https://')).toBe(true)
    expect([source, seen_on]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
  }
})
