import { sql, type SQL } from 'drizzle-orm'
import { AGEING_DAYS, WORKLISTS, type WorklistName, type WorklistRow } from '#contract/dashboard.ts'
import { labelOf } from '#contract/licenses/license-types.ts'
import { statusesWhere, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { formatDay } from '#contract/time-zone.ts'
import type { Db } from '#server/db/connect.ts'
import { startOfDay } from '#server/applicants/list/due-store.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { isExpiring, isOpenFor, lastDayOf } from '#server/licenses/expiring-store.ts'
import { visible } from '#server/people/visible.ts'
import { daysSince, sumOf, waitingIn, type CountQuery, type WaitingCount } from './store.ts'

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

/** Only licenses the reminder job marked, because only those are indexed. */
const marked = (on: string) => sql`l.reminded_days is not null and ${isExpiring(on)}`
const expiring = (on: string) => sql`from license l where l.user_session_id = user_session.user_session_id and ${marked(on)}`

/** Whoever is assigned to the applicant, or else the hiring lead; without either, everyone who sees the applicant. */
const isResponsible = (email: string) => sql`coalesce(
  (select a.email from assignment s join staff_account a using (staff_account_id) where s.user_session_id = user_session.user_session_id and a.suspended_at is null),
  (select a.email from function_role r join staff_account a on a.email = lower(r.hiring_lead_email)
    where r.ref_function_role_id = user_session.ref_function_role_id and a.suspended_at is null), ${email}) = ${email}`

/** The person asking, their time zone, and today's date. */
type WorklistReader = Pick<StaffCaller, 'scope' | 'email'> & Pick<CountQuery, 'order'> & { on: string }

type ExpiringLicense = { license_type: string; license_state: string; expires_on: string }
const expiryOf = ({ expires_on, ...one }: ExpiringLicense, on: string) =>
  `${labelOf(one)} ${expires_on < on ? 'expired' : 'expires'} on ${formatDay(expires_on)}`

type WorklistQuery = {
  is: SQL
  what: SQL
  /** Turns what was found into the row's text, if it isn't text already. */ inWords?: (what: unknown) => string
  order?: SQL
}

/** Who is on each worklist, what their row shows, and who comes first. The count and the rows use the same condition. */
const definitionsFor = ({ email, on, order }: WorklistReader): Record<WorklistName, WorklistQuery> => ({
  'waiting-submitted': { is: isWaitingIn(SUBMITTED, order), what: sql`null` },
  'waiting-under-review': { is: isWaitingIn(UNDER_REVIEW, order), what: sql`null` },
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
  'licenses-expiring': {
    is: sql`${isOpenFor('user_session')} and user_session_id in (select l.user_session_id from license l where ${marked(on)}) and ${isResponsible(email)}`,
    what: sql`(select json_agg(json_build_object('license_type', l.license_type, 'license_state', l.license_state, 'expires_on', ${lastDayOf(on)})
      order by ${lastDayOf(on)}, l.license_id) ${expiring(on)})`,
    inWords: (found) => (found as ExpiringLicense[]).map((one) => expiryOf(one, on)).join('; '),
    order: sql`(select min(${lastDayOf(on)}) from license l where l.user_session_id = u.user_session_id and ${marked(on)})`,
  },
})

/** The status whose applicants are on a worklist once they've waited longer than `AGEING_DAYS`. */
const STATUS_OF: Partial<Record<WorklistName, number>> = { 'waiting-submitted': SUBMITTED, 'waiting-under-review': UNDER_REVIEW }

/** Waiting applicants are already counted. Every other list is counted separately, because a combined query would read every application. */
export async function countWorklists(db: Db, reader: WorklistReader, waiting: WaitingCount[]): Promise<Record<WorklistName, number>> {
  const definitions = definitionsFor(reader)
  const counts = WORKLISTS.map((name) => {
    const status = STATUS_OF[name]
    const count = status
      ? sql`${sumOf(waitingIn(waiting, status), 'ageing')}::int`
      : sql`(select count(*) from user_session where ${visible(reader.scope)} and ${definitions[name].is})::int`
    return sql`${count} as ${sql.identifier(name)}`
  })
  const { rows } = await db.execute<Record<WorklistName, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  return rows[0]!
}

/**
 * Lists applicants, longest in their status first, or in the worklist's own order. Names are always hidden here, so times are whole days, and people of the
 * same day are in the order of their aliases.
 */
export async function listWorklistRows(db: Db, name: WorklistName, reader: WorklistReader): Promise<WorklistRow[]> {
  const { is, what, inWords, order = sql`date_trunc('day', u.status_changed_at, ${reader.order.time_zone})` } = definitionsFor(reader)[name]
  const { rows } = await db.execute<WorklistRow>(sql`
    select u.user_session_id, u.alias, u.ref_function_role_id, r.function_role_name, u.ref_application_status_id, s.application_status, u.what,
      ${daysSince(sql`u.status_changed_at`, reader.order)} as days_in_status, ${daysSince(sql`u.application_submitted_datetime_utc`, reader.order)} + 1 as days_ago
    from (select user_session.*, ${what} as what from user_session where ${visible(reader.scope)} and ${is}) u
    join function_role r using (ref_function_role_id) join application_status s using (ref_application_status_id)
    order by ${order}, u.alias`)
  return inWords ? rows.map((row) => ({ ...row, what: inWords(row.what) })) : rows
}

function isWaitingIn(ref_application_status_id: number, { time_zone }: CountQuery['order']): SQL {
  return sql`ref_application_status_id = ${ref_application_status_id}
    and status_changed_at < ${startOfDay(-AGEING_DAYS[ref_application_status_id]!, time_zone)}`
}
