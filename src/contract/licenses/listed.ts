import { z } from 'zod'
import { COMPACTS, STALE_AFTER_DAYS, lastCheckedOn, type Compact, type Membership } from './compacts.ts'
import { labelOf, meaningOfType } from './license-types.ts'
import { coverageOf, typesCounted } from './coverage.ts'
import {
  countsTowardRole,
  daysBetween,
  earlier,
  EXPIRING_DAYS,
  isFromFormerHome,
  isHeld,
  statesInDoubtAbroad,
  type Coverage,
  type CoverageInput,
  type HeldLicense,
} from './rights.ts'
import { PLACES, type Place } from './places.ts'

/** The list filters, as named in the menu. */
export const LICENSE_FILTERS = {
  all: 'Licenses cover all states',
  some: 'Licenses cover some states',
  expiring: 'License expires within 60 days',
  unverified: 'License not verified',
} as const
export type LicenseFilter = keyof typeof LICENSE_FILTERS
export const LICENSE_FILTER_NAMES = Object.keys(LICENSE_FILTERS) as [LicenseFilter, ...LicenseFilter[]]

/** An applicant's licenses as shown in a list, with nothing that identifies the applicant. */
export const ListedLicenses = z.object({
  /** "RN TX". */
  held: z.array(z.string()),
  /** Null if the role names no states. */
  sentence: z.string().nullable(),
  /** When the compact facts were last checked, if that was long ago. */
  facts_seen_on: z.string().nullable(),
  /** The license filters this applicant matches. */
  fits: z.array(z.enum(LICENSE_FILTER_NAMES)),
})
export type ListedLicenses = z.infer<typeof ListedLicenses>

/** The latest check of a license at its source. */
export type LatestCheck = { result: string; checked_on: string; good_until: string | null; is_for_earlier_entry: boolean }

/** Returns whether the source confirmed that the license, as entered now, is active and will still be active on this day. */
export function isVerifiedOn(on: string, latest: LatestCheck | null | undefined): boolean {
  if (!latest || latest.result !== 'active' || latest.is_for_earlier_entry) return false
  return latest.good_until === null || on <= latest.good_until
}

export type LicenseHolder = {
  licenses: (HeldLicense & { latest: LatestCheck | null })[]
  /** Null outside the United States. */
  home_state: string | null
  moved_on: string | null
  role_states: string[]
}

/** Whether the source has this license as entered now, with or without a restriction. */
const isFound = ({ result, is_for_earlier_entry }: LatestCheck) => !is_for_earlier_entry && (result === 'active' || result === 'restricted')

/**
 * Returns the result of the latest check for `coverageOf`; undefined if it's active, missing, or for an earlier entry. It's "expired" once the day until
 * which the source had called the license good is over.
 */
export function sourceSaid(latest: LatestCheck | null | undefined, on: string): HeldLicense['source_said'] {
  if (!latest || latest.is_for_earlier_entry) return undefined
  if (isFound(latest) && latest.good_until !== null && latest.good_until < on) return 'expired'
  return latest.result === 'active' ? undefined : (latest.result as HeldLicense['source_said'])
}

/**
 * Returns the last day a license is valid, as far as known: the earlier of the day entered and the one its source gave. Once the day entered is over, a
 * source that still had the license after it is right. The reminders' `lastDayOf` computes the same.
 */
export function lastDayOf(entered: string | null, latest: LatestCheck | null | undefined, on: string): string | null {
  if (!latest || !isFound(latest)) return entered
  const { good_until, checked_on } = latest
  const isRenewed = entered !== null && entered < on && (good_until ?? checked_on) > entered
  return isRenewed ? good_until : earlier(entered, good_until)
}

/** If the source denies a license, it's reported as such, whichever day was entered. */
function withSource({ latest, expires_on = null, ...license }: LicenseHolder['licenses'][number], on: string): HeldLicense {
  const source_said = sourceSaid(latest, on)
  return { ...license, source_said, expires_on: source_said === 'expired' ? expires_on : lastDayOf(expires_on, latest, on) }
}

const withSources = (licenses: LicenseHolder['licenses'], on: string) => licenses.map((license) => withSource(license, on))

/** Returns the types of license that count today, unless the source says otherwise. */
export const typesOf = ({ licenses }: Pick<LicenseHolder, 'licenses'>, on: string) => typesCounted({ licenses: withSources(licenses, on), on })

function inputOf({ home_state, moved_on, ...of }: LicenseHolder, on: string): CoverageInput {
  const role_states = of.role_states.filter((state): state is Place => Object.hasOwn(PLACES, state))
  return { licenses: withSources(of.licenses, on), home_state: home_state as Place | null, moved_on, role_states, on }
}

/** Returns which of a role's states the licenses cover, unless the source says otherwise; null if the role names none. */
export function coverageFor(holder: LicenseHolder, on: string, memberships: readonly Membership[]): Coverage | null {
  const input = inputOf(holder, on)
  return input.role_states.length === 0 ? null : coverageOf(input, memberships)
}

/** Returns, for each license, whether it's a multistate license from a former home (see `isFromFormerHome`). */
export function areFromFormerHome(holder: LicenseHolder, on: string, memberships: readonly Membership[]): boolean[] {
  const context = { ...inputOf(holder, on), memberships }
  return context.licenses.map((license) => isFromFormerHome(license, context))
}

/** Returns the role's states that a multistate license may cover although its holder lives outside the US. */
export function listStatesInDoubtAbroad(holder: LicenseHolder, on: string, memberships: readonly Membership[]): Place[] {
  const context = { ...inputOf(holder, on), memberships }
  const countedLicenses = context.licenses.filter((license) => isHeld(license, on) && countsTowardRole(license, context))
  return [...new Set(countedLicenses.flatMap((license) => statesInDoubtAbroad(license, context).map(({ place }) => place)))]
}

/** Cached because lists look up the same facts thousands of times. */
const LAST_CHECKS = new WeakMap<readonly Membership[], Map<Compact, string | null>>()

function lastChecksOf(memberships: readonly Membership[]): Map<Compact, string | null> {
  const known = LAST_CHECKS.get(memberships) ?? new Map(COMPACTS.map((compact) => [compact, lastCheckedOn(memberships, compact)] as const))
  LAST_CHECKS.set(memberships, known)
  return known
}

/** Returns when the facts about these compacts were last checked, if that's too long ago to rely on. */
export function staleCompacts(memberships: readonly Membership[], compacts: readonly Compact[], on: string): string | null {
  const [oldest] = [...new Set(compacts)].flatMap((compact) => lastChecksOf(memberships).get(compact) ?? []).toSorted()
  return oldest !== undefined && daysBetween(oldest, on) > STALE_AFTER_DAYS ? oldest : null
}

/** Returns the compacts that these licenses' coverage depends on. */
export function compactsOf(licenses: readonly Pick<HeldLicense, 'license_type'>[]): Compact[] {
  return licenses.flatMap(({ license_type }) => meaningOfType(license_type).compact ?? [])
}

export function toListedLicenses(one: LicenseHolder, on: string, memberships: readonly Membership[]): ListedLicenses {
  const coverage = coverageFor(one, on, memberships)
  const { licenses } = one
  const lastDays = licenses.map(({ expires_on = null, is_in_progress, latest }) => (is_in_progress ? null : lastDayOf(expires_on, latest, on)))
  const days = lastDays.flatMap((day) => (day === null ? [] : [daysBetween(on, day)]))
  const fits = {
    all: coverage !== null && coverage.missing.length === 0,
    some: coverage !== null && coverage.missing.length > 0 && coverage.covered.length > 0,
    expiring: days.some((left) => left >= 0 && left <= EXPIRING_DAYS),
    // A license can't be verified until it's issued.
    unverified: licenses.some(({ is_in_progress, latest }) => !is_in_progress && !isVerifiedOn(on, latest)),
  }
  return {
    held: licenses.map(labelOf),
    sentence: coverage?.sentence ?? null,
    facts_seen_on: coverage && staleCompacts(memberships, compactsOf(licenses), on),
    fits: LICENSE_FILTER_NAMES.filter((name) => fits[name]),
  }
}
