import { MEMBERSHIPS, type Membership } from '#contract/licenses/compacts.ts'
import type { RoleCoverage } from '#contract/licenses/role-coverage.ts'
import { compactsOf, coverageFor, toListedLicenses, staleCompacts, typesOf, type LicenseFilter, type ListedLicenses } from '#contract/licenses/listed.ts'
import { isoDayIn } from '#contract/time-zone.ts'
import type { Filter } from '#server/applicants/list/list-store.ts'
import type { Db } from '#server/db/connect.ts'
import { listCompactChanges, listHeldBy, listHeldByInterviewing, listHeldIn } from './license-store.ts'

/** Today's date in the employer's time zone. */
export const todayIn = (time_zone: string): string => isoDayIn(time_zone, Date.now())

/** The built-in facts plus those that owners added. An added row replaces previous rows for the same place from its date on. */
export async function membershipsNow(db: Db): Promise<Membership[]> {
  return [...MEMBERSHIPS, ...(await listCompactChanges(db))]
}

/** The licenses of these applicants and what they cover today, for those who listed any. */
export async function licensesOf(db: Db, ids: number[], time_zone: string): Promise<Map<number, ListedLicenses>> {
  const held = await listHeldBy(db, ids)
  if (held.length === 0) return new Map()
  const memberships = await membershipsNow(db)
  return new Map(held.map((one) => [one.user_session_id, toListedLicenses(one, todayIn(time_zone), memberships)]))
}

/** The applicants in a list who match a license filter, by their licenses today. */
export async function idsByLicenses(db: Db, filter: Filter, by: LicenseFilter): Promise<number[]> {
  const memberships = await membershipsNow(db)
  const on = todayIn(filter.order.time_zone)
  const held = await listHeldIn(db, filter)
  return held.filter((one) => toListedLicenses(one, on, memberships).fits.includes(by)).map(({ user_session_id }) => user_session_id)
}

/** How many of those interviewing for a role cover each of its states, and which states no one covers. */
export async function coverageOfRole(db: Db, role: { ref_function_role_id: number; role_states: string[]; time_zone: string }): Promise<RoleCoverage> {
  const { ref_function_role_id, role_states, time_zone } = role
  const { held, interviewing } = await listHeldByInterviewing(db, ref_function_role_id)
  const memberships = await membershipsNow(db)
  const on = todayIn(time_zone)
  const licenses = held.flatMap((one) => one.licenses)
  const coverages = held.flatMap((one) => coverageFor(one, on, memberships) ?? [])
  const countOf = (name: 'covered' | 'review', place: string) => coverages.filter((one) => (one[name] as string[]).includes(place)).length
  const states = role_states.map((place) => ({ place, people: countOf('covered', place), review: countOf('review', place) }))
  return {
    role_states,
    interviewing,
    unlisted: interviewing - held.length,
    covered: states.flatMap(({ place, people }) => (people > 0 ? [place] : [])),
    uncovered: states.flatMap(({ place, people }) => (people > 0 ? [] : [place])),
    states,
    license_types: [...new Set(held.flatMap((one) => typesOf(one, on)))],
    facts_seen_on: staleCompacts(memberships, compactsOf(licenses), on),
  }
}
