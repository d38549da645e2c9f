import { TOO_LATE_TO_CHANGE, type Booking } from '#contract/scheduling/scheduling.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { lockApplicant, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { candidateZone } from '#server/candidate/read-checklist.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { isAt, undoneChangeOf } from '#server/scheduling/times/confirm-times.ts'
import { lockInvited } from '#server/scheduling/times/invited.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import { locationsFor, presentBooking } from './present-booking.ts'
import { deleteHold } from '#server/scheduling/times/hold-store.ts'
import { findBooking, findPlan, listLiveBookings, setCanceled, type BookingRow } from './store.ts'
import { findFirst, listTogether } from './together-store.ts'
import { refreshWaiting } from '#server/scheduling/notifications/notify-of-locations.ts'
import { notifyBoth, withdrawAll } from '#server/scheduling/notifications/notify.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'calendar' | 'log'>
const EMPTY = 'That interview was not found.'

/** Staff may cancel until an interview is over. Throws 404 outside the caller's openings, 409 for one that is over or canceled. */
export async function cancelByStaff(services: Deps, caller: StaffCaller, id: number): Promise<Booking> {
  const places = await services.db.transaction(async (tx) => {
    const { booking, applicant } = await lockBooking(tx, caller, id)
    if (booking.state !== 'booked' || booking.is_over) throw new HttpError(409, 'This interview is already over or canceled.')
    await cancel(tx, services, { booking, applicant, actor: caller })
    return locationsFor(services.env, applicant)
  })
  await keepAppointment(services, id)
  return presentBooking((await findBooking(services.db, id))!, places)
}

/** An interview, and its time when the button was shown. */
export type ShownInterview = { ref_interview_id: number; starts_at?: string | undefined }

/**
 * Candidates can cancel up to 24 hours before the interview; a held time is simply released. With `starts_at`, only that time, so releasing a time
 * again doesn't cancel the one that's booked; nothing happens if it's gone.
 */
export async function cancelOwn(services: Deps, own: Own, { ref_interview_id, starts_at }: ShownInterview): Promise<void> {
  const canceled = await services.db.transaction(async (tx) => {
    const applicant = await lockInvited(tx, own)
    const all = (await listLiveBookings(tx, own.user_session_id)).filter((one) => one.ref_interview_id === ref_interview_id)
    const live = starts_at === undefined ? all : all.filter(isAt({ ref_interview_id, starts_at }))
    const hold = live.find((one) => one.state === 'held')
    if (hold) return void (await deleteHold(tx, hold.interview_booking_id))
    const [booking] = live
    if (!booking && starts_at !== undefined) return
    if (!booking) throw new HttpError(409, 'This interview has already been canceled.')
    if (!booking.is_changeable) throw new HttpError(409, TOO_LATE_TO_CHANGE)
    await cancel(tx, services, { booking, applicant, actor: 'candidate' })
    return booking.interview_booking_id
  })
  if (canceled) await keepAppointment(services, canceled)
}

/** Cancels the interviews of someone who has left the panel interview stage: frees calendars and notifies both sides. */
export async function cancelBySystem(services: Deps, id: number): Promise<void> {
  await services.db.transaction(async (tx) => {
    const known = await findBooking(tx, id)
    const applicant = known && (await lockApplicant(tx, known.user_session_id, 'everyone'))
    const booking = applicant && (await findBooking(tx, id))
    if (!booking || booking.state !== 'booked' || meaningOf(applicant.ref_application_status_id).takesFeedback) return
    await cancel(tx, services, { booking, applicant, actor: null })
  })
  await keepAppointment(services, id)
}

type Cancellation = { booking: BookingRow; applicant: LockedApplicant; actor: StaffCaller | 'candidate' | null }

async function cancel(tx: Db, { env, keys }: Deps, { booking, applicant, actor }: Cancellation): Promise<void> {
  const rows = await listTogether(tx, booking)
  const shownZone = candidateZone(env, await findPlan(tx, booking.user_session_id))
  // Invitations that haven't been sent don't need a cancellation.
  const isUnsent = booking.is_undoable && booking.sequence === 0 && (await withdrawAll(tx, booking.email_ids))
  const by = actor === 'candidate' ? actor : actor ? 'staff' : 'system'
  const context = { env, keys, by, candidate: applicant, candidateZone: shownZone } as const
  const email_ids: number[] = []
  if (!isUnsent) for (const row of rows) email_ids.push(...(await notifyBoth(tx, 'canceled', { ...row, sequence: row.sequence + 1 }, context)))
  for (const row of rows) {
    const before_change = isUnsent ? null : undoneChangeOf(row, actor === 'candidate' ? 'candidate' : 'staff')
    await setCanceled(tx, row.interview_booking_id, { sequence: row.sequence + 1, email_ids, before_change })
  }
  await refreshWaiting(tx, { env, keys }, booking.user_session_id)
  await recordAudit(tx, {
    actor,
    action: 'interview.canceled',
    subject_kind: 'applicant',
    subject_id: booking.user_session_id,
    facts: { interview_booking_id: booking.interview_booking_id, ref_interview_id: booking.ref_interview_id, starts_at: booking.starts_at },
  })
}

/** Locks the interview's first booking, even if `id` is another interviewer's. Throws 404 outside the caller's openings. */
export async function lockBooking(tx: Db, caller: StaffCaller, id: number): Promise<{ booking: BookingRow; applicant: LockedApplicant }> {
  const known = await findBooking(tx, id)
  const applicant = known && (await lockApplicant(tx, known.user_session_id, caller.scope))
  if (!applicant) throw new HttpError(404, EMPTY)
  return { booking: (await findFirst(tx, id))!, applicant }
}
