import type { Identity } from '#contract/applications/person-keys.ts'
import { sql, type SQL } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import type { InterviewLocation } from '#contract/interviews.ts'
import type { Booking, BookingMark, InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import type { TimeRange } from '#server/calendar/calendar.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import { placeOf } from '#server/interviews/store.ts'
import { identityOf, nameOf } from '#server/people/identity.ts'
import type { KnownIdentity } from '#server/people/mask/find-person.ts'
import { visible } from '#server/people/visible.ts'
import type { Candidate } from '#server/scheduling/notifications/emails.ts'
import { otherInterviewersOf } from './store.ts'

const BOOKING = sql`b.interview_booking_id, b.user_session_id, b.ref_interview_id, y.interview_name, b.ref_interviewer_id, i.interviewer_name,
  ${otherInterviewersOf('b')} as other_interviewers,
  b.starts_at, b.ends_at, b.state, b.held_until, ${placeOf('where', { booking: 'b', type: 'y' })} as "where", b.join_url, false as is_undoable, b.interviewer_answer,
  b.proposed_at, b.marked_as, u.alias, r.function_role_name`
const PEOPLE = sql`join interview_type y using (ref_interview_id) join interviewer i using (ref_interviewer_id)
  join user_session u using (user_session_id) join function_role r using (ref_function_role_id)`

export type WeekRow = {
  interview_booking_id: number
  user_session_id: number
  ref_interview_id: number
  interview_name: string
  ref_interviewer_id: number
  interviewer_name: string
  other_interviewers: Booking['other_interviewers']
  starts_at: string
  ends_at: string
  state: 'held' | 'booked' | 'canceled'
  held_until: string | null
  where: InterviewLocation
  join_url: string | null
  is_undoable: boolean
  interviewer_answer: InterviewerAnswer | null
  proposed_at: string | null
  marked_as: BookingMark | null
  alias: string
  first_name: string | null
  last_name: string | null
  function_role_name: string
}

/** With everything needed to mask names in locations. */
export type NamedWeekRow = WeekRow & KnownIdentity

/** Seven days starting on `from`, in the given time zone. */
type Week = { from: string; zone: string }

export function timeRangeOf({ from, zone }: Week): TimeRange {
  const midnight = (days: number) => Temporal.PlainDate.from(from).add({ days }).toZonedDateTime(zone).epochMilliseconds
  return { from: midnight(0), to: midnight(7) }
}

/** Whether booking `b` starts in that week. */
function isInWeek(week: Week): SQL {
  const { from, to } = timeRangeOf(week)
  return sql`b.starts_at >= ${new Date(from).toISOString()}::timestamptz and b.starts_at < ${new Date(to).toISOString()}::timestamptz`
}

/** Booked interviews in those seven days, soonest first. */
export async function listWeek(db: Db, week: Week, scope: Scope): Promise<NamedWeekRow[]> {
  const { rows } = await db.execute<NamedWeekRow>(sql`
    select ${BOOKING}, ${identityOf('u')} from interview_booking b ${PEOPLE}
    where b.state = 'booked' and ${isInWeek(week)} and ${visible(scope, 'u')}
    order by b.starts_at, b.interview_booking_id`)
  return rows.map(withInstants)
}

/** Upcoming interviews whose interviewer declined, proposed another time or hasn't answered. */
export async function listNotAccepted(db: Db, scope: Scope): Promise<NamedWeekRow[]> {
  const { rows } = await db.execute<NamedWeekRow>(sql`
    select ${BOOKING}, ${identityOf('u')} from interview_booking b ${PEOPLE}
    where b.state = 'booked' and b.starts_at > now() and b.interviewer_answer is distinct from 'accepted' and ${visible(scope, 'u')}
    order by b.starts_at, b.interview_booking_id`)
  return rows.map(withInstants)
}

const inPanel = sql`u.ref_application_status_id = any(${sql.param(statusesWhere((meaning) => meaning.takesFeedback))}::int[])`

export type WorkloadRow = {
  ref_interviewer_id: number
  interviewer_name: string
  interviewer_email: string
  bookings: number
  minutes: number
  feedback_due: number
}

/**
 * Each interviewer's interviews in those seven days, and how many of their past ones with people still in the panel need feedback; only the caller's openings
 * count. The two are counted separately, so neither scans every year's bookings; `offset 0` keeps the planner from joining all of them.
 */
export async function listLoad(db: Db, week: Week, scope: Scope): Promise<WorkloadRow[]> {
  const { rows } = await db.execute<WorkloadRow>(sql`
    with booked as (
      select b.ref_interviewer_id, count(*)::int as bookings, sum(extract(epoch from b.ends_at - b.starts_at) / 60)::int as minutes
      from interview_booking b join user_session u using (user_session_id)
      where b.state = 'booked' and ${isInWeek(week)} and ${visible(scope, 'u')} group by 1),
    due as (
      select b.ref_interviewer_id, count(*)::int as feedback_due
      from user_session u cross join lateral (
        select b.ref_interviewer_id from interview_booking b
        where b.user_session_id = u.user_session_id and b.state = 'booked' and b.ends_at < now() and b.marked_as is distinct from 'no-show'
          and not exists (${submittedFor})
        offset 0) b
      where ${inPanel} and ${visible(scope, 'u')} group by 1)
    select i.ref_interviewer_id, i.interviewer_name, i.interviewer_email, coalesce(bookings, 0) as bookings, coalesce(minutes, 0) as minutes,
      coalesce(feedback_due, 0) as feedback_due
    from interviewer i left join booked using (ref_interviewer_id) left join due using (ref_interviewer_id)
    order by lower(i.interviewer_name)`)
  return rows
}

const submittedFor = sql`select 1 from interview_header h where h.user_session_id = b.user_session_id and h.ref_interview_id = b.ref_interview_id
  and h.ref_interviewer_id = b.ref_interviewer_id and h.submitted_at is not null`

export type OwnRow = WeekRow & { submitted_at: string | null }

export async function listOwnBookings(db: Db, ref_interviewer_id: number): Promise<OwnRow[]> {
  const { rows } = await db.execute<OwnRow>(sql`
    select ${BOOKING}, ${nameOf('u')}, h.submitted_at from interview_booking b ${PEOPLE}
    left join interview_header h on h.user_session_id = b.user_session_id and h.ref_interview_id = b.ref_interview_id and h.ref_interviewer_id = b.ref_interviewer_id
    where b.state = 'booked' and b.ref_interviewer_id = ${ref_interviewer_id} and b.ends_at > now() - interval '30 days' and ${visible('everyone', 'u')}
    order by b.starts_at`)
  return rows.map((row) => ({ ...withInstants(row), submitted_at: row.submitted_at && new Date(row.submitted_at).toISOString() }))
}

export type WaitingRow = Identity & {
  user_session_id: number
  alias: string
  function_role_name: string
  missing: { ref_interview_id: number; interview_name: string }[]
  preferences: string | null
}

/** Candidates in the panel interview who haven't picked a time for every planned interview, or whose request hasn't been answered. */
export async function listWaiting(db: Db, scope: Scope): Promise<WaitingRow[]> {
  const { rows } = await db.execute<WaitingRow>(sql`
    select u.user_session_id, u.alias, ${identityOf('u')}, r.function_role_name,
      case when p.preferences_answered_at is null then p.preferences end as preferences,
      (select coalesce(json_agg(json_build_object('ref_interview_id', ref_interview_id, 'interview_name', y.interview_name) order by y.interview_name), '[]')
        from interview_plan_part t join interview_type y using (ref_interview_id)
        where t.interview_plan_id = p.interview_plan_id and not exists (select 1 from interview_booking b
          where b.user_session_id = p.user_session_id and b.ref_interview_id = t.ref_interview_id and b.state = 'booked')) as missing
    from interview_plan p join user_session u using (user_session_id) join function_role r using (ref_function_role_id)
    where ${inPanel} and ${visible(scope, 'u')}
    order by p.created_at`)
  return rows.filter((row) => row.missing.length > 0 || row.preferences !== null)
}

export async function findCandidate(
  db: Db,
  user_session_id: number,
): Promise<(Candidate & { ref_application_status_id: number; time_zone: string | null }) | null> {
  const { rows } = await db.execute<Candidate & { ref_application_status_id: number; time_zone: string | null }>(sql`
    select u.user_session_id, ${nameOf('u')}, u.email, u.ref_application_status_id, r.function_role_name, r.hiring_lead_email, p.time_zone
    from user_session u join function_role r using (ref_function_role_id) left join interview_plan p using (user_session_id)
    where u.user_session_id = ${user_session_id} and ${visible('everyone', 'u')}`)
  return rows[0] ?? null
}

function withInstants<Row extends { starts_at: string; ends_at: string; proposed_at: string | null }>(row: Row): Row {
  const iso = (at: string) => new Date(at).toISOString()
  return { ...row, starts_at: iso(row.starts_at), ends_at: iso(row.ends_at), proposed_at: row.proposed_at && iso(row.proposed_at) }
}

/** Whether the interviewer has submitted feedback on this booking. */
export async function hasFeedback(db: Db, interview_booking_id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from interview_booking b where b.interview_booking_id = ${interview_booking_id} and exists (${submittedFor})`)
  return rows.length > 0
}
