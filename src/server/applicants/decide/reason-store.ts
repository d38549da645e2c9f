import { sql, type SQL } from 'drizzle-orm'
import type { DecisionSummary, ListedDecision } from '#contract/applicants/applicant-list.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import { matchesFilter, type Filter } from '#server/applicants/list/list-store.ts'
import type { Db } from '#server/db/connect.ts'

/** A description of the red flags and feedback that a row of `status_change` cites; empty if it cites none. */
export const restsOn = (change: SQL) => sql<string>`concat_ws(' ',
  (select 'Red flags: ' || string_agg(f.red_flag_desc, ', ' order by f.sort_order, f.fgl_ref_red_flag_id) || '.' from red_flag f
    where f.fgl_ref_red_flag_id = any(${change}.red_flag_ids)),
  (select 'Feedback: ' || string_agg(distinct y.interview_name || ' (' || i.interviewer_name || ')', ', ') || '.' from interview_feedback_detail d
    join interview_header h on h.interview_header_id = d.if_interview_header_id
    join interview_type y on y.ref_interview_id = h.ref_interview_id
    join interviewer i on i.ref_interviewer_id = h.ref_interviewer_id
    where d.if_interview_feedback_detail_id = any(${change}.feedback_ids)))`

const hasGrounds = sql`c.undone_at is null and (c.reason <> '' or c.red_flag_ids <> '{}' or c.feedback_ids <> '{}')`

/** The reasons for these applicants' decisions that weren't undone, newest first, with what they're based on. */
export async function listReasons(db: Db, user_session_ids: number[]): Promise<Map<number, string[]>> {
  const { rows } = await db.execute<{ user_session_id: number; reasons: string[] }>(sql`
    select c.user_session_id, array_agg(concat_ws(' ', nullif(c.reason, ''), nullif(${restsOn(sql`c`)}, '')) order by c.status_change_id desc) as reasons
    from status_change c where c.user_session_id = any(${sql.param(user_session_ids)}::int[]) and ${hasGrounds} group by 1`)
  return new Map(rows.map(({ user_session_id, reasons }) => [user_session_id, reasons]))
}

/** Whether row `c` of `status_change` matches this decision filter. */
export function isDecidedAs({ as, from, to }: DecisionSummary, time_zone: string): SQL {
  const statuses = statusesWhere(({ outcome }) => outcome !== null && (as === 'any' || outcome === as))
  return sql`c.undone_at is null and c.to_status_id = any(${sql.param(statuses)}::int[])
    and c.changed_at >= ${from}::date::timestamp at time zone ${time_zone} and c.changed_at < (${to}::date + 1)::timestamp at time zone ${time_zone}`
}

/** The last matching decision on each of these applicants; without `decided`, the last one with a reason. */
export async function listDecisions(
  db: Db,
  user_session_ids: number[],
  { decided, time_zone }: { decided?: DecisionSummary | undefined; time_zone: string },
): Promise<Map<number, ListedDecision>> {
  const { rows } = await db.execute<ListedDecision & { user_session_id: number }>(sql`
    select distinct on (c.user_session_id) c.user_session_id, s.application_status, (c.changed_at at time zone ${time_zone})::date::text as decided_on,
      a.email as decided_by, concat_ws(' ', nullif(c.reason, ''), nullif(${restsOn(sql`c`)}, '')) as reason
    from status_change c
    join application_status s on s.ref_application_status_id = c.to_status_id
    left join staff_account a on a.staff_account_id = c.changed_by
    where c.user_session_id = any(${sql.param(user_session_ids)}::int[]) and ${decided ? isDecidedAs(decided, time_zone) : hasGrounds}
    order by c.user_session_id, c.status_change_id desc`)
  return new Map(rows.map(({ user_session_id, ...decision }) => [user_session_id, decision]))
}

/** Whether anyone in the filter has a decision with a reason. */
export async function hasReasons(db: Db, filter: Filter): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from status_change c where ${hasGrounds}
      and c.user_session_id in (select user_session_id from user_session where ${matchesFilter(filter)}) limit 1`)
  return rows.length > 0
}

export type CitedIds = { red_flag_ids: number[]; feedback_ids: number[] }

/** How many of these belong to this applicant: red flags that someone decided or drafted, and answers in submitted feedback. */
export async function countOwn(tx: Db, user_session_id: number, { red_flag_ids, feedback_ids }: CitedIds): Promise<{ red_flags: number; feedback: number }> {
  const { rows } = await tx.execute<{ red_flags: number; feedback: number }>(sql`
    select
      (select count(*)::int from hiring_decision_detail d
        where d.user_session_id = ${user_session_id} and d.fgl_ref_red_flag_id = any(${sql.param(red_flag_ids)}::int[])) as red_flags,
      (select count(*)::int from interview_feedback_detail f join interview_header h on h.interview_header_id = f.if_interview_header_id
        where h.user_session_id = ${user_session_id} and h.submitted_at is not null
          and f.if_interview_feedback_detail_id = any(${sql.param(feedback_ids)}::int[])) as feedback`)
  return rows[0]!
}
