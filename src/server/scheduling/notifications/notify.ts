import type { Db } from '#server/db/connect.ts'
import type { Services } from '#server/services.ts'
import { answerLink } from '#server/scheduling/answering/answer-link.ts'
import { findCalendar } from '#server/calendar/store.ts'
import { insertEmail, withdrawEmail } from '#server/mail/store.ts'
import { deskOf } from './desk.ts'
import { bookingEmail, type Candidate } from './emails.ts'
import type { BookingRow } from '#server/scheduling/store.ts'

type Kind = Parameters<typeof bookingEmail>[1]
export type NotifyContext = Pick<Services, 'env' | 'keys'> & { candidate: Candidate; candidateZone: string; delaySeconds?: number }

/** Queues the emails to both sides of a booking, each in their own time zone; returns the emails' ids. */
export async function notifyBoth(tx: Db, kind: Kind, booking: BookingRow, context: NotifyContext): Promise<number[]> {
  const ids = [await notifyInterviewer(tx, kind, booking, context)]
  const { env, candidate, candidateZone: time_zone, delaySeconds = env.MAIL_DELAY_SECONDS } = context
  if (candidate.email)
    ids.push((await insertEmail(tx, bookingEmail(await deskOf(env, tx), kind, { booking, candidate, to: 'candidate', time_zone }), delaySeconds)).email_id)
  return ids
}

export async function notifyInterviewer(
  tx: Db,
  kind: Kind,
  booking: BookingRow,
  { env, keys, candidate, delaySeconds = env.MAIL_DELAY_SECONDS }: NotifyContext,
): Promise<number> {
  const { time_zone } = await findCalendar(tx, booking.ref_interviewer_id)
  const details = { booking, candidate, to: 'interviewer', time_zone, answer_url: answerLink({ env, keys }, booking) } as const
  return (await insertEmail(tx, bookingEmail(await deskOf(env, tx), kind, details), delaySeconds)).email_id
}

/** False when one of them has gone out or is on its way. */
export async function withdrawAll(tx: Db, email_ids: number[]): Promise<boolean> {
  for (const id of email_ids) if (!(await withdrawEmail(tx, id))) return false
  return true
}
