import { COMPACT_LABELS, isUncertain, standingOn, type Membership } from './compacts.ts'
import { labelOf, meaningOfType, shortName, type LicenseType } from './license-types.ts'
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
  /** The date the legal home moved to `home_state`, if recent. */
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
export const APPLICATION_DAYS = 60
const SIXTY_DAYS_SINCE = '2024-01-02'
const DAY_MS = 86_400_000

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** A right to practice in a place, and anything a person should check about it. */
export type PracticeRight = { license_type: LicenseType; place: Place; until: string | null; doubt: string | null }
type Reach = Omit<PracticeRight, 'license_type'>
export type CoverageContext = CoverageInput & { memberships: readonly Membership[] }

/** A source that doesn't have the license, or has it as expired, outweighs the entry. */
const isDenied = ({ source_said }: HeldLicense) => source_said === 'expired' || source_said === 'not_found'
export const isHeld = (one: HeldLicense, on: string) => !one.is_in_progress && !isDenied(one) && (!one.expires_on || on <= one.expires_on)

/** An RN license doesn't qualify someone as an advanced practice nurse; people who hold both are hired as advanced practice nurses. */
export function countsTowardRole({ license_type }: HeldLicense, { licenses, on }: Pick<CoverageInput, 'licenses' | 'on'>): boolean {
  const isAdvanced = licenses.some((license) => meaningOfType(license.license_type).isAdvancedNurse && isHeld(license, on))
  return !isAdvanced || meaningOfType(license_type).compact !== 'NLC'
}

export function rightsFrom(license: HeldLicense, given: CoverageContext): PracticeRight[] {
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

/** The earlier of two days; the other one if one isn't known. */
export const earlier = (a: string | null, b: string | null) => (a === null || b === null ? (a ?? b) : a < b ? a : b)

function rightsElsewhere(license: HeldLicense, given: CoverageContext): Reach[] {
  const { travels } = meaningOfType(license.license_type)
  if (travels === 'license') return multistateRights(license, given)
  if (travels === 'privilege') return privilegeRights(license, given)
  return travels === 'authorization' ? psychologistRights(license, given) : []
}

/** Returns where a license would count if its source didn't deny it. */
export function placesDenied(license: HeldLicense, given: CoverageContext): Place[] {
  return isDenied(license) ? rightsFrom({ ...license, source_said: undefined }, given).map(({ place }) => place) : []
}

/** Returns the state's standing under the license's compact on the given day; null if it has none. */
function standingAt({ license_type }: HeldLicense, place: Place, { memberships, on }: CoverageContext): Membership | null {
  const { compact } = meaningOfType(license_type)
  return compact === null ? null : standingOn(memberships, compact, place, on)
}

export const isMember = (license: HeldLicense, place: Place | null, given: CoverageContext) =>
  place !== null && standingAt(license, place, given)?.standing === 'member'

/** Returns why a right under a compact is in doubt: it isn't certain that the place, or the state that issued the license, was a member on this day. */
function membershipDoubt(license: HeldLicense, membership: Membership, given: CoverageContext): string | null {
  const unclear = [membership, standingAt(license, license.license_state, given)].find((one) => one !== null && isUncertain(one, given.on))
  return unclear ? `whether ${unclear.place} is in ${COMPACT_LABELS[unclear.compact]} on this day is unconfirmed` : null
}

type Travel = { isValid: boolean; until: string | null }

/**
 * Returns whether a license is valid as a multistate license on this day: only in the home state, or, for nurses, for 60 days after a move between member
 * states, and no longer than until the new state issues its own (NLC rule 402(2)).
 */
export function travelRights(license: HeldLicense, given: CoverageContext): Travel {
  const { home_state, moved_on, on } = given
  if (!license.is_multistate || !isMember(license, license.license_state, given)) return { isValid: false, until: null }
  if (home_state === license.license_state) return { isValid: true, until: null }
  const isMove = meaningOfType(license.license_type).compact === 'NLC' && moved_on && moved_on >= SIXTY_DAYS_SINCE && isMember(license, home_state, given)
  if (!isMove || isReplaced(license, given)) return { isValid: false, until: null }
  const days = daysBetween(moved_on, on)
  return { isValid: days >= 0 && days <= APPLICATION_DAYS, until: dayAfter(moved_on, APPLICATION_DAYS) }
}

/** Whether the new home state has issued a multistate license, which ends the one from the old state. */
function isReplaced({ license_type }: HeldLicense, { licenses, home_state, on }: CoverageContext): boolean {
  return licenses.some(
    (license) => license.license_type === license_type && license.license_state === home_state && license.is_multistate && isHeld(license, on),
  )
}

/**
 * Whether a held multistate license is from a member state other than the legal home and hasn't been replaced by a new one. What it covers depends on when
 * its holder moved and applied.
 */
export function isFromFormerHome(license: HeldLicense, given: CoverageContext): boolean {
  if (given.home_state === null || given.home_state === license.license_state || !license.is_multistate || !isHeld(license, given.on)) return false
  const isIssued = meaningOfType(license.license_type).travels === 'license' && isMember(license, license.license_state, given)
  return isIssued && !isReplaced(license, given)
}

type Applied = { license_type: string; license_state: string; is_in_progress?: boolean | undefined }

/** Whether a license of the same type is in progress in the new home state. */
export function hasApplied(
  { license_type, license_state }: Applied,
  { licenses, home_state }: { licenses: readonly Applied[]; home_state: string | null },
): boolean {
  return (
    home_state !== license_state &&
    licenses.some((license) => license.is_in_progress && license.license_type === license_type && license.license_state === home_state)
  )
}

/**
 * Returns the states a multistate license may still cover although the 60 days after the move are over: someone who applied in time may use it until the new
 * state issues its own (NLC rule 403(1)), and we don't know when they applied.
 */
function pendingStates(license: HeldLicense, given: CoverageContext): Membership[] {
  if (meaningOfType(license.license_type).compact !== 'NLC' || !license.is_multistate || !isMember(license, license.license_state, given)) return []
  if (!isMember(license, given.home_state, given) || !hasApplied(license, given) || isReplaced(license, given)) return []
  return placesOf(license, given, ['member', 'guest'])
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

function multistateRights(license: HeldLicense, given: CoverageContext): Reach[] {
  const { isValid, until } = travelRights(license, given)
  if (!isValid) return []
  return placesOf(license, given, ['member', 'guest']).map((membership) => ({
    place: membership.place,
    until,
    doubt: membershipDoubt(license, membership, given),
  }))
}

export function placesOf(license: HeldLicense, given: CoverageContext, standings: Membership['standing'][]): Membership[] {
  return given.role_states.flatMap((place) => {
    const membership = standingAt(license, place, given)
    return membership && place !== license.license_state && standings.includes(membership.standing) ? [membership] : []
  })
}

/** A privilege counts in the place where it's held, and only if the compact issues privileges there and for licenses from this state. */
function privilegeRights(license: HeldLicense, given: CoverageContext): Reach[] {
  if (!isMember(license, license.license_state, given)) return []
  const isHome = given.home_state === license.license_state
  return (license.privileges ?? []).flatMap((place) => {
    const membership = standingAt(license, place, given)
    if (membership?.standing !== 'member') return []
    return [{ place, until: null, doubt: isHome ? membershipDoubt(license, membership, given) : 'a privilege comes from a license of the home state' }]
  })
}

/** An APIT is based on the home state, which must be the one that licensed the psychologist. */
function psychologistRights(license: HeldLicense, given: CoverageContext): Reach[] {
  if (license.authorization !== 'APIT' || !isMember(license, license.license_state, given)) return []
  if (given.home_state !== license.license_state) return []
  return placesOf(license, given, ['member']).map((membership) => ({
    place: membership.place,
    until: null,
    doubt: membershipDoubt(license, membership, given),
  }))
}

/** Restrictions differ in what they allow, so a person has to read them. */
function restrictionOf({ source_said, license_type, license_state }: HeldLicense): string | null {
  return source_said === 'restricted' ? `the source says ${labelOf({ license_type, license_state })} is restricted` : null
}

/** Returns why a person should check the state that issued a license: the source says the license is restricted, or it's marked multistate but can't be. */
export function ownDoubt(license: HeldLicense, given: CoverageContext): string | null {
  const restricted = restrictionOf(license)
  if (restricted) return restricted
  // Professions that aren't on our list may have multistate licenses.
  if (!license.is_multistate || license.license_type === 'OTHER') return null
  if (meaningOfType(license.license_type).travels !== 'license') return 'this kind of license is never multistate'
  if (!isMember(license, license.license_state, given))
    return `${license.license_state} issues no multistate ${shortName(license.license_type, license.license_state)} licenses`
  if (travelRights(license, given).isValid) return null
  return given.home_state === null ? HOME_ABROAD : 'moved'
}

/** It's unconfirmed whether a multistate license counts elsewhere for someone who lives outside the US. */
export const HOME_ABROAD = 'home outside the US'

export function statesInDoubtAbroad(license: HeldLicense, given: CoverageContext): Membership[] {
  const isInDoubt = given.home_state === null && license.is_multistate && meaningOfType(license.license_type).travels === 'license'
  return isInDoubt && isMember(license, license.license_state, given) ? placesOf(license, given, ['member', 'guest']) : []
}

function privilegeDoubt(license: HeldLicense, place: Place, given: CoverageContext): string {
  return isMember(license, place, given)
    ? `privileges aren't known to be issued on ${license.license_state} licenses`
    : `${place} isn't known to issue privileges`
}

function authorizationDoubt(license: HeldLicense, given: CoverageContext): string {
  if (license.authorization !== 'APIT') return 'needs an APIT for remote work'
  return isMember(license, license.license_state, given) ? 'an APIT is used from the home state' : 'an APIT needs a license from a PSYPACT state'
}

/** Returns the uncovered states for which the answer isn't a clear no. */
export function doubtsOf(licenses: readonly HeldLicense[], given: CoverageContext): Map<Place, string> {
  const doubts = new Map<Place, string>()
  for (const license of licenses.filter((one) => isHeld(one, given.on))) {
    const { rarelyLicensed, travels } = meaningOfType(license.license_type)
    for (const { place } of pendingStates(license, given))
      doubts.set(place, `${labelOf(license)} may count until ${given.home_state} decides, if the application was in time`)
    for (const { place } of statesInDoubtAbroad(license, given)) doubts.set(place, HOME_ABROAD)
    for (const place of given.role_states) {
      if (rarelyLicensed) doubts.set(place, rarelyLicensed)
      else if (travels === 'privilege' && license.privileges?.includes(place)) doubts.set(place, privilegeDoubt(license, place, given))
      else if (travels === 'authorization' && license.authorization && isMember(license, place, given)) doubts.set(place, authorizationDoubt(license, given))
    }
  }
  return doubts
}
