import { and, eq, isNull, sql } from 'drizzle-orm'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { ExclusionMatch } from '#contract/licenses/law-and-lists.ts'
import type { Db } from '#server/db/connect.ts'
import { exclusion, exclusion_match } from '#server/db/tables.ts'
import { nameOf } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'
import type { Exclusion } from './leie.ts'

export const countExclusions = (db: Db): Promise<number> => db.$count(exclusion)

/** Serializing more at a time would block other requests. */
const BATCH_SIZE = 2_000

/** Allows only one list to be loaded at a time, until the transaction ends. */
export async function lockExclusions(tx: Db): Promise<void> {
  await tx.execute(sql`lock table exclusion in share row exclusive mode`)
}

/** Replaces all previous exclusions with these, in the caller's transaction. */
export async function replaceExclusions(tx: Db, exclusions: Exclusion[]): Promise<void> {
  await tx.delete(exclusion)
  for (let at = 0; at < exclusions.length; at += BATCH_SIZE) {
    const rows = JSON.stringify(exclusions.slice(at, at + BATCH_SIZE))
    await tx.execute(sql`
      insert into exclusion (excluded_name, name_keys, npi, exclusion_type, excluded_on, reinstated_on)
      select excluded_name, name_keys, npi, exclusion_type, excluded_on, reinstated_on
      from jsonb_to_recordset(${rows}::jsonb)
        as given(excluded_name text, name_keys text[], npi text, exclusion_type text, excluded_on date, reinstated_on date)`)
  }
}

/** Applicants in panel interviews or with an accepted offer. */
const COMPARED = statusesWhere(({ takesFeedback, stage }) => takesFeedback || stage === 'accepted')

export type ComparedPerson = { user_session_id: number; first_name: string | null; last_name: string | null; npi: string | null }

export async function listCompared(db: Db): Promise<ComparedPerson[]> {
  const { rows } = await db.execute<ComparedPerson>(sql`
    select u.user_session_id, ${nameOf('u')}, h.npi from user_session u left join license_holder h using (user_session_id)
    where u.ref_application_status_id = any(${sql.param(COMPARED)}::int[]) and ${visible('everyone', 'u')}`)
  return rows
}

/** Records everyone on the list with this NPI or one of these names who's excluded today. Matches that are already recorded aren't added again. */
export async function insertMatches(tx: Db, user_session_id: number, { npi, keys }: { npi: string | null; keys: string[] }): Promise<number> {
  const { rows } = await tx.execute(sql`
    insert into exclusion_match (user_session_id, matched_on, excluded_name, exclusion_type, excluded_on)
    select ${user_session_id}, case when e.npi = ${npi} then 'npi' else 'name' end, e.excluded_name, e.exclusion_type, e.excluded_on
    from exclusion e
    where (e.npi = ${npi} or (e.name_keys && ${sql.param(keys)}::text[] and (e.npi is null or ${npi}::text is null)))
      and coalesce(e.excluded_on, '-infinity') <= current_date and (e.reinstated_on is null or e.reinstated_on > current_date)
    on conflict do nothing returning 1`)
  return rows.length
}

/** Includes the alias, so the person who checks the match can find the applicant. */
const columns = {
  exclusion_match_id: exclusion_match.exclusion_match_id,
  user_session_id: exclusion_match.user_session_id,
  alias: sql<string>`(select u.alias from user_session u where u.user_session_id = exclusion_match.user_session_id)`,
  function_role_name: sql<string>`(select r.function_role_name from user_session u join function_role r using (ref_function_role_id)
    where u.user_session_id = exclusion_match.user_session_id)`,
  matched_on: sql<'npi' | 'name'>`matched_on`,
  excluded_name: exclusion_match.excluded_name,
  exclusion_type: exclusion_match.exclusion_type,
  excluded_on: exclusion_match.excluded_on,
  found_at: exclusion_match.found_at,
  closed_at: exclusion_match.closed_at,
  closed_reason: exclusion_match.closed_reason,
}

/** Open matches first, newest first. */
export async function listExclusionMatches(db: Db): Promise<ExclusionMatch[]> {
  return db
    .select(columns)
    .from(exclusion_match)
    .where(sql`exists (select 1 from user_session u where u.user_session_id = exclusion_match.user_session_id and ${visible('everyone', 'u')})`)
    .orderBy(sql`closed_at desc nulls first, exclusion_match_id desc`)
    .limit(500)
}

export async function setMatchClosed(tx: Db, id: number, closed: { closed_by: number; closed_reason: string }): Promise<ExclusionMatch | null> {
  const [match] = await tx
    .update(exclusion_match)
    .set({ ...closed, closed_at: sql`now()` })
    .where(and(eq(exclusion_match.exclusion_match_id, id), isNull(exclusion_match.closed_at)))
    .returning(columns)
  return match ?? null
}
