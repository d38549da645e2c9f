import { sql, type SQL } from 'drizzle-orm'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Membership } from '#contract/licenses/compacts.ts'
import type { ExportedLicenses } from '#contract/licenses/licenses.ts'
import type { LicenseHolder } from '#contract/licenses/listed.ts'
import { matchesFilter, type Filter } from '#server/applicants/list/list-store.ts'
import type { Db } from '#server/db/connect.ts'
import { compact_change } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'

export type HeldRow = LicenseHolder & { user_session_id: number }

/** The licenses of applicants who listed any; `which` filters `user_session`. */
async function listHeld(db: Db, which: SQL): Promise<HeldRow[]> {
  const { rows } = await db.execute<HeldRow>(sql`
    select h.user_session_id, h.home_state, h.moved_on::text as moved_on, r.license_states as role_states, (
      select json_agg(json_build_object('license_type', l.license_type, 'license_state', l.license_state, 'is_multistate', l.is_multistate,
        'expires_on', l.expires_on, 'is_in_progress', l.is_in_progress, 'privileges', l.privileges, 'authorization', l.license_authorization,
        'latest', (select json_build_object('result', v.result, 'checked_on', v.checked_on, 'good_until', v.good_until, 'is_for_earlier_entry', v.entry <> l.entry)
          from license_verification v where v.license_id = l.license_id order by v.license_verification_id desc limit 1))
        order by l.place, l.license_id)
      from license l where l.user_session_id = h.user_session_id and l.removed_at is null) as licenses
    from license_holder h
    join (select user_session_id, ref_function_role_id from user_session where ${which}) u using (user_session_id)
    join function_role r using (ref_function_role_id)`)
  return rows.filter(({ licenses }) => licenses !== null)
}

export const listHeldBy = (db: Db, ids: number[]) =>
  ids.length === 0 ? Promise.resolve([]) : listHeld(db, sql`user_session_id = any(${sql.param(ids)}::int[])`)

export const listHeldIn = (db: Db, filter: Filter) => listHeld(db, matchesFilter(filter))

const INTERVIEWING = statusesWhere((meaning) => meaning.takesFeedback)

/** The licenses of everyone interviewing for a role, and the number of people. */
export async function listHeldByInterviewing(db: Db, ref_function_role_id: number): Promise<{ held: HeldRow[]; interviewing: number }> {
  const which = sql`ref_function_role_id = ${ref_function_role_id} and ref_application_status_id = any(${sql.param(INTERVIEWING)}::int[]) and ${visible('everyone')}`
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from user_session where ${which}`)
  return { held: await listHeld(db, which), interviewing: rows[0]!.count }
}

/** Whether anyone in the filter has listed licenses. */
export async function hasLicenses(db: Db, filter: Filter): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from license_holder where user_session_id in (select user_session_id from user_session where ${matchesFilter(filter)}) limit 1`)
  return rows.length > 0
}

/** A role's license states; null if it's outside the scope. */
export async function findLicenseStates(db: Db, ref_function_role_id: number, scope: Scope): Promise<string[] | null> {
  const inScope = scope === 'everyone' ? sql`true` : sql`ref_function_role_id = any(${sql.param([...scope])}::int[])`
  const { rows } = await db.execute<{ license_states: string[] }>(
    sql`select license_states from function_role where ref_function_role_id = ${ref_function_role_id} and ${inScope}`,
  )
  return rows[0]?.license_states ?? null
}

/** Compact facts that owners added to the built-in ones, oldest first. */
export async function listCompactChanges(db: Db): Promise<Membership[]> {
  const rows = await db.select().from(compact_change).orderBy(compact_change.compact_change_id)
  return rows.map(({ place, compact, standing, since, until, source, seen_on }) => ({ place, compact, standing, since, until, source, seen_on }) as Membership)
}

/** What an applicant listed, including what they removed, and what sources reported, for the applicant's export; null if they listed nothing. */
export async function findOwnLicenses(db: Db, user_session_id: number): Promise<ExportedLicenses | null> {
  const { rows } = await db.execute<ExportedLicenses>(sql`
    select h.home_state, h.moved_on::text as moved_on, h.npi, (
      select coalesce(json_agg(json_build_object('license_type', l.license_type, 'license_state', l.license_state, 'license_number', l.license_number,
        'is_multistate', l.is_multistate, 'expires_on', l.expires_on, 'is_in_progress', l.is_in_progress, 'privileges', l.privileges,
        'authorization', l.license_authorization, 'is_removed', l.removed_at is not null, 'checks', (
          select coalesce(json_agg(json_build_object('source', v.source, 'result', v.result, 'checked_on', v.checked_on, 'good_until', v.good_until,
            'is_for_earlier_entry', v.entry <> l.entry) order by v.license_verification_id), '[]')
          from license_verification v where v.license_id = l.license_id)) order by l.removed_at is not null, l.place, l.license_id), '[]')
      from license l where l.user_session_id = h.user_session_id) as licenses
    from license_holder h where h.user_session_id = ${user_session_id}`)
  return rows[0] ?? null
}
