import { expect, test } from 'vitest'
import { multi, ON, one, parseStates } from '#test/licenses/license-cases.ts'
import { licenseQuestionEmail } from './ask-email.ts'
import { MEMBERSHIPS } from './compacts.ts'
import { areFromFormerHome, coverageFor, listStatesInDoubtAbroad } from './listed.ts'
import type { HeldLicense } from './rights.ts'

type AskOptions = { licenses?: HeldLicense[]; home_state?: string | null; moved_on?: string | null; states?: string }

function textOf({ licenses: listed = [multi('RN', 'TX')], home_state = 'TX', moved_on = null, states = 'FL CA' }: AskOptions): string {
  const holder = { licenses: listed.map((license) => ({ ...license, latest: null })), home_state, moved_on, role_states: parseStates(states) }
  const former = areFromFormerHome(holder, ON, MEMBERSHIPS)
  const given = { license_number: null, expires_on: null, is_in_progress: false, privileges: [], authorization: null, is_expired: false, verifications: [] }
  const licenses = listed.map((license, index) => ({ ...given, ...license, license_id: index, is_from_former_home: former[index]! }))
  const states_in_doubt_abroad = listStatesInDoubtAbroad(holder, ON, MEMBERSHIPS)
  const asked = { ...holder, is_given: true, licenses: licenses as never[], coverage: coverageFor(holder, ON, MEMBERSHIPS), states_in_doubt_abroad }
  return licenseQuestionEmail(asked, { on: ON, isOpen: true }).text
}

const UP_TO_DATE = 'Is your list of licenses still complete and up to date?'

test('a nurse with a multistate license from outside their legal home state is asked about the move', () => {
  expect(textOf({})).toMatch(/valid in California\. Do you hold one/)
  expect(textOf({})).not.toContain('multistate')
  expect(textOf({ home_state: 'OR' })).toMatch(/valid in Florida or California\. Do you hold one/)
  expect(textOf({ home_state: 'OR' })).toContain(
    'multistate license, but your legal home is in Oregon. When did you move, and have you applied for a license there?',
  )
  expect(textOf({ home_state: 'OR', moved_on: '2026-11-01' })).toContain('in Oregon. Have you applied for a license there?')
})

test('if nothing is missing, the draft asks whether the list is up to date', () => {
  expect(textOf({ states: 'TX' })).toContain(UP_TO_DATE)
})

test('a license goes by the name its state uses', () => {
  const [LVN, LPN, OTHER] = [one('LPN', 'CA', { expires_on: '2026-11-01' }), one('LPN', 'OH', { expires_on: '2026-11-01' }), one('OTHER', 'GA')]
  const text = textOf({ licenses: [LVN, LPN, { ...OTHER, expires_on: '2026-11-01' }] })
  expect(text).toMatch(/Your California LVN license expired on .*Your Ohio LPN license expired on .*Your license in Georgia expired on /s)
})

test('someone abroad is asked whether they hold a license in states that may not be covered', () => {
  const text = textOf({ home_state: null, states: 'FL CA' })
  expect(text).toContain('As far as we can tell, no license you listed is valid in Florida or California. Do you hold one, or have you applied?')
})

test('a profession is spelled out within a sentence', () => {
  const text = textOf({ licenses: [one('PSY', 'OH', { expires_on: '2026-11-01' })], home_state: 'OH', states: 'OH' })
  expect(text).toContain('Your Ohio psychologist license expired on')
})

const pending = { is_in_progress: true }

test("someone waiting on a license is asked whether it's been issued and when they applied, not for what they already entered", () => {
  const text = textOf({ licenses: [multi('RN', 'KY'), one('RN', 'IN', pending)], home_state: 'IN', moved_on: '2026-08-01', states: 'KY IN OH CA' })
  expect(text).toContain('valid in California. Do you hold one')
  expect(text).toContain('Has your Indiana RN license been issued yet?')
  expect(text).toContain('Your Kentucky RN license is a multistate license, but your legal home is in Indiana. When did you apply for the license there?')
  expect(text).not.toMatch(/Ohio\. Do you|your legal home state|have you moved|have you applied for/i)
})

test.each([
  ['the new home’s multistate license replaced it', [multi('RN', 'KY'), multi('RN', 'IN')], 'IN'],
  ['the new home issued a single-state license, and the day of the move is known', [multi('RN', 'KY'), one('RN', 'IN')], 'IN'],
  ['its state issues no multistate license of its kind', [multi('LCSW', 'VA')], 'MD'],
  ['it expired', [multi('RN', 'KY', { expires_on: '2026-11-01' }), one('RN', 'IN', pending)], 'IN'],
])('no question about a move is asked if %s', (_why, licenses, home_state) => {
  const text = textOf({ licenses, home_state, moved_on: '2026-11-10', states: 'OH' })
  expect(text).not.toMatch(/is a multistate license|legal home/)
})

test("a nurse whose new license covers everything isn't asked about the old one", () => {
  expect(textOf({ licenses: [multi('RN', 'KY'), multi('RN', 'IN')], home_state: 'IN', moved_on: '2026-08-01', states: 'KY IN OH' })).toContain(UP_TO_DATE)
})

test.each(['OH', null])("a psychologist isn't asked about unclear law (home: %s)", (home_state) => {
  const psychologist = one('PSY', 'OH', { authorization: 'APIT' })
  expect(textOf({ licenses: [psychologist], home_state, states: 'MT' })).not.toMatch(/Montana\.? (?:Do|Is)|multistate/)
})

test('someone abroad is asked about licenses only where their own multistate license is in doubt', () => {
  const held = [multi('RN', 'TX'), one('PSY', 'OH', { authorization: 'APIT' })]
  expect(textOf({ licenses: held, home_state: null, states: 'FL MI' })).toContain('valid in Florida. Do you hold one, or have you applied?')
})
