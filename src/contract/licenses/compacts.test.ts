import { expect, test } from 'vitest'
import { multi, one, parseStates } from '#test/licenses/license-cases.ts'
import { lastCheckedOn, MEMBERSHIPS, type Membership } from './compacts.ts'
import { coverageOf } from './coverage.ts'
import { staleCompacts } from './listed.ts'
import type { Place } from './places.ts'
import type { HeldLicense as License } from './rights.ts'

test('a row added by an owner changes the result starting on its effective date', () => {
  const joined = {
    place: 'MA' as const,
    compact: 'NLC' as const,
    standing: 'member' as const,
    since: '2027-01-01',
    until: null,
    source: 'x',
    seen_on: '2027-01-02',
  }
  const asked = { licenses: [multi('RN', 'NH')], home_state: 'NH' as const, role_states: parseStates('MA') }
  expect(coverageOf({ ...asked, on: '2026-12-31' }, [...MEMBERSHIPS, joined]).covered).toEqual([])
  expect(coverageOf({ ...asked, on: '2027-01-01' }, [...MEMBERSHIPS, joined]).covered).toEqual(['MA'])
})

test('a state that leaves a compact is a member through its last day', () => {
  const formerMember = {
    place: 'WI',
    compact: 'NLC',
    standing: 'member',
    since: '2020-01-01',
    until: '2026-11-30',
    source: 'x',
    seen_on: '2026-11-01',
  } as const
  const asked = { licenses: [multi('RN', 'TX')], home_state: 'TX' as const, role_states: parseStates('WI') }
  const known = [...MEMBERSHIPS, formerMember]
  expect([coverageOf({ ...asked, on: '2026-11-30' }, known).covered, coverageOf({ ...asked, on: '2026-12-01' }, known).covered]).toEqual([['WI'], []])
})

test("a compact's last-checked date is the oldest among its states, until a newer row updates it", () => {
  expect(lastCheckedOn(MEMBERSHIPS, 'NLC')).toBe('2026-06-17')
  const rows = (['GU', 'MA', 'VI'] as const).map(
    (place) => ({ place, compact: 'NLC', standing: 'member', since: null, until: null, source: 'x', seen_on: '2026-11-01' }) as const,
  )
  expect(lastCheckedOn([...MEMBERSHIPS, ...rows], 'NLC')).toBe('2026-08-11')
  expect(lastCheckedOn(MEMBERSHIPS, 'SW')).toBe(null)
  expect(['2026-12-14', '2026-12-15'].map((on) => staleCompacts(MEMBERSHIPS, ['NLC', 'NLC', 'SW'], on))).toEqual([null, '2026-06-17'])
})

/** A license that would cover this place if the compact is in force there; it's from a state that joined the compact earlier. */
function visitorOf({ place, compact }: Membership): License {
  const home = (first: Place, second: Place) => (place === first ? second : first)
  return compact === 'NLC' ? multi('RN', home('TX', 'AZ')) : one('LPC', home('AZ', 'MN'), { privileges: [place] })
}

const STARTS = MEMBERSHIPS.filter(({ since, compact }) => since !== null && (compact === 'NLC' || compact === 'LPC')).map(
  (row) => [row.compact, row.place, row.since!, row] as const,
)

test.each(STARTS)('%s in %s counts from %s on and not a day before, unless it is only enacted', (_compact, place, since, row) => {
  const visitor = visitorOf(row)
  const covers = (on: string) => coverageOf({ on, licenses: [visitor], home_state: visitor.license_state, role_states: [place] })
  const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10)
  const wasGuest = MEMBERSHIPS.some((other) => other.place === place && other.compact === row.compact && other.standing === 'guest' && other.since! < since)
  expect([covers(dayBefore).covered, covers(since)]).toMatchObject([
    wasGuest ? [place] : [],
    row.standing === 'enacted' ? { covered: [] } : { covered: [place], review: [] },
  ])
})

test.each([
  ['TX', '2018-01-18', '2018-01-19'],
  ['LA', '2019-06-30', '2019-07-01'],
  ['IN', '2020-06-30', '2020-07-01'],
  ['NJ', '2021-11-14', '2021-11-15'],
  ['OH', '2022-12-31', '2023-01-01'],
  ['CT', '2025-09-30', '2025-10-01'],
] as const)('a multistate license is valid in %s starting on the date in its source: not on %s, but on %s', (place, dayBefore, first) => {
  const home_state = place === 'TX' ? ('AZ' as const) : ('TX' as const)
  const covered = (on: string) => coverageOf({ on, licenses: [multi('RN', home_state)], home_state, role_states: [place] }).covered
  expect([covered(dayBefore), covered(first)]).toEqual([[], [place]])
})

test("a social worker's multistate license counts once an owner records that the compact is in force", () => {
  const added = (['VA', 'MD'] as const).map(
    (place) => ({ place, compact: 'SW', standing: 'member', since: '2027-01-01', until: null, source: 'x', seen_on: '2027-01-02' }) as const,
  )
  const asked = { licenses: [multi('LCSW', 'VA')], home_state: 'VA' as const, role_states: parseStates('VA MD') }
  const covered = (on: string) => coverageOf({ ...asked, on }, [...MEMBERSHIPS, ...added]).covered
  expect([covered('2026-12-31'), covered('2027-01-01')]).toEqual([['VA'], ['VA', 'MD']])
  expect(coverageOf({ ...asked, home_state: 'MD', moved_on: '2027-01-05', on: '2027-01-10' }, [...MEMBERSHIPS, ...added]).covered).toEqual(['VA'])
})

test.each(MEMBERSHIPS)('the fact about $place in $compact has a source and a date', ({ source, seen_on, since, until }) => {
  expect(source.trim()).not.toBe('')
  expect(Number.isNaN(Date.parse(seen_on))).toBe(false)
  expect(since === null || until === null || since <= until).toBe(true)
})
