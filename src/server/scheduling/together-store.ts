import { randomUUID } from 'node:crypto'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { function_role, interview_booking, user_session } from '#server/db/tables.ts'
import { findBooking, listLiveBookings, selectBookings, type BookingRow } from './store.ts'

/** The interview's bookings in the same state, one per interviewer, the first interviewer's first. */
export function listTogether(db: Db, { interview_booking_id, beside_id, state }: BookingRow): Promise<BookingRow[]> {
  const first = beside_id ?? interview_booking_id
  const isSameInterview = or(eq(interview_booking.interview_booking_id, first), eq(interview_booking.beside_id, first))
  const startsTogether = sql`interview_booking.starts_at = (select f.starts_at from interview_booking f where f.interview_booking_id = ${first})`
  return selectBookings(db)
    .where(and(isSameInterview, eq(interview_booking.state, state), startsTogether))
    .orderBy(sql`interview_booking.beside_id nulls first`, interview_booking.interview_booking_id)
}

/** The bookings changed together with this one, so they're undone with it. */
export function listChangedWith(db: Db, { interview_booking_id, email_ids }: BookingRow): Promise<BookingRow[]> {
  const isCompanion = and(eq(interview_booking.beside_id, interview_booking_id), eq(interview_booking.email_ids, email_ids))
  return selectBookings(db).where(isCompanion).orderBy(interview_booking.interview_booking_id)
}

/** The first interviewer's booking, which is the one to move or cancel. */
export async function findFirst(db: Db, interview_booking_id: number): Promise<BookingRow | null> {
  const found = await findBooking(db, interview_booking_id)
  return found?.beside_id ? findBooking(db, found.beside_id) : found
}

/** Holds the same time for another interviewer. Throws the database's exclusion error if they aren't free. */
export async function insertCoInterviewerBooking(tx: Db, first: BookingRow, ref_interviewer_id: number): Promise<number> {
  const { interview_booking_id: beside_id, user_session_id, ref_interview_id, starts_at, ends_at, buffer_minutes, held_until } = first
  const [row] = await tx
    .insert(interview_booking)
    .values({
      user_session_id,
      ref_interview_id,
      ref_interviewer_id,
      beside_id,
      starts_at,
      ends_at,
      buffer_minutes,
      held_until,
      uid: newUid(),
      join_url: first.join_url,
    })
    .returning({ interview_booking_id: interview_booking.interview_booking_id })
  return row!.interview_booking_id
}

/** For a calendar event. */
export function newUid(): string {
  return `${randomUUID()}@rounds`
}

export type UpcomingBooking = BookingRow & { function_role_name: string; hiring_lead_email: string }

/** A candidate's upcoming booked interviews, with each interviewer and the role facts that emails need. */
export async function listUpcoming(db: Db, user_session_id: number): Promise<UpcomingBooking[]> {
  const [role] = await db
    .select({ function_role_name: function_role.function_role_name, hiring_lead_email: function_role.hiring_lead_email })
    .from(user_session)
    .innerJoin(function_role, eq(function_role.ref_function_role_id, user_session.ref_function_role_id))
    .where(eq(user_session.user_session_id, user_session_id))
  const interviews = (await listLiveBookings(db, user_session_id)).filter(({ state, has_started }) => state === 'booked' && !has_started)
  const bookings: BookingRow[] = []
  for (const interview of interviews) bookings.push(...(await listTogether(db, interview)))
  return bookings.map((booking) => ({ ...booking, ...role! }))
}
