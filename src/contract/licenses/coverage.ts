import { formatDay } from '../time-zone.ts'
import { MEMBERSHIPS, standingOn, type Membership } from './compacts.ts'
import { meaningOfType, type LicenseType } from './license-types.ts'
import type { Place } from './places.ts'

/** PSYPACT's certificates and authorizations. Only the APIT covers work over the phone or by video. */
export const AUTHORIZATIONS = ['APIT', 'E.Passport', 'IPC', 'TAP'] as const
export type Authorization = (typeof AUTHORIZATIONS)[number]

/** The parts of a license that coverage depends on; days are ISO dates. */
export type HeldLicense = {
  license_type: LicenseType
  license_state: Place
  is_multistate: boolean
  expires_on?: string | null | undefined
  is_in_progress?: boolean | undefined
  privileges?: Place[] | undefined
  authorization?: Authorization | null | undefined
  /** What the primary source said about this entry, unless it's active or no one has checked. */
  source_said?: 'restricted' | 'expired' | 'not_found' | undefined
}

export type CoverageInput = {
  licenses: readonly HeldLicense[]
  /** The legal home state; null outside the United States. */
  home_state: Place | null
  /** The day the home changed to `home_state`, if recent. */
  moved_on?: string | null | undefined
  role_states: readonly Place[]
  on: string
}

export type Coverage = {
  /** The role's states where the person has a valid right to practice; `missing` are the others. */
  covered: Place[]
  missing: Place[]
  /** The covered states whose last right to practice ends within 60 days. */
  expiring: Place[]
  /** The role's states where the law isn't clear or contradicts the entry. */
  review: Place[]
  sentence: string
}

/**
 * "Expiring" means within this many days. It's also how long a nurse who moves between member states has to apply in the new one (NLC rule 402(2),
 * since 2024-01-02).
 */
export const EXPIRING_DAYS = 60
const APPLICATION_DAYS = 60
const SIXTY_DAYS_SINCE = '2024-01-02'
const DAY_MS = 86_400_000

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** A right to practice in a place, and anything a person should check about it. */
type PracticeRight = { license_type: LicenseType; place: Place; until: string | null; doubt: string | null }
type Reach = Omit<PracticeRight, 'license_type'>
type CoverageContext = CoverageInput & { memberships: readonly Membership[] }

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

/** A source that says a license isn't active outweighs the entry. */
const isDenied = ({ source_said }: HeldLicense) => source_said === 'expired' || source_said === 'not_found'
const isHeld = (one: HeldLicense, on: string) => !one.is_in_progress && !isDenied(one) && (!one.expires_on || on <= one.expires_on)

/** An RN license doesn't qualify someone as an advanced practice nurse; people who hold both are hired as advanced practice nurses. */
function countsTowardRole({ license_type }: HeldLicense, { licenses, on }: Pick<CoverageInput, 'licenses' | 'on'>): boolean {
  const isAdvanced = licenses.some((one) => meaningOfType(one.license_type).isAdvancedNurse && isHeld(one, on))
  return !isAdvanced || meaningOfType(license_type).travels !== 'license'
}

function rightsFrom(license: HeldLicense, given: CoverageContext): PracticeRight[] {
  if (!isHeld(license, given.on)) return []
  const until = license.expires_on ?? null
  const { license_type } = license
  const own = { license_type, place: license.license_state, until, doubt: ownDoubt(license, given) }
  const restricted = restrictionOf(license)
  const others = rightsElsewhere(license, given).map((right) => ({
    ...right,
    license_type,
    until: earlier(until, right.until),
    doubt: restricted ?? right.doubt,
  }))
  return [own, ...others]
}

const earlier = (a: string | null, b: string | null) => (a === null || b === null ? (a ?? b) : a < b ? a : b)

function rightsElsewhere(license: HeldLicense, given: CoverageContext): Reach[] {
  const { travels } = meaningOfType(license.license_type)
  if (travels === 'license') return multistateRights(license, given)
  if (travels === 'privilege') return privilegeRights(license, given)
  return travels === 'authorization' ? psychologistRights(license, given) : []
}

/** Returns the place's standing under the license's compact on the given day. */
function standingAt({ license_type }: HeldLicense, place: Place, { memberships, on }: CoverageContext): Membership | null {
  const { compact } = meaningOfType(license_type)
  return compact === null ? null : standingOn(memberships, compact, place, on)
}

const isMember = (license: HeldLicense, place: Place | null, given: CoverageContext) =>
  place !== null && standingAt(license, place, given)?.standing === 'member'
const membershipDoubt = (membership: Membership | null) => (membership?.isUnconfirmed ? 'membership unconfirmed' : null)

type Travel = { isValid: boolean; until: string | null }

/** Returns whether a multistate license is valid as one on this day: only in the home state, or for 60 days after a move between member states. */
function travelRights(license: HeldLicense, given: CoverageContext): Travel {
  const { home_state, moved_on, on } = given
  if (!license.is_multistate || !isMember(license, license.license_state, given)) return { isValid: false, until: null }
  if (home_state === license.license_state) return { isValid: true, until: null }
  if (!moved_on || moved_on < SIXTY_DAYS_SINCE || !isMember(license, home_state, given)) return { isValid: false, until: null }
  const days = daysBetween(moved_on, on)
  return { isValid: days >= 0 && days <= APPLICATION_DAYS, until: dayAfter(moved_on, APPLICATION_DAYS) }
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

function multistateRights(license: HeldLicense, given: CoverageContext): Reach[] {
  const { isValid, until } = travelRights(license, given)
  if (!isValid) return []
  return placesOf(license, given, ['member', 'guest']).map((membership) => ({ place: membership.place, until, doubt: membershipDoubt(membership) }))
}

function placesOf(license: HeldLicense, given: CoverageContext, standings: Membership['standing'][]): Membership[] {
  return given.role_states.flatMap((place) => {
    const membership = standingAt(license, place, given)
    return membership && place !== license.license_state && standings.includes(membership.standing) ? [membership] : []
  })
}

/** A privilege counts in the place where it's held, and only if the compact issues privileges. */
function privilegeRights(license: HeldLicense, given: CoverageContext): Reach[] {
  const isHome = given.home_state === license.license_state && isMember(license, license.license_state, given)
  return (license.privileges ?? []).flatMap((place) => {
    const membership = standingAt(license, place, given)
    if (membership?.standing !== 'member') return []
    return [{ place, until: null, doubt: isHome ? membershipDoubt(membership) : 'a privilege comes from a license of the home state' }]
  })
}

/** An APIT is based on the home state, which must be the one that licensed the psychologist. */
function psychologistRights(license: HeldLicense, given: CoverageContext): Reach[] {
  if (license.authorization !== 'APIT' || !isMember(license, license.license_state, given)) return []
  if (given.home_state !== license.license_state) return []
  return placesOf(license, given, ['member']).map((membership) => ({ place: membership.place, until: null, doubt: membershipDoubt(membership) }))
}

/** Restrictions differ in what they allow, so a person has to read them. */
function restrictionOf({ source_said, license_type, license_state }: HeldLicense): string | null {
  return source_said === 'restricted' ? `the source says ${license_type} ${license_state} is restricted` : null
}

/**
 * Returns why a person should check the state that issued a license: the source says the license is restricted, or it's marked multistate, but can't
 * be.
 */
function ownDoubt(license: HeldLicense, given: CoverageContext): string | null {
  const restricted = restrictionOf(license)
  if (restricted) return restricted
  if (!license.is_multistate) return null
  if (meaningOfType(license.license_type).travels !== 'license') return 'this kind of license is never multistate'
  if (!isMember(license, license.license_state, given)) return `${license.license_state} issues no multistate licenses`
  if (travelRights(license, given).isValid) return null
  return given.home_state === null ? 'home outside the US' : 'moved'
}

/** Returns the uncovered states for which the answer isn't a clear no. */
function doubtsOf(licenses: readonly HeldLicense[], given: CoverageContext): Map<Place, string> {
  const doubts = new Map<Place, string>()
  for (const license of licenses.filter((one) => isHeld(one, given.on))) {
    const { isRarelyLicensed, travels } = meaningOfType(license.license_type)
    for (const place of given.role_states) {
      if (isRarelyLicensed) doubts.set(place, `not every state licenses ${license.license_type}s`)
      else if (travels === 'privilege' && license.privileges?.includes(place)) doubts.set(place, 'that state isn’t known to issue privileges')
      else if (travels === 'authorization' && license.authorization && isMember(license, place, given))
        doubts.set(place, license.authorization === 'APIT' ? 'an APIT is used from the home state' : 'needs an APIT for remote work')
    }
  }
  return doubts
}

function summaryOf(found: Omit<Coverage, 'sentence'>, licenses: readonly HeldLicense[], given: CoverageContext, rights: PracticeRight[]): string {
  const { covered, missing } = found
  const total = covered.length + missing.length
  if (total === 0) return "This role doesn't list any states."
  const parts = [
    `Covers ${covered.length} of ${total} ${total === 1 ? 'state' : 'states'}${typesOf(covered, rights)}`,
    ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
    ...openReasons(found, licenses, given),
    ...expiringNotes(found, given, rights),
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
  const named = placesBy.filter(([, places]) => places.length > 0)
  return `, but only with ${named.length} types of license (${named.map(([type, places]) => `${type} in ${places.join(', ')}`).join('; ')})`
}

/** Returns why states are missing or need review, without duplicates. */
function openReasons({ missing, review }: Omit<Coverage, 'sentence'>, licenses: readonly HeldLicense[], given: CoverageContext): string[] {
  const held = licenses.filter((one) => isHeld(one, given.on))
  const reasons = [
    licenses.length === 0 ? 'no licenses given' : null,
    ...licenses.filter((one) => one.is_in_progress).map((one) => `${distinctName(one, given)}not issued yet`),
    ...licenses.filter((one) => !one.is_in_progress && !isHeld(one, given.on)).map((one) => `${distinctName(one, given)}${reasonNotHeld(one, given)}`),
    ...(missing.length > 0 ? held.map((one) => reasonNotCovered(one, missing, given)) : []),
    ...held.map((one) => moveNote(one, given)),
    ...held.map((one) => ownDoubt(one, given)).map((doubt) => (doubt ? `review: ${doubt}` : null)),
    ...[...doubtsOf(licenses, given)].filter(([place]) => missing.includes(place)).map(([, doubt]) => `review: ${doubt}`),
    review.some((place) => !missing.includes(place) && held.every((one) => ownDoubt(one, given) === null)) ? 'review: the sources disagree' : null,
  ]
  return [...new Set(reasons.filter((reason) => reason !== null))]
}

function reasonNotHeld({ source_said, expires_on }: HeldLicense, { on }: CoverageContext): string {
  if (source_said === 'not_found') return 'not found at the source'
  return expires_on && expires_on < on ? 'expired' : 'expired, according to the source'
}

/** Returns the prefix that identifies the license a reason is about; empty if there's only one. */
function distinctName({ license_type, license_state }: HeldLicense, { licenses }: CoverageContext): string {
  return licenses.length > 1 ? `${license_type} ${license_state} ` : ''
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
  const { isValid, until } = travelRights(license, given)
  return isValid && until !== null ? `apply in ${given.home_state} by day ${APPLICATION_DAYS} (${formatDay(until)})` : null
}

/** Returns when coverage will end, naming the states unless it's all of them. */
function expiringNotes({ covered, expiring }: Omit<Coverage, 'sentence'>, given: CoverageContext, rights: PracticeRight[]): string[] {
  const last = expiring.map((place) => rights.filter((right) => right.place === place).reduce((late, { until }) => (until! > late ? until! : late), ''))
  if (last.length === 0) return []
  const first = last.toSorted()[0]!
  if (given.moved_on && first === dayAfter(given.moved_on, APPLICATION_DAYS)) return []
  const days = daysBetween(given.on, first)
  const when = days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`
  if (expiring.length === covered.length && last.every((day) => day === first)) return [`expires ${when}`]
  return [`coverage of ${expiring.join(', ')} ends ${last.every((day) => day === first) ? when : `soon, the first ${when}`}`]
}
