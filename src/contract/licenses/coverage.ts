import { formatDay } from '#contract/time-zone.ts'
import { MEMBERSHIPS, type Membership } from './compacts.ts'
import { type LicenseType, labelOf, meaningOfType, shortName } from './license-types.ts'
import {
  countsTowardRole,
  daysBetween,
  doubtsOf,
  EXPIRING_DAYS,
  isHeld,
  placesDenied,
  rightsFrom,
  type Coverage,
  type CoverageInput,
  APPLICATION_DAYS,
  hasApplied,
  HOME_ABROAD,
  isMember,
  ownDoubt,
  placesOf,
  travelRights,
  type CoverageContext,
  type HeldLicense,
  type PracticeRight,
} from './rights.ts'
import type { Place } from './places.ts'

/**
 * Returns which of a role's states the licenses cover on a day. It applies the law as recorded in `MEMBERSHIPS` and points out where the law isn't
 * clear; it never decides anything. A license is valid through its expiration date; pending licenses and compacts that aren't in force don't count.
 */
export function coverageOf(asked: CoverageInput, memberships: readonly Membership[] = MEMBERSHIPS): Coverage {
  const context = { ...asked, memberships }
  const role_states = [...new Set(asked.role_states)]
  const countedLicenses = asked.licenses.filter((license) => countsTowardRole(license, asked))
  const rights = countedLicenses.flatMap((license) => rightsFrom(license, context))
  const of = (place: Place) => rights.filter((right) => right.place === place)
  const covered = role_states.filter((place) => of(place).length > 0)
  const missing = role_states.filter((place) => of(place).length === 0)
  const expiring = covered.filter((place) => of(place).every(({ until }) => until !== null && daysBetween(asked.on, until) <= EXPIRING_DAYS))
  const unclear = new Set([...doubtsOf(countedLicenses, context).keys(), ...countedLicenses.flatMap((license) => placesDenied(license, context))])
  const review = role_states.filter((place) => (covered.includes(place) ? of(place).every(({ doubt }) => doubt !== null) : unclear.has(place)))
  return { covered, missing, expiring, review, sentence: summaryOf({ covered, missing, expiring, review }, countedLicenses, context, rights) }
}

/** Returns the types of license that count on this day. */
export function typesCounted(asked: Pick<CoverageInput, 'licenses' | 'on'>): LicenseType[] {
  return [...new Set(asked.licenses.filter((license) => isHeld(license, asked.on) && countsTowardRole(license, asked)).map(({ license_type }) => license_type))]
}

/** Writes coverage as a short sentence that says why states are missing or need review. */
function summaryOf(found: Omit<Coverage, 'sentence'>, licenses: readonly HeldLicense[], given: CoverageContext, rights: PracticeRight[]): string {
  const { covered, missing } = found
  const total = covered.length + missing.length
  if (total === 0) return "This role doesn't list any states."
  const parts = [
    `Covers ${covered.length} of ${total} ${total === 1 ? 'state' : 'states'}${typesOf(covered, rights)}`,
    ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
    ...openReasons(found, licenses, given, rights),
    ...expiringNotes(found, licenses, given, rights),
  ]
  return `${parts.join('; ')}.`
}

/**
 * A role doesn't specify the type of license it needs, so if no single type covers all the covered states, the sentence lists what each type covers.
 */
function typesOf(covered: readonly Place[], rights: readonly PracticeRight[]): string {
  const types = [...Map.groupBy(rights, ({ license_type }) => license_type)]
  const placesBy = types.map(([type, held]) => [type, covered.filter((place) => held.some((right) => right.place === place))] as const)
  if (covered.length === 0 || placesBy.some(([, places]) => places.length === covered.length)) return ''
  const nonEmpty = placesBy.filter(([, places]) => places.length > 0)
  return `, but only with ${nonEmpty.length} types of license (${nonEmpty.map(([type, places]) => `${shortName(type)} in ${places.join(', ')}`).join('; ')})`
}

/** Returns why states are missing or need review, without duplicates. */
function openReasons(
  { missing, review }: Omit<Coverage, 'sentence'>,
  licenses: readonly HeldLicense[],
  given: CoverageContext,
  rights: readonly PracticeRight[],
): string[] {
  const held = licenses.filter((license) => isHeld(license, given.on))
  const reasons = [
    licenses.length === 0 ? 'no licenses given' : null,
    ...licenses.filter((license) => license.is_in_progress).map((license) => `${distinctName(license, given)}not issued yet`),
    ...licenses
      .filter((license) => !license.is_in_progress && !isHeld(license, given.on))
      .map((license) => `${needsReview(license, missing, given) ? 'review: ' : ''}${distinctName(license, given)}${reasonNotHeld(license, given)}`),
    ...(missing.length > 0 ? held.map((one) => reasonNotCovered(one, missing, given)) : []),
    ...held.map((one) => moveNote(one, given)),
    ...held.map((one) => contradictionIn(one, { missing, review }, given)),
    ...[...doubtsOf(licenses, given)].filter(([place]) => missing.includes(place)).map(([, doubt]) => `review: ${doubt}`),
    ...rights.filter(({ place, doubt }) => doubt !== null && review.includes(place)).map(({ doubt }) => `review: ${doubt}`),
  ]
  return [...new Set(reasons.filter((reason) => reason !== null))]
}

/**
 * Returns why a license doesn't count as entered, if that matters for this role: its own state needs review, or it would cover a missing state if it were
 * multistate.
 */
function contradictionIn(license: HeldLicense, { missing, review }: Pick<Coverage, 'missing' | 'review'>, given: CoverageContext): string | null {
  const doubt = ownDoubt(license, given)
  if (doubt === null) return null
  if (review.includes(license.license_state)) return `review: ${doubt}`
  if (doubt === HOME_ABROAD) return null
  if (!placesOf(license, given, ['member', 'guest']).some(({ place }) => missing.includes(place))) return null
  return doubt === 'moved' ? `${license.license_state} multistate license, but home is ${given.home_state}` : doubt
}

/** Whether a state is missing only because the source contradicts this entry, so a person should find out why. */
const needsReview = (license: HeldLicense, missing: readonly Place[], given: CoverageContext) =>
  placesDenied(license, given).some((place) => missing.includes(place))

function reasonNotHeld({ source_said, expires_on }: HeldLicense, { on }: CoverageContext): string {
  if (source_said === 'not_found') return 'not found at the source'
  return expires_on && expires_on < on ? 'expired' : 'expired, according to the source'
}

/** Returns the prefix that identifies the license a reason is about; empty if there's only one. */
function distinctName({ license_type, license_state }: HeldLicense, { licenses }: CoverageContext): string {
  return licenses.length > 1 ? `${labelOf({ license_type, license_state })} ` : ''
}

function reasonNotCovered(license: HeldLicense, missing: readonly Place[], given: CoverageContext): string | null {
  const { license_type, license_state, is_multistate } = license
  const { compact, travels, isAdvancedNurse } = meaningOfType(license_type)
  if (isAdvancedNurse) return 'APRN is per state'
  if (travels === 'license' && travelRights(license, given).isValid) return `${license_state} multistate license`
  if (travels === 'license' && !is_multistate && isMember(license, license_state, given)) return `${license_state} single-state license`
  if (compact === 'IMLC') return missing.length === 1 ? `needs a ${missing[0]} license` : 'needs a license in each of them'
  return null
}

/** Returns the note for a nurse who has just moved between member states. */
function moveNote(license: HeldLicense, given: CoverageContext): string | null {
  const { home_state } = given
  const { isValid, until } = travelRights(license, given)
  if (!isValid || until === null) return null
  return hasApplied(license, given)
    ? `applied in ${home_state}, day ${APPLICATION_DAYS} after the move is ${formatDay(until)}`
    : `apply in ${home_state} by day ${APPLICATION_DAYS} (${formatDay(until)})`
}

/**
 * Returns when coverage will end, naming the states unless it's all of them. Leaves out states that count only for the 60 days after a move, because
 * `moveNote` gives that date.
 */
function expiringNotes(
  { covered, expiring }: Omit<Coverage, 'sentence'>,
  licenses: readonly HeldLicense[],
  given: CoverageContext,
  rights: readonly PracticeRight[],
): string[] {
  const notedPlaces = new Set(licenses.filter((license) => isHeld(license, given.on)).flatMap((license) => endOfMove(license, given) ?? []))
  const endOf = (place: Place) => rights.filter((right) => right.place === place).reduce((late, { until }) => (until! > late ? until! : late), '')
  const ending = expiring.map((place) => ({ place, day: endOf(place) })).filter(({ day }) => !notedPlaces.has(day))
  const first = ending.map(({ day }) => day).toSorted()[0]
  if (first === undefined) return []
  const days = daysBetween(given.on, first)
  const when = days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`
  const isOneDay = ending.every(({ day }) => day === first)
  if (ending.length === covered.length && isOneDay) return [`expires ${when}`]
  return [`coverage of ${ending.map(({ place }) => place).join(', ')} ends ${isOneDay ? when : `soon, the first ${when}`}`]
}

/** Returns the last of the 60 days after a move if the move keeps a license valid until then and it doesn't expire sooner. */
function endOfMove(license: HeldLicense, given: CoverageContext): string | null {
  const { isValid, until } = travelRights(license, given)
  return isValid && until !== null && (!license.expires_on || license.expires_on > until) ? until : null
}
