import { findCalendar } from '#server/calendar/store.ts'
import { dayIn } from '#server/calendar/working-hours.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { deleteConflictingHolds } from '#server/scheduling/times/hold-store.ts'
import { findPlan, listBusy, listLiveBookings, type BookingRow } from './store.ts'
import { busyFor } from './times/offer-times.ts'

/** Why something can't be undone (worded for candidates or staff) or booked manually (worded for staff). */
const WHY_NOT = {
  undo: {
    isFull: "The interviewer is fully booked that day, so this can't be undone.",
    isTaken: "There's another interview at that time now, so this can't be undone.",
  },
  book: { isFull: 'The interviewer is fully booked that day.', isTaken: 'The candidate has another interview at that time.' },
}

type TimeSlot = Pick<BookingRow, 'ref_interviewer_id' | 'starts_at' | 'ends_at'>
type HoldOwner = { user_session_id: number; ref_interview_id: number }

/**
 * Checks a move to a time that wasn't offered: throws 409 when the interviewer's day is full, or the candidate has something else at that time. The
 * database's constraint checks that the time itself is free. Releases expired holds and the candidate's own. The caller has locked the interviewer.
 */
export async function makeRoom(tx: Db, { user_session_id, ref_interview_id, to }: HoldOwner & { to: keyof typeof WHY_NOT }, place: TimeSlot): Promise<void> {
  const { ref_interviewer_id } = place
  await deleteConflictingHolds(tx, { user_session_id, ref_interview_id, ref_interviewer_id })
  if (await isDayFull(tx, { user_session_id, ref_interview_id }, place)) throw new HttpError(409, WHY_NOT[to].isFull)
  const others = (await listLiveBookings(tx, user_session_id)).filter((booking) => booking.ref_interview_id !== ref_interview_id)
  if (others.some((other) => overlaps(other, place))) throw new HttpError(409, WHY_NOT[to].isTaken)
}

function overlaps(a: Omit<TimeSlot, 'ref_interviewer_id'>, b: TimeSlot): boolean {
  return Date.parse(a.starts_at) < Date.parse(b.ends_at) && Date.parse(b.starts_at) < Date.parse(a.ends_at)
}

async function isDayFull(tx: Db, whose: HoldOwner, { ref_interviewer_id, starts_at }: TimeSlot): Promise<boolean> {
  const { time_zone, daily_maximum } = await findCalendar(tx, ref_interviewer_id)
  const maximum = Math.min(daily_maximum, (await findPlan(tx, whose.user_session_id))?.daily_maximum ?? Infinity)
  const day = dayIn(time_zone, Date.parse(starts_at))
  const counted = busyFor(await listBusy(tx, [ref_interviewer_id]), whose).filter((one) => !one.is_replaced)
  return counted.filter((one) => dayIn(time_zone, one.from) === day).length >= maximum
}
