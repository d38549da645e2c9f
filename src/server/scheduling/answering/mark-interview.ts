import type { Booking, BookingMark } from '#contract/scheduling/scheduling.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { presentBooking } from '#server/scheduling/present-booking.ts'
import { findBooking, setMark, type BookingRow } from '#server/scheduling/store.ts'
import { listTogether } from '#server/scheduling/together-store.ts'
import { hasFeedback } from '#server/scheduling/week-store.ts'
import type { Services } from '#server/services.ts'
import { lockOwnInterview, type AnswerRequest } from './answer-interview.ts'

type MarkRequest = { mark: BookingMark | null; starts_at: string }

/**
 * Records that an interview didn't take place or ran over, or undoes that. Staff see it; the candidate isn't told, and no feedback is requested for
 * an interview that didn't take place. Throws 404 for someone else's interview, 409 too early, for a canceled or moved one, and for a no-show with
 * submitted feedback.
 */
export async function markInterview(services: Pick<Services, 'db' | 'limits'>, answering: AnswerRequest, { mark, starts_at }: MarkRequest): Promise<Booking> {
  await services.limits.take('answer-interview', String(answering.ref_interviewer_id))
  return services.db.transaction(async (tx) => {
    const { booking } = await lockOwnInterview(tx, answering)
    if (Date.parse(starts_at) !== Date.parse(booking.starts_at)) throw new HttpError(409, 'This interview has a new time.')
    const tooEarly = tooEarlyReason(booking, mark)
    if (tooEarly) throw new HttpError(409, tooEarly)
    const { interview_booking_id, user_session_id, ref_interview_id, ref_interviewer_id } = booking
    // The mark belongs to the interview, so it applies to all of its interviewers.
    const together = await listTogether(tx, booking)
    if (mark === 'no-show') await rejectWithFeedback(tx, together, ref_interviewer_id)
    if (booking.marked_as === mark) return presentBooking(booking, null)
    for (const { interview_booking_id: id } of together) await setMark(tx, id, mark)
    await recordAudit(tx, {
      actor: answering.caller,
      action: 'interview.marked',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { interview_booking_id, ref_interview_id, ref_interviewer_id, starts_at: booking.starts_at, mark },
    })
    return presentBooking((await findBooking(tx, interview_booking_id))!, null)
  })
}

async function rejectWithFeedback(tx: Db, together: BookingRow[], own: number): Promise<void> {
  for (const { interview_booking_id, ref_interviewer_id } of together)
    if (await hasFeedback(tx, interview_booking_id)) {
      const who = ref_interviewer_id === own ? "You've" : 'Someone has'
      throw new HttpError(409, `${who} submitted feedback on this interview, so it can't be marked as not having taken place.`)
    }
}

function tooEarlyReason({ state, has_started, is_over }: BookingRow, mark: BookingMark | null): string | null {
  if (state !== 'booked') return 'This interview was canceled.'
  if (!has_started) return "This interview hasn't started yet."
  return mark === 'overran' && !is_over ? "This interview hasn't reached its planned end yet." : null
}
