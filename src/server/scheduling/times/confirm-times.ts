import { TIME_TAKEN } from '#contract/scheduling/scheduling.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { LockedApplicant } from '#server/applicants/decide/move-store.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import { isExclusionViolation, type Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
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

type Confirming = NotifyContext & { actor: StaffCaller | 'candidate' }

/** Books every time the candidate holds and invites both sides. Throws 409 when nothing is held anymore. */
export async function confirmTimes(services: Needed, own: Own): Promise<void> {
  const { db } = services
  const booked = await db.transaction(async (tx) => {
    await keepPlaces(tx)
    const candidate = await lockInvited(tx, own)
    const holds = (await listLiveBookings(tx, own.user_session_id)).filter((one) => one.state === 'held')
    if (holds.length === 0) throw new HttpError(409, "We're no longer holding your times. Please pick them again.")
    const context = await confirmingFor(tx, services, { candidate, actor: 'candidate' })
    const ids: number[] = []
    for (const hold of holds) ids.push(await confirmOne(tx, hold, context))
    await refreshWaiting(tx, services, own.user_session_id)
    return ids
  })
  for (const id of booked) await keepAppointment(services, id)
}

/** Who confirms, and how both sides hear about it. */
export async function confirmingFor(
  tx: Db,
  { env, keys, calendar }: Needed,
  { candidate, actor }: { candidate: LockedApplicant } & Pick<Confirming, 'actor'>,
): Promise<Confirming> {
  const candidateZone = (await findPlan(tx, candidate.user_session_id))?.time_zone ?? env.TIME_ZONE
  // The calendar service returns the meeting's address, which is added to the invitations while they're pending.
  const delaySeconds = Math.max(env.MAIL_DELAY_SECONDS, calendar.appointments ? ADDRESS_SECONDS : 0)
  return { env, keys, actor, by: actor === 'candidate' ? actor : 'staff', candidate, candidateZone, delaySeconds }
}

/** Turns a hold into a booking, or moves the booking that it replaces; returns the booking's ID. */
export async function confirmOne(tx: Db, hold: BookingRow, context: Confirming): Promise<number> {
  const replaced = hold.replaces_id === null ? null : await findBooking(tx, hold.replaces_id)
  if (replaced?.state === 'booked') {
    await deleteHold(tx, hold.interview_booking_id)
    await moveTo(tx, { from: replaced, to: hold }, context)
    return replaced.interview_booking_id
  }
  const id = hold.interview_booking_id
  await setBooked(tx, id)
  const email_ids = await notifyBoth(tx, 'booked', (await findBooking(tx, id))!, context)
  await setBookingFacts(tx, id, { email_ids, before_change: { ...whatOf(hold, changedBy(context)), state: 'canceled' } })
  await record(tx, 'interview.booked', { booking: (await findBooking(tx, id))!, actor: context.actor })
  return id
}

type Slot = Pick<BookingRow, 'starts_at' | 'ends_at' | 'ref_interviewer_id' | 'buffer_minutes'>

/** The same event: the UID stays and the SEQUENCE increases, so calendars move it. Throws 409 when the time is taken. */
export async function moveTo(tx: Db, { from, to }: { from: BookingRow; to: Slot }, context: Confirming): Promise<void> {
  const id = from.interview_booking_id
  const { starts_at, ends_at, ref_interviewer_id, buffer_minutes } = to
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
  await setBookingFacts(tx, id, { email_ids, before_change: whatOf(from, changedBy(context)) })
  await record(tx, 'interview.moved', { booking: moved, actor: context.actor })
}

const changedBy = ({ actor }: Confirming) => (actor === 'candidate' ? actor : 'staff')

/** What an undo restores, and whose change it undoes. */
export function whatOf(booking: BookingRow, by: 'candidate' | 'staff') {
  const { state, ref_interviewer_id, starts_at, ends_at, sequence, declined_by, stands_in_for, where } = booking
  const { interviewer_answer, interviewer_answered_at, proposed_at, marked_as, marked_at } = booking
  const answered = { interviewer_answer, interviewer_answered_at, proposed_at, marked_as, marked_at }
  return { state, ref_interviewer_id, starts_at, ends_at, sequence, declined_by, stands_in_for, where, ...answered, by }
}

async function record(tx: Db, action: AuditAction, { booking, actor }: { booking: BookingRow } & Pick<Confirming, 'actor'>) {
  const { user_session_id, interview_booking_id, ref_interview_id, ref_interviewer_id, starts_at } = booking
  const facts = { interview_booking_id, ref_interview_id, ref_interviewer_id, starts_at }
  await recordAudit(tx, { actor, action, subject_kind: 'applicant', subject_id: user_session_id, facts })
}
