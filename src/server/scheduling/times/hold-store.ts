import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { interview_booking } from '#server/db/tables.ts'
import { findBooking, type BookingRow } from '#server/scheduling/store.ts'
import { insertCoInterviewerBooking, newUid } from '#server/scheduling/together-store.ts'

type Hold = Pick<BookingRow, 'user_session_id' | 'ref_interview_id' | 'ref_interviewer_id' | 'starts_at' | 'ends_at' | 'buffer_minutes' | 'uid'> & {
  replaces_id: number | null
  sequence: number
  minutes: number
  other_ids: number[]
}

/** Expired holds no longer block anyone, and a candidate can hold only one time per interview. */
export async function deleteConflictingHolds(tx: Db, wanted: Pick<BookingRow, 'user_session_id' | 'ref_interview_id' | 'ref_interviewer_id'>): Promise<void> {
  await tx.execute(sql`
    delete from interview_booking where state = 'held' and (held_until <= now() and ref_interviewer_id = ${wanted.ref_interviewer_id}
      or user_session_id = ${wanted.user_session_id} and ref_interview_id = ${wanted.ref_interview_id})`)
}

/** A new calendar event; if `replaces_id` is set, it replaces that booking once confirmed. */
export function newHold(replaces_id: number | null) {
  return { uid: newUid(), sequence: 0, replaces_id }
}

/** Holds the time with each interviewer. Throws the database's exclusion error when it's taken. */
export async function insertHold(tx: Db, { minutes, other_ids, ...hold }: Hold): Promise<number> {
  for (const ref_interviewer_id of [hold.ref_interviewer_id, ...other_ids]) await deleteConflictingHolds(tx, { ...hold, ref_interviewer_id })
  const [row] = await tx
    .insert(interview_booking)
    .values({ ...hold, state: 'held', held_until: sql`now() + make_interval(mins => ${minutes})` as unknown as string })
    .returning({ interview_booking_id: interview_booking.interview_booking_id })
  const { interview_booking_id } = row!
  const held = (await findBooking(tx, interview_booking_id))!
  for (const id of other_ids) await insertCoInterviewerBooking(tx, held, id)
  return interview_booking_id
}

export async function deleteHold(tx: Db, interview_booking_id: number): Promise<void> {
  await tx.delete(interview_booking).where(and(eq(interview_booking.interview_booking_id, interview_booking_id), eq(interview_booking.state, 'held')))
}
