import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { BookingRow } from '#server/scheduling/store.ts'

const LEASE_MINUTES = 2
const LONGEST_PAUSE_MINUTES = 60

/**
 * An interview has one appointment for all its interviewers. The appointment is kept while its cancellation can be undone, so undo finds it
 * unchanged.
 */
const isUnsynced = sql`beside_id is null and calendar_due and coalesce(calendar_leased_until < now(), true) and not (state = 'canceled' and exists (
  select 1 from email_outbox o where o.email_id = any(interview_booking.email_ids) and o.state = 'queued'))`

/** Null if there's nothing to sync, or another process is syncing it. */
export async function claimAppointment(db: Db, id: number): Promise<{ calendar_tries: number } | null> {
  const { rows } = await db.execute<{ calendar_tries: number }>(sql`
    update interview_booking set calendar_tries = calendar_tries + 1, calendar_leased_until = now() + make_interval(mins => ${LEASE_MINUTES})
    where interview_booking_id = ${id} and ${isUnsynced} returning calendar_tries`)
  return rows[0] ?? null
}

/** Retries after a delay that grows to an hour. */
export async function releaseAppointment(db: Db, id: number): Promise<void> {
  await db.execute(sql`
    update interview_booking set calendar_leased_until = now() + make_interval(secs => least(30 * 2 ^ (calendar_tries - 1), ${LONGEST_PAUSE_MINUTES * 60}))
    where interview_booking_id = ${id}`)
}

type AppointmentRow = { calendar_id: string | null; join_url: string | null; isWaiting?: boolean }

/** Records the calendar service's current state. Returns false if the booking has changed since, so the service still needs an update. */
export async function settleAppointment(db: Db, told: BookingRow, { calendar_id, join_url, isWaiting = false }: AppointmentRow): Promise<boolean> {
  const others = told.other_interviewers.map((interviewer) => interviewer.ref_interviewer_id).toSorted((a, b) => a - b)
  const isSame = sql`(state = ${told.state} and starts_at = ${told.starts_at} and ref_interviewer_id = ${told.ref_interviewer_id} and ${sql.param(others)}::int[] = array(
    select o.ref_interviewer_id from interview_booking o where o.beside_id = interview_booking.interview_booking_id and o.state = ${told.state}
      and o.starts_at = interview_booking.starts_at order by 1))`
  await db.execute(sql`update interview_booking set join_url = ${join_url} where beside_id = ${told.interview_booking_id}`)
  const { rows } = await db.execute<{ is_current: boolean }>(sql`
    update interview_booking set calendar_id = ${calendar_id}, join_url = ${join_url},
      calendar_due = (not ${isSame} or ${isWaiting}),
      calendar_tries = case when ${isWaiting} then calendar_tries else 0 end,
      calendar_leased_until = case when ${isWaiting} then now() + interval '10 seconds' end
    where interview_booking_id = ${told.interview_booking_id}
    returning ${isSame} as is_current`)
  return rows[0]?.is_current ?? false
}

/** Bookings not yet synced to the calendar service. */
export async function listUnsynced(db: Db, most: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select interview_booking_id as id from interview_booking
    where ${isUnsynced} and (ends_at > now() or calendar_id is not null) order by interview_booking_id limit ${most}`)
  return rows.map((row) => row.id)
}
