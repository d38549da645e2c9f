import { expect, test } from 'vitest'
import { MEMBERSHIPS } from './compacts.ts'
import { coverageOf, type Case, type Held } from './coverage.ts'
import type { LicenseType } from './license-types.ts'
import { isNpi } from './npi.ts'
import type { Place } from './places.ts'

const ON = '2026-11-23'
const places = (text: string) => text.split(' ').filter(Boolean) as Place[]
const one = (license_type: LicenseType, license_state: Place, more: Partial<Held> = {}): Held => ({
  license_type,
  license_state,
  is_multistate: false,
  ...more,
})
const multi = (license_type: LicenseType, license_state: Place, more: Partial<Held> = {}) => one(license_type, license_state, { is_multistate: true, ...more })

type Row = [licenses: Held[], home: Place | null, states: string, covered: string, words: RegExp, more?: Partial<Case> & { review?: string; expiring?: string }]

/** The 20 published cases, on 2026-11-23. */
const CASES: Row[] = [
  [[multi('RN', 'TX')], 'TX', 'TX FL OH GA AZ CO CA', 'TX FL OH GA AZ CO', /^Covers 6 of 7 states; missing CA; TX multistate license\.$/],
  [[one('RN', 'TX')], 'TX', 'TX FL', 'TX', /^Covers 1 of 2 states; missing FL; TX single-state license\.$/],
  [[multi('LPN', 'IA')], 'IA', 'IA NE MN', 'IA NE', /missing MN/],
  [[one('RN', 'CA')], 'CA', 'CA AZ', 'CA', /^Covers 1 of 2 states; missing AZ\.$/],
  [[multi('RN', 'NH')], 'NH', 'NH MA', 'NH', /missing MA/],
  [[multi('RN', 'ID')], 'ID', 'ID GU', 'ID GU', /^Covers 2 of 2 states\.$/],
  [[multi('RN', 'LA')], 'LA', 'LA VI PR', 'LA', /missing VI, PR/],
  [[one('NP', 'KS'), multi('RN', 'KS')], 'KS', 'KS MO', 'KS', /missing MO; APRN is per state/],
  [[multi('RN', 'AL')], 'OR', 'AL MS OR', 'AL', /missing MS, OR; review: moved/, { review: 'AL' }],
  [[multi('RN', 'KY')], 'IN', 'KY IN', 'KY IN', /^Covers 2 of 2 states; apply in IN by day 60/, { moved_on: '2026-10-24', expiring: 'IN' }],
  [[multi('RN', 'ME', { expires_on: '2026-11-01' })], 'ME', 'ME VT', '', /^Covers 0 of 2 states; missing ME, VT; expired\.$/],
  [[multi('RN', 'VT', { expires_on: '2026-12-10' })], 'VT', 'VT ME', 'VT ME', /^Covers 2 of 2 states; expires in 17 days\.$/, { expiring: 'VT ME' }],
  [[multi('RN', 'NM', { is_in_progress: true })], 'NM', 'NM TX', '', /not issued yet/],
  [[one('MD', 'FL')], 'FL', 'FL GA', 'FL', /missing GA; needs a GA license/],
  [[one('PSY', 'OH', { authorization: 'APIT' })], 'OH', 'OH MI CA', 'OH MI', /missing CA/],
  [[one('PSY', 'WA')], 'WA', 'WA ID', 'WA', /^Covers 1 of 2 states; missing ID\.$/],
  [[one('LPC', 'GA', { privileges: ['OH'] })], 'GA', 'GA OH FL', 'GA OH', /missing FL/],
  [[one('PT', 'AZ', { privileges: ['UT'] })], 'AZ', 'AZ UT NV', 'AZ UT', /missing NV/],
  [[one('LCSW', 'VA')], 'VA', 'VA MD', 'VA', /missing MD/],
  [[multi('RN', 'DE')], 'DE', 'NC DE DC', 'NC DE', /missing DC/],
]

test.each(CASES.map((row, place) => [place + 1, row] as const))('published case %i is covered as published', (_number, row) => {
  expectCase(row)
})

const TRAPS: Record<string, Row> = {
  'a medical assistant (CMA) is not Massachusetts, and states without a license need a look': [
    [one('CMA', 'WA')],
    'WA',
    'WA TX',
    'WA',
    /review: not every/,
    { review: 'TX' },
  ],
  'a multistate license from a state that issues none covers that state, for review': [
    [multi('RN', 'CA')],
    'CA',
    'CA NV',
    'CA',
    /review: CA issues no multistate/,
    { review: 'CA' },
  ],
  'Guam honors multistate licenses and issues none': [[multi('RN', 'GU')], 'GU', 'GU TX', 'GU', /review: GU issues no/, { review: 'GU' }],
  'an enacted compact is not in force': [[multi('RN', 'MA')], 'MA', 'MA NH', 'MA', /review: MA issues no/, { review: 'MA' }],
  'with a home abroad, a multistate license counts for its own state, for review': [
    [multi('RN', 'TX')],
    null,
    'TX FL',
    'TX',
    /review: home outside the US/,
    { review: 'TX' },
  ],
  'a nurse practitioner license never travels': [[multi('NP', 'TX')], 'TX', 'TX FL', 'TX', /APRN is per state; review: this kind/, { review: 'TX' }],
  'a nurse practitioner license in progress leaves the RN license to count': [
    [one('NP', 'KS', { is_in_progress: true }), multi('RN', 'KS')],
    'KS',
    'KS MO',
    'KS MO',
    /not issued yet/,
  ],
  'on day 60 after a move the license still travels': [
    [multi('RN', 'KY')],
    'IN',
    'KY IN',
    'KY IN',
    /by day 60 \(2026-11-23\)/,
    { moved_on: '2026-09-24', expiring: 'IN' },
  ],
  'on day 61 it no longer does': [[multi('RN', 'KY')], 'IN', 'KY IN', 'KY', /review: moved/, { moved_on: '2026-09-23', review: 'KY' }],
  'after a move to a state outside the compact it is single-state': [
    [multi('RN', 'KY')],
    'CA',
    'KY IN CA',
    'KY',
    /review: moved/,
    { moved_on: '2026-11-20', review: 'KY' },
  ],
  'a move before the 60-day rule is no 60-day move': [
    [multi('RN', 'KY')],
    'IN',
    'KY IN',
    'KY',
    /review: moved/,
    { moved_on: '2024-01-01', on: '2024-01-20', review: 'KY' },
  ],
  'a license is good through its date': [[one('RN', 'CA', { expires_on: ON })], 'CA', 'CA', 'CA', /expires today/, { expiring: 'CA' }],
  'and not on the next day': [[one('RN', 'CA', { expires_on: '2026-11-22' })], 'CA', 'CA', '', /expired/],
  '61 days ahead nothing expires soon': [[one('RN', 'CA', { expires_on: '2027-01-23' })], 'CA', 'CA', 'CA', /^Covers 1 of 1 state\.$/],
  '60 days ahead it does': [[one('RN', 'CA', { expires_on: '2027-01-22' })], 'CA', 'CA', 'CA', /expires in 60 days/, { expiring: 'CA' }],
  'Connecticut is a member from 2025-10-01': [[multi('RN', 'TX')], 'TX', 'CT', 'CT', /1 of 1/, { on: '2025-10-01' }],
  'and not on the day before': [[multi('RN', 'TX')], 'TX', 'CT', '', /missing CT/, { on: '2025-09-30' }],
  'a privilege in a state that only enacted the compact needs a look': [
    [one('LPC', 'GA', { privileges: ['TN'] })],
    'GA',
    'GA TN',
    'GA',
    /review: that state/,
    { review: 'TN' },
  ],
  'an expired base license takes its privileges along': [[one('PT', 'AZ', { privileges: ['UT'], expires_on: '2026-01-01' })], 'AZ', 'AZ UT', '', /expired/],
  'a privilege from a license of another home needs a look': [[one('PT', 'AZ', { privileges: ['UT'] })], 'NV', 'AZ UT', 'AZ UT', /review/, { review: 'UT' }],
  'OT privileges count where held': [[one('OT', 'OH', { privileges: ['VA'] })], 'OH', 'OH VA MD', 'OH VA', /missing MD/],
  'so do those of speech-language pathologists': [[one('SLP', 'OH', { privileges: ['WV'] })], 'OH', 'OH WV TN', 'OH WV', /missing TN/],
  'the PA compact issues nothing yet': [[one('PA', 'TX', { privileges: ['UT'] })], 'TX', 'TX UT', 'TX', /review/, { review: 'UT' }],
  'the social work compact has issued nothing': [[multi('LCSW', 'VA')], 'VA', 'VA MD', 'VA', /review: this kind/, { review: 'VA' }],
  'an E.Passport alone is no APIT': [[one('PSY', 'OH', { authorization: 'E.Passport' })], 'OH', 'OH MI CA', 'OH', /review: needs an APIT/, { review: 'MI' }],
  'an APIT is used from the home state': [[one('PSY', 'OH', { authorization: 'APIT' })], 'MI', 'OH MI', 'OH', /review: an APIT/, { review: 'MI' }],
  'Montana in PSYPACT is unconfirmed': [[one('PSY', 'OH', { authorization: 'APIT' })], 'OH', 'OH MT', 'OH MT', /review: the sources/, { review: 'MT' }],
  'no license at all covers nothing': [[], 'TX', 'TX', '', /no licenses given/],
  'a second license covers what the first does not': [[multi('RN', 'TX'), one('RN', 'CA')], 'TX', 'TX CA', 'TX CA', /^Covers 2 of 2 states\.$/],
}

test.each(Object.entries(TRAPS))('%s', (_name, row) => {
  expectCase(row)
})

test('an owner’s dated row changes the answer from its day on', () => {
  const joined = {
    place: 'MA' as const,
    compact: 'NLC' as const,
    standing: 'member' as const,
    since: '2027-01-01',
    until: null,
    source: 'x',
    seen_on: '2027-01-02',
  }
  const asked = { licenses: [multi('RN', 'NH')], home_state: 'NH' as const, role_states: places('MA') }
  expect(coverageOf({ ...asked, on: '2026-12-31' }, [...MEMBERSHIPS, joined]).covered).toEqual([])
  expect(coverageOf({ ...asked, on: '2027-01-01' }, [...MEMBERSHIPS, joined]).covered).toEqual(['MA'])
})

test('an NPI has a check digit', () => {
  expect(['1234567893', '1500000009', '1999999992', '2040608012'].filter((npi) => !isNpi(npi))).toEqual([])
  expect(['1234567890', '1234567839', '1243567893', '3234567893', '0000000000', '123456789', '1234567898', ''].filter(isNpi)).toEqual([])
})

function expectCase([licenses, home_state, states, covered, words, { review = '', expiring = '', ...more } = {}]: Row): void {
  const role_states = places(states)
  const found = coverageOf({ licenses, home_state, role_states, on: ON, ...more })
  expect({ ...found, sentence: '' }).toEqual({
    covered: places(covered),
    missing: role_states.filter((place) => !places(covered).includes(place)),
    review: places(review),
    expiring: places(expiring),
    sentence: '',
  })
  expect(found.sentence).toMatch(words)
}
