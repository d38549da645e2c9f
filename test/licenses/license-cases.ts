import { expect } from 'vitest'
import { coverageOf } from '#contract/licenses/coverage.ts'
import type { CoverageInput, HeldLicense } from '#contract/licenses/rights.ts'
import type { LicenseType } from '#contract/licenses/license-types.ts'
import type { Place } from '#contract/licenses/places.ts'

/** Parses state codes such as "TX FL". */
export const parseStates = (text: string) => text.split(' ').filter(Boolean) as Place[]
export const one = (license_type: LicenseType, license_state: Place, more: Partial<HeldLicense> = {}): HeldLicense => ({
  license_type,
  license_state,
  is_multistate: false,
  ...more,
})
export const multi = (...[type, state, more]: Parameters<typeof one>) => one(type, state, { is_multistate: true, ...more })

/** The date of the published examples. */
export const ON = '2026-11-23'

type Expected = Partial<CoverageInput> & { review?: string; expiring?: string }
/** The licenses held, the home state, the role's states, the ones covered, and what the sentence says. */
export type Case = [licenses: HeldLicense[], home: Place | null, states: string, covered: string, words: RegExp, more?: Expected]

export function expectCase([licenses, home_state, states, covered, words, { review = '', expiring = '', ...more } = {}]: Case): void {
  const role_states = parseStates(states)
  const found = coverageOf({ licenses, home_state, role_states, on: ON, ...more })
  expect({ ...found, sentence: '' }).toEqual({
    covered: parseStates(covered),
    missing: role_states.filter((place) => !parseStates(covered).includes(place)),
    review: parseStates(review),
    expiring: parseStates(expiring),
    sentence: '',
  })
  expect(found.sentence).toMatch(words)
}
