import { TIME_TAKEN } from '#contract/scheduling/scheduling.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { candidateZone } from '#server/candidate/read-checklist.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import { isExclusionViolation, type Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { lockLocations } from '#server/interviews/store.ts'
import type { Services } from '#server/services.ts'
import { lockInvited } from './invited.ts'
import { deleteHold } from './hold-store.ts'
import { findBooking, findPlan, listLiveBookings, setBooked, setBookingFacts, setCanceled, type BookingRow } from '#server/scheduling/store.ts'
import { insertCoInterviewerBooking, listTogether } from '#server/scheduling/together-store.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import { refreshWaiting } from '#server/scheduling/notifications/notify-of-locations.ts'
import { notifyBoth, notifyInterviewer, type NotifyContext } from '#server/scheduling/notifications/notify.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'calendar' | 'log'>

const ADDRESS_SECONDS = 15

type ConfirmContext = NotifyContext & { actor: StaffCaller | 'candidate' }

/** A time as it was shown to the candidate. */
export type ShownTime = { ref_interview_id: number; starts_at: string }

export function isAt({ ref_interview_id, starts_at }: ShownTime): (booking: BookingRow) => boolean {
  return (booking) => booking.ref_interview_id === ref_interview_id && Date.parse(booking.starts_at) === Date.parse(starts_at)
}

/**
 * Books every time the candidate holds, or just the `shown` ones, and invites both sides. Confirming the same times again changes nothing. Throws 409
 * when nothing is held anymore.
 */
export async function confirmTimes(services: Deps, own: Own, shown?: ShownTime[]): Promise<void> {
  const { db } = services
  const booked = await db.transaction(async (tx) => {
    await lockLocations(tx)
    const candidate = await lockInvited(tx, own)
    const live = await listLiveBookings(tx, own.user_session_id)
    if (shown?.length && shown.every((time) => live.some((booking) => booking.state === 'booked' && isAt(time)(booking)))) return []
    const holds = live.filter((booking) => booking.state === 'held' && (shown?.some((time) => isAt(time)(booking)) ?? true))
    if (holds.length === 0) throw new HttpError(409, "We're no longer holding your times. Please pick them again.")
    const context = await confirmContextFor(tx, services, { candidate, actor: 'candidate' })
    const ids: number[] = []
    for (const hold of holds) ids.push(await confirmOne(tx, hold, context))
    await refreshWaiting(tx, services, own.user_session_id)
    return ids
  })
  for (const id of booked) await keepAppointment(services, id)
}

/** Who confirms, and what both sides' emails need. */
export async function confirmContextFor(
  tx: Db,
  { env, keys, calendar }: Deps,
  { candidate, actor }: { candidate: LockedApplicant } & Pick<ConfirmContext, 'actor'>,
): Promise<ConfirmContext> {
  const shownZone = candidateZone(env, await findPlan(tx, candidate.user_session_id))
  // The calendar service returns the meeting's address, which is added to the invitations while they're pending.
  const delaySeconds = Math.max(env.MAIL_DELAY_SECONDS, calendar.appointments ? ADDRESS_SECONDS : 0)
  return { env, keys, actor, by: actor === 'candidate' ? actor : 'staff', candidate, candidateZone: shownZone, delaySeconds }
}

/** Turns a hold into a booking with each of its interviewers, or moves the booking it replaces; returns the first booking's ID. */
export async function confirmOne(tx: Db, hold: BookingRow, context: ConfirmContext): Promise<number> {
  const replaced = hold.replaces_id === null ? null : await findBooking(tx, hold.replaces_id)
  const held = await listTogether(tx, hold)
  const id = hold.interview_booking_id
  if (replaced?.state === 'booked') {
    await deleteHold(tx, id)
    const other_ids = held.filter((one) => one.beside_id !== null).map((one) => one.ref_interviewer_id)
    await moveTo(tx, { from: replaced, to: { ...hold, other_ids } }, context)
    return replaced.interview_booking_id
  }
  for (const one of held) await setBooked(tx, one.interview_booking_id)
  const booked = await listTogether(tx, (await findBooking(tx, id))!)
  const email_ids: number[] = []
  for (const one of booked) email_ids.push(...(await notifyBoth(tx, 'booked', one, context)))
  for (const one of held)
    await setBookingFacts(tx, one.interview_booking_id, { email_ids, before_change: { ...undoneChangeOf(one, changedBy(context)), state: 'canceled' } })
  await record(tx, 'interview.booked', { booking: booked[0]!, actor: context.actor })
  return id
}

type Slot = Pick<BookingRow, 'starts_at' | 'ends_at' | 'ref_interviewer_id' | 'buffer_minutes'> & { other_ids: number[] }

/** Keeps each event's UID and increases its SEQUENCE, so calendars move the event. Throws 409 when the time is taken. */
export async function moveTo(tx: Db, { from, to }: { from: BookingRow; to: Slot }, context: ConfirmContext): Promise<void> {
  const before = await listTogether(tx, from)
  const seats = seatsFor(before, [to.ref_interviewer_id, ...to.other_ids])
  const removedSeats: number[] = []
  for (const seat of seats.filter(isNew)) {
    const { row } = seat
    if (row)
      removedSeats.push(...(await notifyInterviewer(tx, staysOn(seats, seat) ? 'replaced' : 'canceled', { ...row, sequence: row.sequence + 1 }, context)))
  }
  try {
    for (const seat of seats) await moveSeat(tx, seat, { from, to })
  } catch (error) {
    if (isExclusionViolation(error)) throw new HttpError(409, TIME_TAKEN)
    throw error
  }
  const moved = await listTogether(tx, (await findBooking(tx, from.interview_booking_id))!)
  const email_ids = [...removedSeats]
  for (const one of moved) email_ids.push(...(await notifyBoth(tx, isAdded(one, before) ? 'booked' : 'moved', one, context)))
  const by = changedBy(context)
  for (const one of before) await setBookingFacts(tx, one.interview_booking_id, { email_ids, before_change: undoneChangeOf(one, by) })
  for (const one of moved.filter((each) => isAdded(each, before)))
    await setBookingFacts(tx, one.interview_booking_id, { email_ids, before_change: { ...undoneChangeOf(one, by), state: 'canceled' } })
  await record(tx, 'interview.moved', { booking: moved[0]!, actor: context.actor })
}

const isAdded = (one: BookingRow, before: BookingRow[]) => before.every((each) => each.interview_booking_id !== one.interview_booking_id)

async function moveSeat(tx: Db, { row, ref_interviewer_id }: Seat, { from, to }: { from: BookingRow; to: Slot }): Promise<void> {
  if (row && ref_interviewer_id === null) return setCanceled(tx, row.interview_booking_id, { sequence: row.sequence + 1 })
  const { starts_at, ends_at, buffer_minutes } = to
  if (row)
    return setBooked(tx, row.interview_booking_id, { starts_at, ends_at, buffer_minutes, ref_interviewer_id: ref_interviewer_id!, sequence: row.sequence + 1 })
  await setBooked(tx, await insertCoInterviewerBooking(tx, { ...from, starts_at, ends_at, buffer_minutes }, ref_interviewer_id!))
}

/** Who gets a booking: `row` is null when adding an interviewer, and `ref_interviewer_id` is null when removing one. */
export type Seat = { row: BookingRow | null; ref_interviewer_id: number | null }

/** Whether a booking is reassigned, added or ended. */
export const isNew = ({ row, ref_interviewer_id }: Seat) => row?.ref_interviewer_id !== ref_interviewer_id

/** Whether someone whose booking ends still interviews, because they take over a departing colleague's booking. */
export function staysOn(seats: Seat[], { row }: Seat): boolean {
  return seats.some(({ ref_interviewer_id }) => ref_interviewer_id === row?.ref_interviewer_id)
}

/**
 * Assigns bookings to these interviewers. Those who stay keep theirs, so they don't conflict with themselves. The first booking is always assigned;
 * ones that end come first.
 */
export function seatsFor(rows: BookingRow[], ids: number[]): Seat[] {
  const coming = ids.filter((id) => rows.every((row) => row.ref_interviewer_id !== id))
  const seats: Seat[] = rows.map((row) => ({
    row,
    ref_interviewer_id: ids.includes(row.ref_interviewer_id) ? row.ref_interviewer_id : (coming.shift() ?? null),
  }))
  const [first] = seats
  const last = seats.findLast((seat) => seat.ref_interviewer_id !== null)
  if (first && last && first.ref_interviewer_id === null) {
    first.ref_interviewer_id = last.ref_interviewer_id
    last.ref_interviewer_id = null
  }
  const addedSeats = coming.map((ref_interviewer_id) => ({ row: null, ref_interviewer_id }))
  return [...seats, ...addedSeats].toSorted((one, other) => Number(other.ref_interviewer_id === null) - Number(one.ref_interviewer_id === null))
}

const changedBy = ({ actor }: ConfirmContext) => (actor === 'candidate' ? actor : 'staff')

/** The wording for what an undo restores and whose change it undoes. */
export function undoneChangeOf(booking: BookingRow, by: 'candidate' | 'staff') {
  const { state, ref_interviewer_id, starts_at, ends_at, sequence, declined_by, stands_in_for, where } = booking
  const { interviewer_answer, interviewer_answered_at, proposed_at, marked_as, marked_at } = booking
  const answerColumns = { interviewer_answer, interviewer_answered_at, proposed_at, marked_as, marked_at }
  return { state, ref_interviewer_id, starts_at, ends_at, sequence, declined_by, stands_in_for, where, ...answerColumns, by }
}

async function record(tx: Db, action: AuditAction, { booking, actor }: { booking: BookingRow } & Pick<ConfirmContext, 'actor'>) {
  const { user_session_id, interview_booking_id, ref_interview_id, ref_interviewer_id, starts_at } = booking
  const other_interviewer_ids = booking.other_interviewers.map((interviewer) => interviewer.ref_interviewer_id)
  const facts = { interview_booking_id, ref_interview_id, ref_interviewer_id, ...(other_interviewer_ids.length > 0 && { other_interviewer_ids }), starts_at }
  await recordAudit(tx, { actor, action, subject_kind: 'applicant', subject_id: user_session_id, facts })
}
