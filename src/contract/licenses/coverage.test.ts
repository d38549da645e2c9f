import { expect, test } from 'vitest'
import { lastCheckedOn, MEMBERSHIPS } from './compacts.ts'
import { coverageOf, type CoverageInput as Input, type HeldLicense as License } from './coverage.ts'
import { staleCompacts } from './listed.ts'
import type { LicenseType } from './license-types.ts'
import { isNpi } from './npi.ts'
import type { Place } from './places.ts'

const ON = '2026-11-23'
const places = (text: string) => text.split(' ').filter(Boolean) as Place[]
const one = (license_type: LicenseType, license_state: Place, more: Partial<License> = {}): License => ({
  license_type,
  license_state,
  is_multistate: false,
  ...more,
})
const multi = (...[type, state, more]: Parameters<typeof one>) => one(type, state, { is_multistate: true, ...more })

type Expected = Partial<Input> & { review?: string; expiring?: string }
type Row = [licenses: License[], home: Place | null, states: string, covered: string, words: RegExp, more?: Expected]

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

test.each(CASES.map((row, place) => [place + 1, row] as const))('published example %i gets the published coverage', (_number, row) => {
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
    /by day 60 \(November 23, 2026\)/,
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
  'Georgia issues counselors’ privileges from 2026-06-02': [
    [one('LPC', 'OH', { privileges: ['GA'] })],
    'OH',
    'OH GA',
    'OH GA',
    /^Covers 2 of 2 states\.$/,
    { on: '2026-06-02' },
  ],
  'but not on the day before': [[one('LPC', 'OH', { privileges: ['GA'] })], 'OH', 'OH GA', 'OH', /review: that state isn/, { on: '2026-06-01', review: 'GA' }],
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
  'an expired nurse practitioner license leaves the RN license to count': [
    [one('NP', 'KS', { expires_on: '2026-01-01' }), multi('RN', 'KS')],
    'KS',
    'KS MO',
    'KS MO',
    /^Covers 2 of 2 states; NP KS expired\.$/,
  ],
  'two states that end before the others are named': [
    [multi('RN', 'TX'), one('RN', 'CA', { expires_on: '2026-12-01' }), one('RN', 'NY', { expires_on: '2026-12-01' })],
    'TX',
    'TX CA NY',
    'TX CA NY',
    /^Covers 3 of 3 states; coverage of CA, NY ends in 8 days\.$/,
    { expiring: 'CA NY' },
  ],
  'with different last days, the first one counts': [
    [one('RN', 'CA', { expires_on: '2026-12-01' }), one('RN', 'NY', { expires_on: '2026-12-20' })],
    'CA',
    'CA NY',
    'CA NY',
    /; coverage of CA, NY ends soon, the first in 8 days\.$/,
    { expiring: 'CA NY' },
  ],
  'a license with a later end replaces one that ends soon': [
    [one('RN', 'CA', { expires_on: '2026-12-01' }), one('LPN', 'CA', { expires_on: '2028-12-01' })],
    'CA',
    'CA',
    'CA',
    /^Covers 1 of 1 state\.$/,
  ],
  'on the day of the move the license travels': [
    [multi('RN', 'KY')],
    'IN',
    'KY IN',
    'KY IN',
    /apply in IN by day 60 \(January 22, 2027\)/,
    { moved_on: ON, expiring: 'IN' },
  ],
  'before the day of the move it is a contradiction': [[multi('RN', 'KY')], 'IN', 'KY IN', 'KY', /review: moved/, { moved_on: '2026-11-24', review: 'KY' }],
  'the 60 days end no later than the license': [
    [multi('RN', 'KY', { expires_on: '2026-11-25' })],
    'IN',
    'KY IN',
    'KY IN',
    /expires in 2 days/,
    { moved_on: '2026-10-24', expiring: 'KY IN' },
  ],
  'a single-state license of a member state covers that state only': [[one('RN', 'TX')], 'TX', 'TX OK', 'TX', /TX single-state license/],
  'DC and California are outside the nurses’ compact': [[multi('RN', 'MD')], 'MD', 'MD DC CA', 'MD', /missing DC, CA/],
  'the Virgin Islands enacted it, and Guam honors it': [[multi('LPN', 'TX')], 'TX', 'GU VI', 'GU', /missing VI/],
  'PSYPACT reaches DC and the Northern Marianas': [[one('PSY', 'OH', { authorization: 'APIT' })], 'OH', 'DC MP NY', 'DC MP', /missing NY/],
  'a TAP is for visits, not for work at a distance': [[one('PSY', 'OH', { authorization: 'TAP' })], 'OH', 'OH MI', 'OH', /needs an APIT/, { review: 'MI' }],
  'an APIT from a state outside PSYPACT gives nothing': [[one('PSY', 'CA', { authorization: 'APIT' })], 'CA', 'CA MI', 'CA', /missing MI/, { review: 'MI' }],
  'a physician’s compact gives no license, also where a state has just joined': [[one('DO', 'TX')], 'TX', 'TX AK GA', 'TX', /needs a license in each of them/],
  'assistants of physical therapists hold privileges, too': [[one('PTA', 'AZ', { privileges: ['UT'] })], 'AZ', 'AZ UT', 'AZ UT', /^Covers 2 of 2 states\.$/],
  'a privilege where the physical therapists’ compact issues none needs a look': [
    [one('PT', 'AZ', { privileges: ['FL'] })],
    'AZ',
    'AZ FL',
    'AZ',
    /review/,
    { review: 'FL' },
  ],
  'occupational therapy assistants, too': [[one('OTA', 'OH', { privileges: ['MN'] })], 'OH', 'OH MN', 'OH MN', /^Covers 2 of 2 states\.$/],
  'so do audiologists': [[one('AUD', 'TN', { privileges: ['LA'] })], 'TN', 'TN LA', 'TN LA', /^Covers 2 of 2 states\.$/],
  'a family therapist’s license stays in its state': [[one('LMFT', 'CA')], 'CA', 'CA TX', 'CA', /missing TX/],
  'so does a pharmacist’s': [[one('RPH', 'OH')], 'OH', 'OH IN', 'OH', /missing IN/],
  'a nursing assistant is in one state’s registry': [[one('CNA', 'TX')], 'TX', 'TX OK', 'TX', /missing OK/],
  'dietitians are licensed in some states only': [[one('RDN', 'OH')], 'OH', 'OH AZ', 'OH', /not every state/, { review: 'AZ' }],
  'an assistant’s license (PA) is not Pennsylvania': [[one('PA', 'TX')], 'TX', 'TX PA', 'TX', /missing PA/],
  'an LPN license is not an LVN’s of another state': [[one('LPN', 'CA')], 'CA', 'CA TX', 'CA', /missing TX/],
  'where no one type of license covers it all, the sentence says which covers what': [
    [one('RN', 'TX'), one('CNA', 'CA'), one('PT', 'NY')],
    'TX',
    'TX CA NY FL',
    'TX CA NY',
    /^Covers 3 of 4 states, but only with 3 types of license \(RN in TX; CNA in CA; PT in NY\); missing FL; TX single-state license\.$/,
  ],
  'and not where one type does': [[multi('RN', 'TX'), one('CNA', 'TX')], 'TX', 'TX FL', 'TX FL', /^Covers 2 of 2 states\.$/],
  'a role without states has nothing to cover': [[multi('RN', 'TX')], 'TX', '', '', /^This role doesn't list any states\.$/],
  'no license at all covers nothing': [[], 'TX', 'TX', '', /no licenses given/],
  'a second license covers what the first does not': [[multi('RN', 'TX'), one('RN', 'CA')], 'TX', 'TX CA', 'TX CA', /^Covers 2 of 2 states\.$/],
}

test.each(Object.entries(TRAPS))('%s', (_name, row) => {
  expectCase(row)
})

test('a row that an owner adds changes the result from its effective date', () => {
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

test('a state that leaves a compact is a member through its last day', () => {
  const left = { place: 'WI', compact: 'NLC', standing: 'member', since: '2020-01-01', until: '2026-11-30', source: 'x', seen_on: '2026-11-01' } as const
  const asked = { licenses: [multi('RN', 'TX')], home_state: 'TX' as const, role_states: places('WI') }
  const known = [...MEMBERSHIPS, left]
  expect([coverageOf({ ...asked, on: '2026-11-30' }, known).covered, coverageOf({ ...asked, on: '2026-12-01' }, known).covered]).toEqual([['WI'], []])
})

test('facts are dated by the least recently checked state, until a newer row updates them', () => {
  expect(lastCheckedOn(MEMBERSHIPS, 'NLC')).toBe('2026-06-17')
  const rows = (['GU', 'MA', 'VI'] as const).map(
    (place) => ({ place, compact: 'NLC', standing: 'member', since: null, until: null, source: 'x', seen_on: '2026-11-01' }) as const,
  )
  expect(lastCheckedOn([...MEMBERSHIPS, ...rows], 'NLC')).toBe('2026-08-11')
  expect(lastCheckedOn(MEMBERSHIPS, 'SW')).toBe(null)
  expect(['2026-12-14', '2026-12-15'].map((on) => staleCompacts(MEMBERSHIPS, ['NLC', 'NLC', 'SW'], on))).toEqual([null, '2026-06-17'])
})

test.each(MEMBERSHIPS)('the fact about $place in $compact has a source and a date', ({ source, seen_on, since, until }) => {
  expect(source.trim()).not.toBe('')
  expect(Number.isNaN(Date.parse(seen_on))).toBe(false)
  expect(since === null || until === null || since <= until).toBe(true)
})

test('an NPI with a wrong check digit is invalid', () => {
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

test.each([
  ['not_found', '', '', 'Covers 0 of 2 states; missing TX, FL; not found at the source.'],
  ['expired', '', '', 'Covers 0 of 2 states; missing TX, FL; expired, according to the source.'],
  ['restricted', 'TX FL', 'TX FL', 'Covers 2 of 2 states; review: the source says RN TX is restricted.'],
] as const)('coverage is correct for a license whose source reports %s', (source_said, covered, review, sentence) => {
  const asked = { on: ON, home_state: 'TX', role_states: places('TX FL') } as const
  const found = coverageOf({ ...asked, licenses: [multi('RN', 'TX', { source_said })] })
  expect(found).toMatchObject({ covered: places(covered), review: places(review), sentence })
})

test('when a source denies one license, another still counts', () => {
  const licenses = [multi('RN', 'TX', { source_said: 'not_found' }), one('RN', 'FL')]
  const { sentence } = coverageOf({ on: ON, home_state: 'TX', role_states: places('TX FL'), licenses })
  expect(sentence).toBe('Covers 1 of 2 states; missing TX; RN TX not found at the source; FL single-state license.')
})
