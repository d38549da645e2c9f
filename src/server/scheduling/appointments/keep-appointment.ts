import type { Appointment } from '#server/calendar/calendar.ts'
import type { Db } from '#server/db/connect.ts'
import type { Services } from '#server/services.ts'
import { claimAppointment, releaseAppointment, settleAppointment } from './appointment-store.ts'
import { type BookingRow } from '#server/scheduling/store.ts'
import { findFirst, listTogether } from '#server/scheduling/together-store.ts'
import { notifyOfLocation } from '#server/scheduling/notifications/notify-of-locations.ts'
import { findCandidate } from '#server/scheduling/week-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'calendar' | 'log'>

/** A meeting's address can arrive shortly after its appointment; after this many tries, it's treated as having none. */
const MAX_ADDRESS_ATTEMPTS = 4

/**
 * Syncs a booking to the calendar service after its transaction; if that fails, the reminder job tries again. The lease keeps two processes from
 * creating duplicate appointments.
 */
export async function keepAppointment(services: Deps, id: number): Promise<void> {
  const { db, calendar, log } = services
  if (!calendar.appointments) return
  const interview_booking_id = (await findFirst(db, id))?.interview_booking_id
  const claimed = interview_booking_id && (await claimAppointment(db, interview_booking_id))
  if (!claimed) return
  const booking = (await findFirst(db, id))!
  try {
    await updateService(services, booking, claimed.calendar_tries)
  } catch (error) {
    await releaseAppointment(db, interview_booking_id)
    log.warn({ interview_booking_id, type: (error as Error).name, reason: (error as Error).message }, 'the calendar service could not be told of an interview')
  }
}

async function updateService({ db, env, keys, calendar }: Deps, booking: BookingRow, tries: number): Promise<void> {
  const known = { calendar_id: booking.calendar_id, was_tried: tries > 1 }
  const appointment = await appointmentOf(db, booking)
  // Erased people are removed from other calendars too.
  if (booking.state === 'canceled' || !appointment) {
    await calendar.appointments!.remove(appointment ?? withoutPerson(booking), known)
    return void (await settleAppointment(db, booking, { calendar_id: null, join_url: null }))
  }
  const savedAppointment = await calendar.appointments!.put(appointment, known)
  const isWaiting = savedAppointment.join_url === null && tries < MAX_ADDRESS_ATTEMPTS
  await db.transaction(async (tx) => {
    const isCurrent = await settleAppointment(tx, booking, { ...savedAppointment, isWaiting })
    if (isCurrent && savedAppointment.join_url !== booking.join_url) await notifyOfLocation(tx, { env, keys }, booking.interview_booking_id)
  })
}

async function appointmentOf(db: Db, booking: BookingRow): Promise<Appointment | null> {
  const candidate = await findCandidate(db, booking.user_session_id)
  if (!candidate) return null
  const name = [candidate.first_name, candidate.last_name].filter(Boolean).join(' ')
  return {
    ...withoutPerson(booking),
    others: (await listTogether(db, booking)).flatMap(({ beside_id, interviewer_email }) => (beside_id === null ? [] : [interviewer_email])),
    subject: `${booking.interview_name}, ${candidate.function_role_name}`,
    customer_name: name,
    customer_email: candidate.email ?? '',
  }
}

function withoutPerson({ uid, starts_at, ends_at, interviewer_email, interviewer_name, interview_name }: BookingRow): Appointment {
  const staff = { staff_email: interviewer_email, staff_name: interviewer_name }
  return { uid, starts_at, ends_at, ...staff, others: [], interview_name, subject: interview_name, customer_name: '', customer_email: '' }
}
