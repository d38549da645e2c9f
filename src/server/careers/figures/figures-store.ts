import { sql } from 'drizzle-orm'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'

type Counted = { due: number; in_time: number; answered: number; days_to_answer: number; decided: number; days_to_decision: number }

const DECISIONS = statusesWhere((meaning) => meaning.stage !== null && !meaning.isUndecided)
const days = sql`/ 86400.0`

/**
 * The last twelve months, from the audit trail: a reply is the first staff email that was sent, a decision the first status change by staff
 * that wasn't undone. Candidates who withdrew before a reply was due aren't counted; late and missing replies are.
 */
export async function countFigures(db: Db): Promise<Counted> {
  const { rows } = await db.execute<Counted>(sql`
    with application as (
      select user_session_id as id, application_submitted_datetime_utc as at,
        application_submitted_datetime_utc + make_interval(days => reply_within_days) as due_at
      from user_session where application_submitted_datetime_utc > now() - interval '12 months'),
    told as (
      select t.subject_id as id, min(o.sent_at) as at
      from audit_trail t join email_outbox o on o.email_id = (t.facts ->> 'email_id')::int
      where t.action in ('applicant.email-queued', 'applicant.reply-date-moved') and t.subject_kind = 'applicant' and t.actor_kind <> 'candidate' and o.state = 'sent'
        and t.at > now() - interval '12 months'
      group by 1),
    moved as (
      select t.subject_id as id, min(t.at) as at
      from audit_trail t join status_change c on c.status_change_id = (t.facts ->> 'status_change_id')::int
      where t.action = 'applicant.status-changed' and t.subject_kind = 'applicant' and c.undone_at is null
        and c.to_status_id = any(${sql.param(DECISIONS)}::int[]) and t.at > now() - interval '12 months'
      group by 1),
    left_us as (
      select t.subject_id as id, min(t.at) as at
      from audit_trail t join status_change c on c.status_change_id = (t.facts ->> 'status_change_id')::int
      where t.action = 'applicant.withdrawn' and c.undone_at is null group by 1)
    select
      count(*) filter (where is_counted)::int as due,
      count(*) filter (where is_counted and told_at <= due_at)::int as in_time,
      count(told_at)::int as answered,
      coalesce(percentile_cont(0.5) within group (order by extract(epoch from told_at - at) ${days}) filter (where told_at is not null), 0)::float8 as days_to_answer,
      count(moved_at)::int as decided,
      coalesce(percentile_cont(0.5) within group (order by extract(epoch from moved_at - at) ${days}) filter (where moved_at is not null), 0)::float8 as days_to_decision
    from (
      select a.*, t.at as told_at, m.at as moved_at,
        (t.at is not null or a.due_at < now()) and coalesce(l.at >= least(t.at, a.due_at), true) as is_counted
      from application a left join told t using (id) left join moved m using (id) left join left_us l using (id)) one`)
  return rows[0]!
}
