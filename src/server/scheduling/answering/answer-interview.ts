import type { AnswerToInterview, Booking, InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import { lockApplicant, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { insertEmail } from '#server/mail/store.ts'
import { presentBooking } from '#server/scheduling/present-booking.ts'
import { findBooking, setInterviewerAnswer, type BookingRow } from '#server/scheduling/store.ts'
import { deskOf } from '#server/scheduling/notifications/desk.ts'
import type { Services } from '#server/services.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import { answerEmail } from './answer-email.ts'
import { findStandIn, takeOver, tellOfStandIn, type StandIn } from './stand-in.ts'

type Needed = Pick<Services, 'db' | 'env' | 'keys' | 'limits' | 'calendar' | 'log'>
/** Whose interview it is; `caller` is null for anyone with the link from the interviewer's email. */
type Answering = { interview_booking_id: number; ref_interviewer_id: number; caller: StaffCaller | null }

const ACTION = { accepted: 'interview.accepted', declined: 'interview.declined' } as const

/**
 * Records whether an interviewer will attend; they can change their answer until the interview starts. Declining gives it to another interviewer in
 * the plan who's free then. If there's no one, the hiring lead is notified, and also if the interviewer accepts later. Throws 404 for someone else's
 * interview, 409 once it has started, or was canceled or moved.
 */
export async function answerInterview(services: Needed, answering: Answering, { answer, starts_at }: AnswerToInterview): Promise<Booking> {
  await services.limits.take('answer-interview', String(answering.ref_interviewer_id))
  const standIn = answer === 'declined' ? await findStandIn(services, answering.interview_booking_id) : null
  const answered = await services.db.transaction(async (tx) => {
    const { booking, candidate } = await lockOwnInterview(tx, answering)
    if (!isOpen(booking)) throw new HttpError(409, 'This interview has started or was canceled, so you no longer need to respond.')
    if (Date.parse(starts_at) !== Date.parse(booking.starts_at)) throw new HttpError(409, 'This interview has a new time. Please respond to that one.')
    if (booking.interviewer_answer !== answer) await note(tx, services, { booking, candidate, answer, standIn, caller: answering.caller })
    return (await findBooking(tx, booking.interview_booking_id))!
  })
  if (answered.ref_interviewer_id !== answering.ref_interviewer_id) await keepAppointment(services, answered.interview_booking_id)
  return presentBooking(answered)
}

/** Booked and upcoming. */
export function isOpen({ state, has_started }: BookingRow): boolean {
  return state === 'booked' && !has_started
}

async function lockOwnInterview(tx: Db, { interview_booking_id, ref_interviewer_id }: Answering) {
  const known = await findBooking(tx, interview_booking_id)
  const candidate = known && (await lockApplicant(tx, known.user_session_id, 'everyone'))
  const booking = candidate && (await findBooking(tx, interview_booking_id))
  if (!booking || booking.state === 'held' || booking.ref_interviewer_id !== ref_interviewer_id) throw new HttpError(404, 'That interview was not found.')
  return { booking, candidate }
}

type Answered = { booking: BookingRow; candidate: LockedApplicant; answer: InterviewerAnswer; standIn: StandIn | null; caller: StaffCaller | null }

async function note(tx: Db, services: Needed, { booking, candidate, answer, standIn, caller }: Answered): Promise<void> {
  const { interview_booking_id, user_session_id, ref_interview_id, ref_interviewer_id, starts_at } = booking
  await setInterviewerAnswer(tx, interview_booking_id, answer)
  await recordAudit(tx, {
    actor: caller,
    action: ACTION[answer],
    subject_kind: 'applicant',
    subject_id: user_session_id,
    facts: { interview_booking_id, ref_interview_id, ref_interviewer_id, starts_at, by_link: caller === null },
  })
  if (answer === 'declined' && (await takeOver(tx, services, { booking, candidate, standIn }))) return
  if (answer === 'accepted') await tellOfStandIn(tx, services, { booking, candidate })
  if (answer === 'declined' || booking.interviewer_answer === 'declined')
    await insertEmail(tx, answerEmail(await deskOf(services.env, tx), { booking, candidate, answer, time_zone: services.env.TIME_ZONE }), 'staff')
}
