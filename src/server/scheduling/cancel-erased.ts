import { findCalendar } from '#server/calendar/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { insertEmail } from '#server/mail/store.ts'
import { bookingSenderOf } from './notifications/booking-sender.ts'
import { bookingEmail } from './notifications/emails.ts'
import { setCanceled } from './store.ts'
import type { UpcomingBooking } from './together-store.ts'

/**
 * Frees the interview times of someone who was erased, or whose record is kept only because the law requires it. Each interviewer gets a calendar
 * cancellation without a name or a place, which can be the candidate's phone number; the calendar service is updated next.
 */
export async function cancelErased(tx: Db, env: Env, upcoming: UpcomingBooking[]): Promise<void> {
  for (const { function_role_name, hiring_lead_email, ...booking } of upcoming) {
    const sequence = booking.sequence + 1
    const candidate = { user_session_id: booking.user_session_id, first_name: null, last_name: null, email: null, function_role_name, hiring_lead_email }
    const { time_zone } = await findCalendar(tx, booking.ref_interviewer_id)
    const placeless = { ...booking, sequence, where: { ...booking.where, text: null }, join_url: null }
    const details = { booking: placeless, candidate, to: 'interviewer', time_zone } as const
    const { email_id } = await insertEmail(tx, bookingEmail(await bookingSenderOf(env, tx), 'canceled', details), 'system')
    await setCanceled(tx, booking.interview_booking_id, { sequence, email_ids: [email_id], before_change: null })
  }
}
