import type { Input, Output } from '#contract/endpoint.ts'
import { isSettled } from '#contract/interviews.ts'
import { type bookByHand as bookByHandCall, type listFreeTimes as listFreeTimesCall } from '#contract/scheduling/manual-booking.ts'
import { HOLD_MINUTES, TIME_TAKEN, type Booking } from '#contract/scheduling/scheduling.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { lockApplicant, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { isExclusionViolation, isUniqueViolation, type Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { lockLocations } from '#server/interviews/store.ts'
import { changeSeats } from '#server/scheduling/answering/stand-in.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import { refreshWaiting } from '#server/scheduling/notifications/notify-of-locations.ts'
import { confirmContextFor, confirmOne, isNew, moveTo, seatsFor, type Seat } from '#server/scheduling/times/confirm-times.ts'
import { insertHold, newHold } from '#server/scheduling/times/hold-store.ts'
import { offerTimes } from '#server/scheduling/times/offer-times.ts'
import { rejectOutOfRange } from '#server/scheduling/times/out-of-reach.ts'
import type { Services } from '#server/services.ts'
import { makeRoom } from './make-room.ts'
import { locationsFor, presentBooking } from './present-booking.ts'
import { findBooking, findPlan, listBusy, listInterviewersById, listLiveBookings, lockInterviewerTimes, type BookingRow, type PlanRow } from './store.ts'
import { listTogether } from './together-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'calendar' | 'log'>
type BookingRequest = Input<typeof bookByHandCall>
type PlannedInterview = { candidate: LockedApplicant; plan: PlanRow; part: PlanRow['parts'][number] }
type NewBooking = { id: number; candidate: LockedApplicant }

/**
 * Lists when these interviewers are all free for a planned interview. Throws 404 as below; rejects with `BookingsUnavailable` when the calendar service can't
 * be reached.
 */
export async function listFreeTimes(
  services: Deps,
  caller: StaffCaller,
  { ref_interviewer_id, other_interviewer_ids = [], ...wanted }: Input<typeof listFreeTimesCall>,
): Promise<Output<typeof listFreeTimesCall>> {
  const { plan, part } = await services.db.transaction((tx) => lockPlanned(tx, caller, wanted))
  const interviewer_ids = [...new Set([ref_interviewer_id, ...other_interviewer_ids])]
  const combinedPart = { ...part, interviewer_ids, interviewer_count: interviewer_ids.length }
  const [offer] = await offerTimes(services, { ...plan, one_day: false, parts: [combinedPart] })
  return { starts: (offer?.free ?? []).map(({ starts_at }) => new Date(starts_at).toISOString()) }
}

/**
 * Books an interview at a time staff arranged with both sides, moves the booked one to that time, or gives it to another interviewer at the same
 * time. Both sides are emailed about a new time; a new interviewer is asked first, and the candidate is told once they've accepted. Throws 404
 * outside the caller's openings or for an interview that isn't planned; 409 when the time is taken, the candidate wasn't invited, or the booking
 * isn't as displayed; 422 for a time that's past or too far ahead, an unknown interviewer, or a different number of interviewers than planned.
 */
export async function bookManually(services: Deps, caller: StaffCaller, requested: BookingRequest): Promise<Booking> {
  const { id, candidate } = await rejectingTaken(() => services.db.transaction((tx) => bookInTransaction(tx, services, { caller, requested })))
  await keepAppointment(services, id)
  return presentBooking((await findBooking(services.db, id))!, locationsFor(services.env, candidate))
}

async function bookInTransaction(tx: Db, services: Deps, { caller, requested }: { caller: StaffCaller; requested: BookingRequest }): Promise<NewBooking> {
  await lockLocations(tx)
  const planned = await lockPlanned(tx, caller, requested)
  const { candidate } = planned
  rejectOutOfRange('starts_at', requested.starts_at)
  rejectUninvited(planned)
  const booked = await findBooked(tx, requested)
  const { user_session_id, ref_interview_id } = requested
  const rows = booked ? await listTogether(tx, booked) : []
  const ids = await interviewersFor(tx, { requested, rows, part: planned.part })
  const isSameTime = booked !== null && startsAt(booked, requested.starts_at)
  const seats = seatsFor(rows, ids)
  if (isSameTime && !seats.some(isNew)) return { id: booked.interview_booking_id, candidate }
  const slot = slotOf(requested, planned, isSameTime ? booked : null)
  await lockInterviewerTimes(tx, ids)
  for (const ref_interviewer_id of ids) {
    await makeRoom(tx, { user_session_id, ref_interview_id, to: 'book' }, { ...slot, ref_interviewer_id })
    await rejectBusy(tx, requested, { ...slot, ref_interviewer_id })
  }
  const id = isSameTime
    ? await replace(tx, services, { booked, seats, planned, caller })
    : await bookOrMove(tx, services, { booked, ids, planned, slot, caller })
  await refreshWaiting(tx, services, user_session_id)
  return { id, candidate }
}

/** Returns all interviewers. Throws 422 for an unknown one, or if there aren't as many as planned; those already booked may stay. */
async function interviewersFor(
  tx: Db,
  { requested, rows, part }: { requested: BookingRequest; rows: BookingRow[]; part: PlannedInterview['part'] },
): Promise<number[]> {
  const { ref_interviewer_id, other_interviewer_ids } = requested
  const booked = rows.map((row) => row.ref_interviewer_id)
  const staying = booked.includes(ref_interviewer_id)
    ? booked.filter((id) => id !== ref_interviewer_id)
    : booked.filter((id) => id !== replacedBy(requested, booked))
  const ids = [ref_interviewer_id, ...(other_interviewer_ids ?? staying)]
  const known = (await listInterviewersById(tx, ids)).map((one) => one.ref_interviewer_id)
  if (!known.includes(ref_interviewer_id)) throw fieldError(422, 'ref_interviewer_id', "This interviewer doesn't exist")
  if (new Set(ids).size < ids.length) throw fieldError(422, 'other_interviewer_ids', 'Choose each interviewer once')
  if (known.length < ids.length) throw fieldError(422, 'other_interviewer_ids', "One of these interviewers doesn't exist")
  if (ids.length !== part.interviewer_count && (other_interviewer_ids || rows.length === 0)) throw interviewerCountError(part)
  return ids
}

/** The interviewer who's replaced, if `instead_of` doesn't list them. */
function replacedBy({ instead_of }: BookingRequest, booked: number[]): number | undefined {
  return instead_of && booked.includes(instead_of.ref_interviewer_id) ? instead_of.ref_interviewer_id : booked[0]
}

function interviewerCountError({ interview_name, interviewer_count }: PlannedInterview['part']) {
  const people = interviewer_count === 1 ? '1 interviewer' : `${interviewer_count} interviewers`
  return fieldError(422, 'other_interviewer_ids', `${interview_name} needs ${people}`)
}

/** Returns the application with its plan, locked. Throws 404 outside the caller's openings, or for an interview that isn't planned. */
async function lockPlanned(tx: Db, caller: StaffCaller, wanted: { user_session_id: number; ref_interview_id: number }): Promise<PlannedInterview> {
  const candidate = await lockApplicant(tx, wanted.user_session_id, caller.scope)
  if (!candidate) throw new HttpError(404, 'That applicant was not found.')
  const plan = await findPlan(tx, wanted.user_session_id)
  const part = plan?.parts.find((one) => one.ref_interview_id === wanted.ref_interview_id)
  if (!plan || !part) throw new HttpError(404, "This interview isn't planned.")
  return { candidate, plan, part }
}

function rejectUninvited({ candidate, part }: PlannedInterview): void {
  if (!meaningOf(candidate.ref_application_status_id).takesFeedback)
    throw new HttpError(409, 'Interviews can be booked once the applicant is in the panel interview.')
  if (!candidate.has_emailed_application_status) throw new HttpError(409, "Invite the applicant first: they don't know about the interviews yet.")
  if (!isSettled(part.where)) throw new HttpError(409, 'Enter where this interview takes place first.')
}

/** Returns the interview's current bookings. Throws 409 if they've changed since they were displayed, or it has taken place. */
async function findBooked(tx: Db, { user_session_id, ref_interview_id, instead_of }: BookingRequest): Promise<BookingRow | null> {
  const live = await listLiveBookings(tx, user_session_id)
  const booked = live.find((one) => one.ref_interview_id === ref_interview_id && one.state === 'booked') ?? null
  const ids = booked && [booked, ...booked.other_interviewers].map((one) => one.ref_interviewer_id)
  const isUnchanged = ids && instead_of ? startsAt(booked, instead_of.starts_at) && ids.includes(instead_of.ref_interviewer_id) : !booked && !instead_of
  if (!isUnchanged) throw new HttpError(409, 'This interview has changed. Please check it again.')
  if (booked?.has_started && booked.marked_as !== 'no-show')
    throw new HttpError(409, "This interview has started. If it didn't take place, ask the interviewer to mark it as a no-show; then you can move it.")
  return booked
}

function startsAt(booking: BookingRow, starts_at: string): boolean {
  return Date.parse(booking.starts_at) === Date.parse(starts_at)
}

type Time = Pick<BookingRow, 'starts_at' | 'ends_at' | 'buffer_minutes'>
type Slot = Time & Pick<BookingRow, 'ref_interviewer_id'>

/** Keeps the booked length if only the interviewer changes. */
function slotOf({ starts_at }: BookingRequest, { plan, part }: PlannedInterview, kept: BookingRow | null): Time {
  if (kept) return { starts_at: kept.starts_at, ends_at: kept.ends_at, buffer_minutes: kept.buffer_minutes }
  const from = Date.parse(starts_at)
  const ends_at = new Date(from + part.minutes * 60_000).toISOString()
  return { starts_at: new Date(from).toISOString(), ends_at, buffer_minutes: plan.buffer_minutes }
}

/** Throws 409 when the interviewer has another interview then, or too close to it. Runs with the interviewer locked. */
export async function rejectBusy(
  tx: Db,
  { user_session_id, ref_interview_id }: Pick<BookingRequest, 'user_session_id' | 'ref_interview_id'>,
  { ref_interviewer_id, ...slot }: Slot,
): Promise<void> {
  const from = Date.parse(slot.starts_at)
  const to = Date.parse(slot.ends_at) + slot.buffer_minutes * 60_000
  const busy = await listBusy(tx, [ref_interviewer_id])
  const others = busy.filter((one) => one.user_session_id !== user_session_id || one.ref_interview_id !== ref_interview_id)
  if (others.some((other) => other.from < to && from < other.to))
    throw new HttpError(409, 'The interviewer has another interview at that time, or too close to it.')
}

type BookingReplacement = { booked: BookingRow; seats: Seat[]; planned: PlannedInterview; caller: StaffCaller }

/**
 * Same time, different interviewers: they're asked first, and the candidate is told once they've accepted, or immediately if someone is added or
 * removed.
 */
async function replace(tx: Db, services: Deps, { booked, seats, planned: { candidate }, caller }: BookingReplacement): Promise<number> {
  if (booked.is_undoable)
    throw new HttpError(409, 'The last change to this interview can still be undone. Undo it, or try again once its emails have been sent.')
  if (!(await changeSeats(tx, services, { booking: booked, seats, candidate, actor: caller }))) throw new HttpError(409, TIME_TAKEN)
  return booked.interview_booking_id
}

type BookingPlacement = { booked: BookingRow | null; ids: number[]; planned: PlannedInterview; slot: Time; caller: StaffCaller }

async function bookOrMove(tx: Db, services: Deps, { booked, ids, planned, slot, caller }: BookingPlacement): Promise<number> {
  const { candidate, part } = planned
  const [ref_interviewer_id, ...other_ids] = ids
  const to = { ...slot, ref_interviewer_id: ref_interviewer_id!, other_ids }
  const context = await confirmContextFor(tx, services, { candidate, actor: caller })
  if (booked) {
    await moveTo(tx, { from: booked, to }, context)
    return booked.interview_booking_id
  }
  const { user_session_id } = candidate
  const { ref_interview_id } = part
  const held = await insertHold(tx, { ...to, ...newHold(null), user_session_id, ref_interview_id, minutes: HOLD_MINUTES })
  return confirmOne(tx, (await findBooking(tx, held))!, context)
}

async function rejectingTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isExclusionViolation(error) || isUniqueViolation(error)) throw new HttpError(409, TIME_TAKEN)
    throw error
  }
}
