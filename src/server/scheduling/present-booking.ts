import type { Booking } from '#contract/scheduling/scheduling.ts'
import type { BookingRow } from './store.ts'

/** The parts of a booking that people see; the rest is for calendars. */
export function presentBooking(row: BookingRow): Booking {
  const { interview_booking_id, user_session_id, ref_interview_id, interview_name, ref_interviewer_id, interviewer_name } = row
  const { starts_at, ends_at, state, held_until, where, join_url, is_undoable, interviewer_answer, proposed_at, marked_as } = row
  return {
    interview_booking_id,
    user_session_id,
    ref_interview_id,
    interview_name,
    ref_interviewer_id,
    interviewer_name,
    starts_at,
    ends_at,
    state,
    held_until,
    where,
    join_url,
    is_undoable,
    interviewer_answer,
    proposed_at,
    marked_as,
  }
}
