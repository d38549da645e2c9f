import { TIME_TAKEN } from '#contract/scheduling/scheduling.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import { isExclusionViolation, type Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { keepPlaces } from '#server/interviews/store.ts'
import type { Services } from '#server/services.ts'
import { lockInvited } from './invited.ts'
import { deleteHold } from './hold-store.ts'
import { findBooking, findPlan, listLiveBookings, setBooked, setBookingFacts, type BookingRow } from '#server/scheduling/store.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import { refreshWaiting } from '#server/scheduling/notifications/tell-of-places.ts'
import { notifyBoth, notifyInterviewer, type NotifyContext } from '#server/scheduling/notifications/notify.ts'

type Needed = Pick<Services, 'db' | 'env' | 'keys' | 'calendar' | 'log'>

const ADDRESS_SECONDS = 15

/** Books every time the candidate holds and invites both sides. Throws 409 when nothing is held anymore. */
export async function confirmTimes(services: Needed, own: Own): Promise<void> {
  const { db, env, keys } = services
  const booked = await db.transaction(async (tx) => {
    await keepPlaces(tx)
    const candidate = await lockInvited(tx, own)
    const holds = (await listLiveBookings(tx, own.user_session_id)).filter((one) => one.state === 'held')
    if (holds.length === 0) throw new HttpError(409, "We're no longer holding your times. Please pick them again.")
    const candidateZone = (await findPlan(tx, own.user_session_id))?.time_zone ?? env.TIME_ZONE
    const ids: number[] = []
    // The calendar service returns the meeting's address, which is added to the invitations while they're pending.
    const delaySeconds = Math.max(env.MAIL_DELAY_SECONDS, services.calendar.appointments ? ADDRESS_SECONDS : 0)
    for (const hold of holds) ids.push(await confirmOne(tx, hold, { env, keys, by: 'candidate', candidate, candidateZone, delaySeconds }))
    await refreshWaiting(tx, services, own.user_session_id)
    return ids
  })
  for (const id of booked) await keepAppointment(services, id)
}

async function confirmOne(tx: Db, hold: BookingRow, context: NotifyContext): Promise<number> {
  const replaced = hold.replaces_id === null ? null : await findBooking(tx, hold.replaces_id)
  if (replaced?.state === 'booked') return moveTo(tx, { from: replaced, hold }, context)
  const id = hold.interview_booking_id
  await setBooked(tx, id)
  const email_ids = await notifyBoth(tx, 'booked', (await findBooking(tx, id))!, context)
  await setBookingFacts(tx, id, { email_ids, before_change: { ...whatOf(hold, 'candidate'), state: 'canceled' } })
  await record(tx, 'interview.booked', (await findBooking(tx, id))!)
  return id
}

/** The same event: the UID stays and the SEQUENCE increases, so calendars move it. */
async function moveTo(tx: Db, { from, hold }: { from: BookingRow; hold: BookingRow }, context: NotifyContext): Promise<number> {
  const id = from.interview_booking_id
  await deleteHold(tx, hold.interview_booking_id)
  const { starts_at, ends_at, ref_interviewer_id, buffer_minutes } = hold
  const sequence = from.sequence + 1
  const isOther = ref_interviewer_id !== from.ref_interviewer_id
  const left = isOther ? await notifyInterviewer(tx, 'canceled', { ...from, sequence }, context) : []
  try {
    await setBooked(tx, id, { starts_at, ends_at, ref_interviewer_id, buffer_minutes, sequence })
  } catch (fault) {
    if (isExclusionViolation(fault)) throw new HttpError(409, TIME_TAKEN)
    throw fault
  }
  const moved = (await findBooking(tx, id))!
  const email_ids = [...left, ...(await notifyBoth(tx, 'moved', moved, context))]
  await setBookingFacts(tx, id, { email_ids, before_change: whatOf(from, 'candidate') })
  await record(tx, 'interview.moved', moved)
  return id
}

/** What an undo restores, and whose change it undoes. */
export function whatOf(booking: BookingRow, by: 'candidate' | 'staff') {
  const { state, ref_interviewer_id, starts_at, ends_at, sequence, interviewer_answer, interviewer_answered_at, declined_by, stands_in_for, where } = booking
  return { state, ref_interviewer_id, starts_at, ends_at, sequence, interviewer_answer, interviewer_answered_at, declined_by, stands_in_for, where, by }
}

async function record(tx: Db, action: AuditAction, { user_session_id, interview_booking_id, ref_interview_id, ref_interviewer_id, starts_at }: BookingRow) {
  const facts = { interview_booking_id, ref_interview_id, ref_interviewer_id, starts_at }
  await recordAudit(tx, { actor: 'candidate', action, subject_kind: 'applicant', subject_id: user_session_id, facts })
}
