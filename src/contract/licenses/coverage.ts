import { summaryOf } from './coverage-sentence.ts'
import { MEMBERSHIPS, type Membership } from './compacts.ts'
import type { LicenseType } from './license-types.ts'
import { countsTowardRole, daysBetween, doubtsOf, EXPIRING_DAYS, isHeld, rightsFrom, type Coverage, type CoverageInput } from './rights.ts'
import type { Place } from './places.ts'

/**
 * Returns which of a role's states the licenses cover on a day. It applies the law as recorded in `MEMBERSHIPS` and points out where the law isn't
 * clear; it never decides anything. A license is valid through its expiration date; pending licenses and compacts that aren't in force don't count.
 */
export function coverageOf(asked: CoverageInput, memberships: readonly Membership[] = MEMBERSHIPS): Coverage {
  const given = { ...asked, memberships }
  const role_states = [...new Set(asked.role_states)]
  const counting = asked.licenses.filter((one) => countsTowardRole(one, asked))
  const rights = counting.flatMap((one) => rightsFrom(one, given))
  const of = (place: Place) => rights.filter((right) => right.place === place)
  const covered = role_states.filter((place) => of(place).length > 0)
  const missing = role_states.filter((place) => of(place).length === 0)
  const expiring = covered.filter((place) => of(place).every(({ until }) => until !== null && daysBetween(asked.on, until) <= EXPIRING_DAYS))
  const unclear = doubtsOf(counting, given)
  const review = role_states.filter((place) => (covered.includes(place) ? of(place).every(({ doubt }) => doubt !== null) : unclear.has(place)))
  return { covered, missing, expiring, review, sentence: summaryOf({ covered, missing, expiring, review }, counting, given, rights) }
}

/** Returns the types of license that count on this day. */
export function typesCounted(asked: Pick<CoverageInput, 'licenses' | 'on'>): LicenseType[] {
  return [...new Set(asked.licenses.filter((one) => isHeld(one, asked.on) && countsTowardRole(one, asked)).map(({ license_type }) => license_type))]
}
