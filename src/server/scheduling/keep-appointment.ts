import type { Services } from '#server/services.ts'
import { findCandidate } from './week-store.ts'
import { findBooking, setBookingFacts } from './store.ts'

type Needed = Pick<Services, 'db' | 'calendar' | 'log'>

/** Tells the calendar service about a booking, after its transaction. One that can't be told now is told again by the reminders' round. */
export async function keepAppointment({ db, calendar, log }: Needed, interview_booking_id: number): Promise<void> {
  if (!calendar.appointments) return
  const booking = await findBooking(db, interview_booking_id)
  const candidate = booking && (await findCandidate(db, booking.user_session_id))
  if (!booking || !candidate) return
  try {
    if (booking.state === 'canceled') {
      if (booking.calendar_id) await calendar.appointments.remove(booking.calendar_id, 'Canceled')
      return await setBookingFacts(db, interview_booking_id, { calendar_id: null, join_url: null })
    }
    const { uid, starts_at, ends_at, interviewer_email: staff_email, interviewer_name: staff_name } = booking
    const customer_name = [candidate.first_name, candidate.last_name].filter(Boolean).join(' ')
    const subject = `${booking.interview_name}, ${candidate.function_role_name}`
    const kept = await calendar.appointments.put(
      { uid, staff_email, staff_name, starts_at, ends_at, subject, customer_name, customer_email: candidate.email ?? '' },
      booking.calendar_id,
    )
    await setBookingFacts(db, interview_booking_id, kept)
  } catch (fault) {
    log.warn({ interview_booking_id, type: (fault as Error).name }, 'the calendar service could not be told of an interview')
  }
}
