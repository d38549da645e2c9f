import { expect, test } from 'vitest'
import { licenseQuestionEmail } from './ask-email.ts'

const LICENSE = { license_id: 1, license_type: 'RN', license_state: 'TX', license_number: null, is_multistate: true, expires_on: null }
const license = { ...LICENSE, is_in_progress: false, privileges: [], authorization: null, is_expired: false, verifications: [] }
const coverage = { covered: [], missing: ['FL', 'CA'], expiring: [], review: [], sentence: '' }
const ASKED = { is_given: true, role_states: ['FL', 'CA'], licenses: [license], home_state: 'TX', moved_on: null, coverage }
const textOf = (but: object) => licenseQuestionEmail({ ...ASKED, ...but }, { on: '2026-11-23', isOpen: true }).text

test('a nurse whose legal home is not where the multistate license is from is asked about the move', () => {
  expect(textOf({})).toMatch(/valid in Florida or California\. Do you hold one/)
  expect(textOf({})).not.toContain('multistate')
  expect(textOf({ home_state: 'OR' })).toContain(
    'multistate one, but your legal home is in Oregon. When did you move, and have you applied for a license there?',
  )
  expect(textOf({ home_state: 'OR', moved_on: '2026-11-01' })).toContain('in Oregon. Have you applied for a license there?')
})

test('if nothing is missing, the draft asks whether the list is up to date', () => {
  expect(textOf({ coverage: { ...coverage, missing: [] } })).toContain('Is your list of licenses still complete and up to date?')
})

test('a license is called what its state calls it', () => {
  const expired = (license_type: string, license_state: string) => ({ ...license, license_type, license_state, is_multistate: false, expires_on: '2026-11-01' })
  const text = textOf({ licenses: [expired('LPN', 'CA'), expired('LPN', 'OH'), expired('OTHER', 'GA')], coverage: { ...coverage, missing: [] } })
  expect(text).toMatch(/Your California LVN license expired on .*Your Ohio LPN license expired on .*Your license in Georgia expired on /s)
})

test('someone who has applied is asked whether the license was issued, not whether they applied', () => {
  const applied = { ...license, license_state: 'OH', is_in_progress: true }
  const text = textOf({
    licenses: [{ ...license, license_state: 'KY' }, applied],
    home_state: 'OH',
    moved_on: '2026-08-01',
    coverage: { ...coverage, missing: ['FL', 'OH'] },
  })
  expect(text).toContain('valid in Florida. Do you hold one')
  expect(text).toContain('Has your Ohio RN license been issued yet?')
  expect(text).toContain('but your legal home is in Ohio. When did you apply for the license there?')
})

test('a doubt about the law is no question to a psychologist', () => {
  const psychologist = { ...license, license_type: 'PSY', license_state: 'OH', is_multistate: false, authorization: 'APIT' }
  expect(textOf({ licenses: [psychologist], home_state: 'OH', coverage: { ...coverage, missing: [], review: ['MT'] } })).not.toMatch(/Montana|multistate/)
})
