import type { Db } from '#server/db/connect.ts'
import type { Services } from '#server/services.ts'
import { answerLink } from '#server/scheduling/answering/answer-link.ts'
import { findCalendar } from '#server/calendar/store.ts'
import type { Cause } from '#server/mail/recipient-store.ts'
import { insertEmail, withdrawEmail } from '#server/mail/store.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { readChecklist } from '#server/candidate/read-checklist.ts'
import { interviewsLink } from '#server/applications/own-page-link.ts'
import { bookingSenderOf } from './booking-sender.ts'
import { bookingEmail, removesEvent, type Candidate } from './emails.ts'
import type { BookingRow } from '#server/scheduling/store.ts'

type Kind = Parameters<typeof bookingEmail>[1]
export type NotifyContext = Pick<Services, 'env' | 'keys'> & {
  by: 'candidate' | 'staff' | 'system'
  candidate: Candidate & { ref_application_status_id: number }
  candidateZone: string
  delaySeconds?: number
}

/**
 * Queues the emails to both sides of a booking, each in their own time zone; returns the email IDs. The candidate gets theirs with the first
 * interviewer's booking.
 */
export async function notifyBoth(tx: Db, kind: Kind, booking: BookingRow, context: NotifyContext): Promise<number[]> {
  const told = await notifyInterviewer(tx, kind, booking, context)
  return booking.beside_id === null ? [...told, ...(await notifyCandidate(tx, kind, booking, context))] : told
}

export async function notifyCandidate(tx: Db, kind: Kind, booking: BookingRow, context: NotifyContext): Promise<number[]> {
  const { env, candidate, candidateZone: time_zone, delaySeconds = env.MAIL_DELAY_SECONDS } = context
  if (!candidate.email) return []
  const side = await candidateSide(tx, context, { kind, booking, candidate, time_zone })
  const email = bookingEmail(await bookingSenderOf(env, tx), kind, { booking, candidate, ...side })
  const queued = await insertEmail(tx, email, causeOf(context), delaySeconds)
  return queued ? [queued.email_id] : []
}

type Notice = { kind: Kind; booking: BookingRow; candidate: NotifyContext['candidate']; time_zone: string }

/** The candidate's details in an email, apart from the booking. Its link opens their interviews page as long as there's one to pick, move or join. */
export async function candidateSide(tx: Db, { env, keys }: Pick<Services, 'env' | 'keys'>, about: Notice) {
  const remainingText = await leftToPick(tx, env, about)
  const side = { to: 'candidate' as const, time_zone: about.time_zone, left: remainingText }
  if (about.kind === 'canceled' && remainingText === null) return side
  return { ...side, own_url: await interviewsLink(tx, { env, keys }, about.booking.user_session_id) }
}

/**
 * What's booked and what isn't, as shown on the pages, while the candidate is in the interviews; null when this is the only interview and it's
 * booked.
 */
async function leftToPick(tx: Db, env: Services['env'], { kind, booking, candidate, time_zone }: Notice): Promise<string | null> {
  const { user_session_id, interview_booking_id } = booking
  if (!meaningOf(candidate.ref_application_status_id).takesFeedback) return null
  const { items, summary, is_done } = await readChecklist(tx, env, {
    user_session_id,
    time_zone,
    as: (slots) => (kind === 'canceled' ? slots.filter((slot) => slot.interview_booking_id !== interview_booking_id) : slots),
  })
  return is_done && items.length === 1 ? null : summary
}

function causeOf({ by, candidate, env }: NotifyContext): Cause {
  return by === 'candidate' ? { by: 'candidate', scale: env.LIMITS_SCALE, from: candidate.email ?? '' } : by
}

export async function notifyInterviewer(tx: Db, kind: Kind, booking: BookingRow, context: NotifyContext): Promise<number[]> {
  const { env, keys, candidate, delaySeconds = env.MAIL_DELAY_SECONDS } = context
  const { time_zone } = await findCalendar(tx, booking.ref_interviewer_id)
  const link = removesEvent(kind) ? {} : { own_url: answerLink({ env, keys }, booking) }
  const details = { booking, candidate, to: 'interviewer', time_zone, ...link } as const
  const queued = await insertEmail(tx, bookingEmail(await bookingSenderOf(env, tx), kind, details), causeOf(context), delaySeconds)
  return queued ? [queued.email_id] : []
}

/** Returns false when one of them has been sent or is being sent. */
export async function withdrawAll(tx: Db, email_ids: number[]): Promise<boolean> {
  for (const id of email_ids) if (!(await withdrawEmail(tx, id))) return false
  return true
}
