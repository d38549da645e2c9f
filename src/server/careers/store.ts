import { sql } from 'drizzle-orm'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { publicContentVersion } from '#server/people/personal-store.ts'
import { isShown, roleState } from '#server/roles/store.ts'
import { repliesTo } from '#server/figures/figures-store.ts'

/**
 * A fingerprint of public content. It changes with every row shown on public pages, no matter who changed it, and when a role opens or closes by
 * date.
 */
export async function readContentVersion(db: Db): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select concat_ws('/', ${publicContentVersion},
      (select string_agg(concat(ref_function_role_id, ${roleState}), ',' order by ref_function_role_id) from function_role where ${isShown})) as version`)
  return rows[0]!.version
}

/** Outside these limits, the form was submitted by a program or left open. */
const MIN_SECONDS = 60
const MAX_SECONDS = 2 * 60 * 60

/** Returns how long a role's latest applicants took, counting only those who were asked exactly these questions. */
export async function measureApplying(db: Db, ref_function_role_id: number, question_ids: number[]): Promise<{ applications: number; minutes: number }> {
  const asked = question_ids.toSorted((a, b) => a - b)
  const { rows } = await db.execute<{ applications: number; minutes: number }>(sql`
    select count(*)::int as applications, coalesce(percentile_cont(0.5) within group (order by seconds), 0)::float8 / 60 as minutes
    from (
      select extract(epoch from u.application_submitted_datetime_utc - u.created_at) as seconds
      from user_session u
      where u.ref_function_role_id = ${ref_function_role_id} and u.application_submitted_datetime_utc > now() - interval '12 months'
        and not u.suspected_bot
        and extract(epoch from u.application_submitted_datetime_utc - u.created_at) between ${MIN_SECONDS} and ${MAX_SECONDS}
        and ${sql.param(asked)}::int[] = (select array_agg(a.ref_question_id order by a.ref_question_id) from user_session_answer a where a.user_session_id = u.user_session_id)
      order by u.application_submitted_datetime_utc desc limit 200) one`)
  return rows[0]!
}

type ReplyCounts = { due: number; in_time: number; answered: number; days_to_answer: number; decided: number; days_to_decision: number }

const DECISIONS = statusesWhere((meaning) => meaning.stage !== null && !meaning.isUndecided)
const days = sql`/ 86400.0`

/**
 * Counts the last 12 months from the audit trail: a reply is the first staff email that was sent, a decision the first status change by staff that
 * wasn't undone. Candidates who withdrew before a reply was due aren't counted; late and missing replies are.
 */
export async function countFigures(db: Db): Promise<ReplyCounts> {
  const { rows } = await db.execute<ReplyCounts>(sql`
    with reply as (${repliesTo(sql`application_submitted_datetime_utc > now() - interval '12 months'`)}),
    moved as (
      select t.subject_id as id, min(t.at) as at
      from audit_trail t join status_change c on c.status_change_id = (t.facts ->> 'status_change_id')::int
      where t.action = 'applicant.status-changed' and t.subject_kind = 'applicant' and c.undone_at is null
        and c.to_status_id = any(${sql.param(DECISIONS)}::int[]) and t.at > now() - interval '12 months'
      group by 1)
    select
      (count(*) filter (where is_due))::int as due,
      (count(*) filter (where is_due and told_at <= due_at))::int as in_time,
      count(told_at)::int as answered,
      coalesce(percentile_cont(0.5) within group (order by extract(epoch from told_at - r.at) ${days}) filter (where told_at is not null), 0)::float8 as days_to_answer,
      count(m.at)::int as decided,
      coalesce(percentile_cont(0.5) within group (order by extract(epoch from m.at - r.at) ${days}) filter (where m.at is not null), 0)::float8 as days_to_decision
    from reply r left join moved m using (id)`)
  return rows[0]!
}
