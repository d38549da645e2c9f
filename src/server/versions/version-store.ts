import { sql, type SQL } from 'drizzle-orm'
import type { VersionKind } from '#contract/versions.ts'
import type { Db } from '#server/db/connect.ts'
import { text_version } from '#server/db/tables.ts'

export type Content = Record<string, unknown>
export type VersionRow = typeof text_version.$inferInsert
export type CurrentStatus = { ref_application_status_id: number; has_emailed_application_status: boolean; status_change_id: number | null }

/** Returns the number of the newest version; 0 if the text has never changed. */
export async function findNewest(tx: Db, kind: VersionKind, of_id: number): Promise<number> {
  const { rows } = await tx.execute<{ newest: number }>(sql`
    select coalesce(max(version), 0)::int as newest from text_version where kind = ${kind} and of_id = ${of_id}`)
  return rows[0]!.newest
}

export async function insertVersions(tx: Db, rows: VersionRow[]): Promise<void> {
  await tx.insert(text_version).values(rows)
}

/** Returns an applicant's status and the decision that led to it. */
export async function findCurrentStatus(tx: Db, user_session_id: number): Promise<CurrentStatus | null> {
  const { rows } = await tx.execute<CurrentStatus>(sql`
    select u.ref_application_status_id, u.has_emailed_application_status,
      (select max(c.status_change_id) from status_change c where c.user_session_id = u.user_session_id and c.undone_at is null) as status_change_id
    from user_session u where u.user_session_id = ${user_session_id}`)
  return rows[0] ?? null
}

/** Returns whether a decision has been made on this applicant since `at`. */
export async function wasDecidedSince(tx: Db, user_session_id: number, at: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from status_change where user_session_id = ${user_session_id} and undone_at is null and changed_at >= ${at} limit 1`)
  return rows.length > 0
}

export type ReadVersions = SQL<Record<string, number>>

/**
 * The current version of each text about an applicant, for `read_versions` in rows written after reading those texts; answers and marks are included only if
 * they've changed.
 */
export function standingVersions(user_session_id: number | SQL): ReadVersions {
  return sql`(
    with present as (
      select 'contact' as kind, ${user_session_id}::int as of_id
      union all select 'rationale', fgl_hiring_decision_detail_id from hiring_decision_detail where user_session_id = ${user_session_id}
      union all select 'red_flag', fgl_ref_red_flag_id from hiring_decision_detail where user_session_id = ${user_session_id}
      union all select 'feedback', d.if_interview_feedback_detail_id from interview_feedback_detail d
        join interview_header h on h.interview_header_id = d.if_interview_header_id where h.user_session_id = ${user_session_id}
      union all select 'note', note_id from note where user_session_id = ${user_session_id}
      union all select 'candidate_feedback', user_session_id from candidate_feedback where user_session_id = ${user_session_id}
      union select kind, of_id from text_version where user_session_id = ${user_session_id} and kind in ('answer', 'mark')),
    read as (
      select p.kind || ':' || p.of_id as name, coalesce(max(v.version), 1)::int as version
      from present p left join text_version v on v.kind = p.kind and v.of_id = p.of_id
      group by p.kind, p.of_id)
    select jsonb_object_agg(name, version) from read)`
}

export type FoundVersion = {
  kind: VersionKind
  of_id: number
  version: number
  about: string | null
  content: Content | null
  deleted: boolean
  written_by: number | null
  by_email: string | null
  by_candidate: boolean
  written_at: string
  why: string | null
  after_decision: boolean
  is_newest: boolean
}

/**
 * Returns versions, oldest first. The wording of red flags and questions isn't about one applicant; it's included for the red flags that were decided
 * and the questions that were answered.
 */
export async function listVersionRows(db: Db, user_session_id: number): Promise<FoundVersion[]> {
  const { rows } = await db.execute<FoundVersion>(sql`
    select v.kind, v.of_id, v.version, case v.kind
        when 'mark' then (select f.red_flag_desc from red_flag f where f.fgl_ref_red_flag_id = (v.content ->> 'fgl_ref_red_flag_id')::int)
        when 'question' then (select q.question_name from application_question q where q.ref_question_id = v.of_id) end as about,
      v.content, v.deleted, v.written_by, a.email as by_email, v.by_candidate, v.written_at, v.why,
      v.after_decision and c.undone_at is null as after_decision,
      v.version = max(v.version) over (partition by v.kind, v.of_id) as is_newest
    from text_version v left join staff_account a on a.staff_account_id = v.written_by
    left join status_change c on c.status_change_id = v.after_change_id
    where v.user_session_id = ${user_session_id} or (v.kind = 'red_flag' and v.of_id in (
      select d.fgl_ref_red_flag_id from hiring_decision_detail d where d.user_session_id = ${user_session_id}))
      or (v.kind = 'question' and v.of_id in (select q.ref_question_id from user_session_answer q where q.user_session_id = ${user_session_id}))
    order by v.kind, v.of_id, v.version`)
  return rows.map((row) => ({ ...row, written_at: new Date(row.written_at).toISOString() }))
}
