import { sql, type SQL } from 'drizzle-orm'
import { AGEING_DAYS, WORKLISTS, type WorklistName, type WorklistRow } from '#contract/dashboard.ts'
import { statusesWhere, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'
import { sumOf, waitingIn, type Waiting } from './store.ts'

/** An interview without feedback, unless it's still upcoming. Avoids `not exists`, because PostgreSQL might then read all feedback first. */
const isMissing = sql`(
  select 1 from interview_header h
  where h.user_session_id = user_session.user_session_id and h.ref_interview_id = t.ref_interview_id and h.submitted_at is not null limit 1) is null
  and (
  select 1 from interview_booking b
  where b.user_session_id = user_session.user_session_id and b.ref_interview_id = t.ref_interview_id and b.state = 'booked' and b.ends_at > now() limit 1) is null`

const failedEmails = sql`from email_outbox o
  where o.user_session_id = user_session.user_session_id and o.state = 'failed' and o.purpose in ('candidate', 'confirmation')`

/** Upcoming interviews that are still booked although the interviewer declined or proposed another time. */
const declined = sql`from interview_booking b join interview_type y using (ref_interview_id)
  where b.user_session_id = user_session.user_session_id and b.state = 'booked' and b.interviewer_answer in ('declined', 'proposed') and b.starts_at > now()`

/** Generated rationales that no one has accepted or edited yet. */
const drafts = sql`from hiring_decision_detail d
  where d.user_session_id = user_session.user_session_id and d.source = 'generated' and not d.reviewed`

/** Who is on each worklist, and what their row shows. The count and the rows use the same condition. */
const ASKED: Record<WorklistName, { is: SQL; what: SQL }> = {
  'waiting-submitted': { is: isWaitingIn(SUBMITTED), what: sql`null` },
  'waiting-under-review': { is: isWaitingIn(UNDER_REVIEW), what: sql`null` },
  'feedback-missing': {
    is: sql`ref_application_status_id = any(${sql.param(statusesWhere((meaning) => meaning.takesFeedback))}::int[]) and exists (select 1 from interview_type t where ${isMissing})`,
    what: sql`(select string_agg(t.interview_name, ', ' order by t.ref_interview_id) from interview_type t where ${isMissing})`,
  },
  'interview-declined': {
    is: sql`exists (select 1 ${declined})`,
    what: sql`(select string_agg(y.interview_name, ', ' order by y.ref_interview_id) ${declined})`,
  },
  drafts: {
    is: sql`exists (select 1 ${drafts})`,
    what: sql`(select count(*) || case when count(*) = 1 then ' draft' else ' drafts' end ${drafts})`,
  },
  'mail-failed': {
    is: sql`exists (select 1 ${failedEmails})`,
    what: sql`(select string_agg(distinct coalesce(o.template_name, 'Confirmation'), ', ') ${failedEmails})`,
  },
}

/** The status whose applicants are on a worklist once they've waited longer than `AGEING_DAYS`. */
const STATUS_OF: Partial<Record<WorklistName, number>> = { 'waiting-submitted': SUBMITTED, 'waiting-under-review': UNDER_REVIEW }

/** Those waiting are already counted. Every other list is counted separately, because a combined query would read every application. */
export async function countWorklists(db: Db, scope: Scope, waiting: Waiting[]): Promise<Record<WorklistName, number>> {
  const counts = WORKLISTS.map((name) => {
    const status = STATUS_OF[name]
    const count = status
      ? sql`${sumOf(waitingIn(waiting, status), 'ageing')}::int`
      : sql`(select count(*) from user_session where ${visible(scope)} and ${ASKED[name].is})::int`
    return sql`${count} as ${sql.identifier(name)}`
  })
  const { rows } = await db.execute<Record<WorklistName, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  return rows[0]!
}

/** Lists applicants, longest in their status first. */
export async function listWorklistRows(db: Db, name: WorklistName, scope: Scope): Promise<WorklistRow[]> {
  const { rows } = await db.execute<WorklistRow>(sql`
    select u.user_session_id, u.alias, u.ref_function_role_id, r.function_role_name, u.ref_application_status_id, s.application_status, u.what,
      floor(extract(epoch from now() - u.status_changed_at) / 86400)::int as days_in_status,
      (floor(extract(epoch from now() - u.application_submitted_datetime_utc) / 86400) + 1)::int as days_ago
    from (select user_session.*, ${ASKED[name].what} as what from user_session where ${visible(scope)} and ${ASKED[name].is}) u
    join function_role r using (ref_function_role_id) join application_status s using (ref_application_status_id)
    order by u.status_changed_at, u.user_session_id`)
  return rows
}

function isWaitingIn(ref_application_status_id: number): SQL {
  return sql`ref_application_status_id = ${ref_application_status_id}
    and status_changed_at < now() - make_interval(days => ${AGEING_DAYS[ref_application_status_id]!})`
}
