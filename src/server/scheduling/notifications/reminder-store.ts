import { sql, type SQL } from 'drizzle-orm'
import { STANDARD_CALENDAR } from '#contract/interviewers.ts'
import { CHANGE_CUTOFF_HOURS, MAX_FEEDBACK_REMINDERS } from '#contract/scheduling/scheduling.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { visible } from '#server/people/visible.ts'

const inPanel = sql`(u.ref_application_status_id = any(${sql.param(statusesWhere((meaning) => meaning.takesFeedback))}::int[]))`

/** Claims bookings that start within a day and haven't had a reminder, except those booked within that last day. Each is claimed by one process. */
export async function claimReminders(tx: Db, most: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update interview_booking set reminded_at = now() where interview_booking_id in (
      select b.interview_booking_id from interview_booking b join user_session u using (user_session_id)
      where b.state = 'booked' and b.reminded_at is null and b.starts_at > now() and b.starts_at <= now() + make_interval(hours => ${CHANGE_CUTOFF_HOURS})
        and b.booked_at < b.starts_at - make_interval(hours => ${CHANGE_CUTOFF_HOURS}) and ${inPanel} and ${visible('everyone', 'u')}
      order by b.starts_at limit ${most} for no key update of b skip locked)
    returning interview_booking_id as id`)
  return rows.map((row) => row.id)
}

/**
 * Claims interviews without submitted feedback, with candidates who are still in the panel, whose interviewer is due a reminder: first an hour after
 * the end, then each workday from 9 AM in the interviewer's time zone, five times in all. Each is claimed by one process.
 */
export async function claimFeedbackDue(tx: Db, most: number): Promise<number[]> {
  // Looks up one candidate in the panel at a time, so it never scans every year's bookings.
  const { rows } = await tx.execute<{ id: number }>(sql`
    update interview_booking set feedback_reminders = feedback_reminders + 1, feedback_reminded_at = now() where interview_booking_id in (
      select due.interview_booking_id from user_session u cross join lateral (
        select b.interview_booking_id, b.ends_at from interview_booking b
          left join interviewer_calendar c using (ref_interviewer_id)
          cross join lateral (select now() at time zone coalesce(c.time_zone, ${STANDARD_CALENDAR.time_zone}) as local,
            b.feedback_reminded_at at time zone coalesce(c.time_zone, ${STANDARD_CALENDAR.time_zone}) as before) t
        where b.user_session_id = u.user_session_id
          and b.state = 'booked' and b.marked_as is distinct from 'no-show' and b.ends_at <= now() - interval '1 hour' and b.feedback_reminders < ${MAX_FEEDBACK_REMINDERS}
          and (b.feedback_reminded_at is null or (t.before::date < t.local::date and extract(isodow from t.local) <= 5 and extract(hour from t.local) >= 9))
          and not exists (select 1 from interview_header h where h.user_session_id = u.user_session_id and h.ref_interview_id = b.ref_interview_id
            and h.ref_interviewer_id = b.ref_interviewer_id and h.submitted_at is not null)
        for no key update of b skip locked) due
      where ${inPanel} and ${visible('everyone', 'u')}
      order by due.ends_at limit ${most})
    returning interview_booking_id as id`)
  return rows.map((row) => row.id)
}

/** How long interviewers have to mark an interview that didn't take place. */
const MARKING_PERIOD = sql`interval '1 hour'`
/** After an outage or an upgrade, don't email anyone about interviews from long ago. */
const STILL_RELEVANT = sql`interval '3 days'`

/** Every planned interview has taken place, and the candidate hasn't been told what's next. `p` is the plan and `u` the application. */
const isInterviewed: SQL = sql`p.next_steps_sent_at is null and ${inPanel} and u.email is not null and ${visible('everyone', 'u')}
  and not exists (select 1 from interview_plan_part t where t.interview_plan_id = p.interview_plan_id and not exists (
    select 1 from interview_booking b where b.user_session_id = p.user_session_id and b.ref_interview_id = t.ref_interview_id and b.state = 'booked'))
  and not exists (select 1 from interview_booking b where b.user_session_id = p.user_session_id
    and (b.state = 'booked' and (b.ends_at > now() - ${MARKING_PERIOD} or b.marked_as = 'no-show') or b.state = 'held' and b.held_until > now()))
  and (select max(b.ends_at) from interview_booking b where b.user_session_id = p.user_session_id and b.state = 'booked') > now() - ${STILL_RELEVANT}`

export async function listInterviewed(db: Db, most: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.user_session_id as id from interview_plan p join user_session u using (user_session_id)
    where ${isInterviewed} order by p.user_session_id limit ${most}`)
  return rows.map((row) => row.id)
}

/** Called with the applicant locked. Returns false if the email no longer applies or was already queued. */
export async function claimInterviewed(tx: Db, user_session_id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update interview_plan p set next_steps_sent_at = now() from user_session u
    where u.user_session_id = p.user_session_id and p.user_session_id = ${user_session_id} and ${isInterviewed} returning 1`)
  return rows.length > 0
}

/** Bookings of people who left the panel interview, once that move can no longer be undone, or immediately if the interview starts before then. */
export async function listObsoleteBookings(db: Db, most: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select b.interview_booking_id as id from interview_booking b join user_session u using (user_session_id)
    where b.state = 'booked' and b.beside_id is null and b.starts_at > now() and not ${inPanel}
      and not exists (select 1 from (select undo_until from status_change c
          where c.user_session_id = u.user_session_id and c.undone_at is null order by c.status_change_id desc limit 1) standing
        where standing.undo_until > now() and standing.undo_until < b.starts_at)
      and ${visible('everyone', 'u')}
    order by b.interview_booking_id limit ${most}`)
  return rows.map((row) => row.id)
}
