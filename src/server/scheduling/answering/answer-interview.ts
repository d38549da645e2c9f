import { isDeclined, type AnswerToInterview, type Booking, type InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import { lockApplicant, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { insertEmail } from '#server/mail/store.ts'
import { presentBooking } from '#server/scheduling/present-booking.ts'
import { rejectOutOfRange } from '#server/scheduling/times/out-of-reach.ts'
import { findBooking, setInterviewerAnswer, type BookingRow } from '#server/scheduling/store.ts'
import { bookingSenderOf, interviewNewsTo } from '#server/scheduling/notifications/booking-sender.ts'
import type { Services } from '#server/services.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import type { Email } from '#server/mail/email.ts'
import { wrapInLayout } from '#server/mail/layout.ts'
import { candidateOf, teamFooter, timeIn, type Candidate, type BookingSender } from '#server/scheduling/notifications/emails.ts'
import { findStandIn, replaceWithStandIn, notifyOfStandIn, type StandIn } from './stand-in.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'limits' | 'calendar' | 'log'>
/** Whose interview it is; `caller` is null for anyone who uses the link from the interviewer's email. */
export type AnswerRequest = { interview_booking_id: number; ref_interviewer_id: number; caller: StaffCaller | null }

const ACTION = { accepted: 'interview.accepted', declined: 'interview.declined', proposed: 'interview.time-proposed' } as const

/**
 * Records whether an interviewer will attend; they can change their answer until the interview starts. If they decline, another available interviewer
 * from the plan takes over. If there's no one, or the interviewer proposes another time, the hiring lead is notified, and again if the interviewer
 * accepts later. Throws 404 for someone else's interview, 409 once it has started, or was canceled or moved, 422 for a proposal without a future
 * time.
 */
export async function answerInterview(services: Deps, answering: AnswerRequest, { answer, starts_at, ...said }: AnswerToInterview): Promise<Booking> {
  await services.limits.take('answer-interview', String(answering.ref_interviewer_id))
  const proposed_at = answer === 'proposed' ? proposedTime(said.proposed_at, starts_at) : null
  const standIn = answer === 'declined' ? await findStandIn(services, answering.interview_booking_id) : null
  const answered = await services.db.transaction(async (tx) => {
    const { booking, candidate } = await lockOwnInterview(tx, answering)
    if (!isOpen(booking)) throw new HttpError(409, 'This interview has started or was canceled, so you no longer need to respond.')
    if (Date.parse(starts_at) !== Date.parse(booking.starts_at)) throw new HttpError(409, 'This interview has a new time. Please respond to that one.')
    if (booking.interviewer_answer !== answer || !isSameTime(booking.proposed_at, proposed_at))
      await note(tx, services, { booking, candidate, answer, proposed_at, standIn, caller: answering.caller })
    return (await findBooking(tx, booking.interview_booking_id))!
  })
  if (answered.ref_interviewer_id !== answering.ref_interviewer_id) await keepAppointment(services, answered.interview_booking_id)
  return presentBooking(answered, null)
}

/** Throws 422 unless it's a time that can be booked and differs from the current one. */
function proposedTime(proposed_at: string | undefined, starts_at: string): string {
  if (proposed_at === undefined) throw fieldError(422, 'proposed_at', 'Enter the day and time you propose.')
  if (isSameTime(proposed_at, starts_at)) throw fieldError(422, 'proposed_at', "Propose a different time than the one that's booked.")
  rejectOutOfRange('proposed_at', proposed_at)
  return new Date(proposed_at).toISOString()
}

function isSameTime(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Date.parse(one) === Date.parse(other)
}

/** Booked and upcoming. */
export function isOpen({ state, has_started }: BookingRow): boolean {
  return state === 'booked' && !has_started
}

/** Throws 404 for someone else's interview. */
export async function lockOwnInterview(tx: Db, { interview_booking_id, ref_interviewer_id }: AnswerRequest) {
  const known = await findBooking(tx, interview_booking_id)
  const candidate = known && (await lockApplicant(tx, known.user_session_id, 'everyone'))
  const booking = candidate && (await findBooking(tx, interview_booking_id))
  if (!booking || booking.state === 'held' || booking.ref_interviewer_id !== ref_interviewer_id) throw new HttpError(404, 'That interview was not found.')
  return { booking, candidate }
}

type AnswerResult = {
  booking: BookingRow
  candidate: LockedApplicant
  answer: InterviewerAnswer
  proposed_at: string | null
  standIn: StandIn | null
  caller: StaffCaller | null
}

async function note(tx: Db, services: Deps, { booking, candidate, answer, proposed_at, standIn, caller }: AnswerResult): Promise<void> {
  const { interview_booking_id, user_session_id, ref_interview_id, ref_interviewer_id, starts_at } = booking
  await setInterviewerAnswer(tx, interview_booking_id, { interviewer_answer: answer, proposed_at })
  await recordAudit(tx, {
    actor: caller,
    action: ACTION[answer],
    subject_kind: 'applicant',
    subject_id: user_session_id,
    facts: { interview_booking_id, ref_interview_id, ref_interviewer_id, starts_at, ...(proposed_at && { proposed_at }), by_link: caller === null },
  })
  if (answer === 'declined' && (await replaceWithStandIn(tx, services, { booking, candidate, standIn }))) return
  if (answer === 'accepted') await notifyOfStandIn(tx, services, { booking, candidate })
  if (answer !== 'accepted' || isDeclined(booking.interviewer_answer)) await notifyTeam(tx, services, { booking, candidate, answer, proposed_at })
}

type TeamNotice = Pick<AnswerResult, 'booking' | 'candidate' | 'answer' | 'proposed_at'>

async function notifyTeam(tx: Db, { env }: Deps, told: TeamNotice): Promise<void> {
  const sender = await bookingSenderOf(env, tx)
  for (const to of await interviewNewsTo(tx, env, told.candidate))
    await insertEmail(tx, answerEmail(sender, { ...told, time_zone: env.TIME_ZONE, to }), 'staff')
}

type EmailDetails = {
  booking: BookingRow
  candidate: Candidate & { hiring_lead_name: string }
  answer: InterviewerAnswer
  proposed_at: string | null
  time_zone: string
  to: string | null
}

const WORDS: Record<InterviewerAnswer, { title: string; what: string; next: string }> = {
  declined: {
    title: 'Interviewer declined',
    what: "can't make their interview with",
    next: 'We found no one else in the plan who could take over. It stays booked until you cancel it so the candidate can pick another time, or choose other interviewers.',
  },
  proposed: {
    title: 'Interviewer proposes another time',
    what: 'proposes another time for their interview with',
    next: "It stays booked as it is until you move it, give it to someone else or cancel it. The candidate hasn't been told.",
  },
  accepted: { title: 'Interviewer accepted after all', what: 'can make their interview after all, with', next: "There's nothing you need to do." },
}

/** Tells the hiring lead, or `to` on the role's team, that an interviewer declined, proposed another time or reversed that; replies go to the interviewer. */
function answerEmail(sender: BookingSender, { booking, candidate, answer, proposed_at, time_zone, to }: EmailDetails): Email {
  const { title, what, next } = WORDS[answer]
  const { name } = candidateOf(candidate)
  const content = {
    title,
    paragraphs: [`${booking.interviewer_name} ${what} ${name}.`, next],
    facts: [
      ['Interview', booking.interview_name],
      ['Role', candidate.function_role_name],
      ['When', timeIn(time_zone, booking.starts_at)],
      ...(proposed_at ? [['Proposed', timeIn(time_zone, proposed_at)] as [string, string]] : []),
    ] as [string, string][],
    button: { label: 'Open the interviews', url: `${sender.BASE_URL}/admin/applications/${booking.user_session_id}/interviews` },
    footer: teamFooter(to),
  }
  return {
    purpose: 'notice',
    user_session_id: booking.user_session_id,
    to_address: to ?? candidate.hiring_lead_email,
    to_name: to === null ? candidate.hiring_lead_name : '',
    reply_to: booking.interviewer_email,
    subject: `${title}: ${booking.interviewer_name}, ${booking.interview_name}, ${candidate.function_role_name}`,
    ...wrapInLayout(sender, content),
  }
}
