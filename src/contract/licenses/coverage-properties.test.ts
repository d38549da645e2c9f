import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectCase, multi, one, type Case } from '#test/licenses/license-cases.ts'
import { coverageOf } from './coverage.ts'
import { LICENSE_TYPE_NAMES, meaningOfType } from './license-types.ts'
import { PLACE_CODES, type Place } from './places.ts'
import { AUTHORIZATIONS, dayAfter, type CoverageInput, type HeldLicense } from './rights.ts'

const RUNS = { numRuns: 300 }
const ON = '2026-11-23'

/** Mostly a few places, so that home, license and role often meet. */
const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Place>('AL', 'OR', 'MS', 'TX', 'KY', 'IN', 'GA', 'OH', 'AZ', 'MT', 'FL', 'GU', 'MA') },
  { weight: 1, arbitrary: fc.constantFrom(...PLACE_CODES) },
)
const day = (from: number, to: number) => fc.integer({ min: from, max: to }).map((days) => dayAfter(ON, days))
const license: fc.Arbitrary<HeldLicense> = fc.record({
  license_type: fc.oneof(fc.constantFrom('RN' as const, 'LPN' as const), fc.constantFrom(...LICENSE_TYPE_NAMES)),
  license_state: place,
  is_multistate: fc.boolean(),
  expires_on: fc.option(day(-70, 130)),
  is_in_progress: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  privileges: fc.uniqueArray(place, { maxLength: 3 }),
  authorization: fc.option(fc.constantFrom(...AUTHORIZATIONS)),
  source_said: fc.constantFrom(undefined, undefined, undefined, 'restricted' as const, 'expired' as const, 'not_found' as const),
})
const asked: fc.Arbitrary<CoverageInput> = fc.record({
  licenses: fc.array(license, { maxLength: 4 }),
  home_state: fc.option(place),
  moved_on: fc.option(day(-90, 10)),
  role_states: fc.array(place, { minLength: 1, maxLength: 6 }),
  on: day(-400, 60),
})

test('each of the role’s states is either covered or missing, and states with expiring coverage count as covered', () => {
  fc.assert(
    fc.property(asked, (given) => {
      const { covered, missing, expiring, review } = coverageOf(given)
      const states = [...new Set(given.role_states)]
      expect([...covered, ...missing].toSorted()).toEqual(states.toSorted())
      expect(states).toEqual(expect.arrayContaining(review))
      expect(covered).toEqual(expect.arrayContaining(expiring))
      for (const list of [covered, missing, expiring, review]) expect(new Set(list).size).toBe(list.length)
    }),
    RUNS,
  )
})

test('the sentence matches the lists: it says what’s covered and missing, and mentions a review or an end date only if there is one', () => {
  fc.assert(
    fc.property(asked, (given) => {
      const { covered, missing, expiring, review, sentence } = coverageOf(given)
      expect(sentence).toContain(`Covers ${covered.length} of ${covered.length + missing.length} state`)
      expect(/; missing ([A-Z, ]+)[;.]/.exec(sentence)?.[1] ?? '').toBe(missing.join(', '))
      expect(sentence.includes('review: ')).toBe(review.length > 0)
      expect(/; expires |coverage of .* ends|day 60/.test(sentence) || expiring.length === 0).toBe(true)
      expect(!/; expires |coverage of .* ends/.test(sentence) || expiring.length > 0).toBe(true)
      expect(sentence).not.toMatch(/undefined|null|; ;|\.\./)
    }),
    RUNS,
  )
})

test('adding a license never reduces coverage, except that someone with an advanced license isn’t hired as an RN', () => {
  fc.assert(
    fc.property(asked, license, (given, another) => {
      fc.pre(!meaningOfType(another.license_type).isAdvancedNurse)
      const { covered } = coverageOf(given)
      expect(coverageOf({ ...given, licenses: [...given.licenses, another] }).covered).toEqual(expect.arrayContaining(covered))
    }),
    RUNS,
  )
})

test("reordering or repeating licenses doesn't change what's covered", () => {
  fc.assert(
    fc.property(asked, (given) => {
      const { sentence: _, ...lists } = coverageOf(given)
      const { licenses } = given
      expect(coverageOf({ ...given, licenses: licenses.toReversed() })).toMatchObject(lists)
      expect(coverageOf({ ...given, licenses: [...licenses, ...licenses] })).toMatchObject(lists)
    }),
    RUNS,
  )
})

test('licenses that are in progress, expired or denied by the source cover nothing', () => {
  fc.assert(
    fc.property(asked, fc.constantFrom('progress', 'expired', 'denied'), (given, why) => {
      const licenses = given.licenses.map((license) => ({
        ...license,
        ...(why === 'progress' && { is_in_progress: true }),
        ...(why === 'expired' && { expires_on: dayAfter(given.on, -1) }),
        ...(why === 'denied' && { source_said: 'not_found' as const }),
      }))
      expect(coverageOf({ ...given, licenses }).covered).toEqual([])
    }),
    RUNS,
  )
})

/** Bugs that these properties found. */
const FOUND: Record<string, Case> = {
  'where the state that issued it isn’t one of the role’s, there is nothing to review': [
    [multi('RN', 'AL')],
    'OR',
    'MS',
    '',
    /^Covers 0 of 1 state; missing MS; AL multistate license, but home is OR\.$/,
  ],
  'with a home abroad, it’s the missing state that a person has to check': [
    [multi('RN', 'AL')],
    null,
    'MS',
    '',
    /^Covers 0 of 1 state; missing MS; review: home outside the US\.$/,
    { review: 'MS' },
  ],
  'a license that happens to expire 60 days after a move is said to expire': [
    [one('RN', 'AL', { expires_on: '2026-12-23' })],
    'AL',
    'AL',
    'AL',
    /^Covers 1 of 1 state; expires in 30 days\.$/,
    { moved_on: '2026-10-24', expiring: 'AL' },
  ],
  'the end of the 60 days hides no later end': [
    [multi('RN', 'KY'), one('RN', 'CA', { expires_on: '2027-01-10' })],
    'IN',
    'KY IN CA',
    'KY IN CA',
    /apply in IN by day 60 \(December 23, 2026\); coverage of CA ends in 48 days\.$/,
    { moved_on: '2026-10-24', expiring: 'IN CA' },
  ],
}

test.each(Object.entries(FOUND))('%s', (_name, row) => {
  expectCase(row)
})
