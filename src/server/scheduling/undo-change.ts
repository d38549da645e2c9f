import type { Booking } from '#contract/scheduling/scheduling.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import { isExclusionViolation, isUniqueViolation, type Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { lockLocations } from '#server/interviews/store.ts'
import type { Services } from '#server/services.ts'
import { keepAppointment } from './appointments/keep-appointment.ts'
import { lockBooking, type ShownInterview } from './cancel-booking.ts'
import { makeRoom } from './make-room.ts'
import { locationsFor, presentBooking } from './present-booking.ts'
import { findBooking, listLiveBookings, listUndoable, lockInterviewerTimes, setCanceled, setRestored, type BookingRow } from './store.ts'
import { listChangedWith } from './together-store.ts'
import { refreshWaiting, notifyOfLocations } from './notifications/notify-of-locations.ts'
import { withdrawAll } from './notifications/notify.ts'
import { isAt } from './times/confirm-times.ts'
import { lockInvited } from './times/invited.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'calendar' | 'log'>

/**
 * Undoes the last change to a booking. Throws 409 once one of its emails has been sent, when its time has been taken or the interviewer's day has
 * filled up since, and when it would restore an interview of a candidate who has left the panel.
 */
export async function undoByStaff(services: Deps, caller: StaffCaller, id: number): Promise<Booking> {
  const places = await rejectingTaken(() =>
    services.db.transaction(async (tx) => {
      await lockLocations(tx)
      const { booking, applicant } = await lockBooking(tx, caller, id)
      const isRestored = booking.before_change?.state === 'booked'
      if (isRestored && !meaningOf(applicant.ref_application_status_id).takesFeedback)
        throw new HttpError(409, "The candidate has left the panel interview stage, so this can't be undone.")
      await undo(tx, services, { booking, actor: caller })
      return locationsFor(services.env, applicant)
    }),
  )
  await keepAppointment(services, id)
  return presentBooking((await findBooking(services.db, id))!, places)
}

/**
 * Candidates can undo their own moves and cancellations, not what staff did; otherwise the same as for staff. With `starts_at`, nothing happens if the
 * interview is booked at that time again already.
 */
export async function undoOwn(services: Deps, own: Own, { ref_interview_id, starts_at }: ShownInterview): Promise<void> {
  const id = await rejectingTaken(() =>
    services.db.transaction(async (tx) => {
      await lockLocations(tx)
      await lockInvited(tx, own)
      const found = (await listUndoable(tx, own.user_session_id)).find((one) => one.ref_interview_id === ref_interview_id)
      if (!found) {
        const isBooked = (one: BookingRow) => one.state === 'booked' && starts_at !== undefined && isAt({ ref_interview_id, starts_at })(one)
        if ((await listLiveBookings(tx, own.user_session_id)).some(isBooked)) return null
        throw tooLate()
      }
      await undo(tx, services, { booking: found, actor: 'candidate' })
      return found.interview_booking_id
    }),
  )
  if (id !== null) await keepAppointment(services, id)
}

async function undo(tx: Db, services: Deps, { booking, actor }: { booking: BookingRow; actor: StaffCaller | 'candidate' }): Promise<void> {
  const { interview_booking_id, user_session_id, ref_interview_id, is_undoable, before_change, email_ids } = booking
  if (!is_undoable || !before_change || !(await withdrawAll(tx, email_ids))) throw tooLate()
  const { where, ...before } = before_change
  const changed = [booking, ...(await listChangedWith(tx, booking))]
  // Added interviewers are removed before replaced ones are restored.
  const inOrder = changed.toSorted((one, other) => Number(wasBooked(one)) - Number(wasBooked(other)))
  await lockInterviewerTimes(
    tx,
    inOrder.flatMap((one) => one.before_change?.ref_interviewer_id ?? []),
  )
  for (const one of inOrder) await undoOne(tx, one)
  // Its location may have changed since both sides were last notified.
  if (where) await notifyOfLocations(tx, services, [{ interview_booking_id, where }])
  await refreshWaiting(tx, services, user_session_id)
  await recordAudit(tx, {
    actor,
    action: 'interview.change-undone',
    subject_kind: 'applicant',
    subject_id: user_session_id,
    facts: { interview_booking_id, ref_interview_id, starts_at: before.starts_at },
  })
}

const wasBooked = ({ before_change }: BookingRow) => before_change?.state === 'booked'

async function undoOne(tx: Db, { interview_booking_id, user_session_id, ref_interview_id, before_change }: BookingRow): Promise<void> {
  if (!before_change) throw tooLate()
  const { by: _by, where: _where, ...before } = before_change
  if (before.state === 'booked') await makeRoom(tx, { user_session_id, ref_interview_id, to: 'undo' }, before)
  const restore = before.state === 'booked' ? setRestored : setCanceled
  await restore(tx, interview_booking_id, { ...before, email_ids: [], before_change: null })
}

const tooLate = () => new HttpError(409, "This can't be undone anymore: the emails have gone out.")

async function rejectingTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isExclusionViolation(error) || isUniqueViolation(error)) throw new HttpError(409, "Someone else has taken this time since, so this can't be undone.")
    throw error
  }
}
