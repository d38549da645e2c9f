import { meaningOf } from '#contract/statuses/statuses.ts'
import type { LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { nullIfUnavailable } from '#server/bookings/bookings-unavailable.ts'
import { candidateZone } from '#server/candidate/read-checklist.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { isExclusionViolation, type Db } from '#server/db/connect.ts'
import { notifyCandidate, notifyInterviewer, type NotifyContext } from '#server/scheduling/notifications/notify.ts'
import { findBooking, findPlan, listBusy, lockInterviewerTimes, setBooked, setBookingFacts, setCanceled, type BookingRow } from '#server/scheduling/store.ts'
import { findFirst, insertCoInterviewerBooking, listTogether } from '#server/scheduling/together-store.ts'
import { isNew, staysOn, type Seat } from '#server/scheduling/times/confirm-times.ts'
import { freeTimes } from '#server/scheduling/times/free-times.ts'
import { busyFor, offerTimes, type Offer } from '#server/scheduling/times/offer-times.ts'
import type { Services } from '#server/services.ts'

type Search = Offer['search']
export type StandIn = { ref_interviewer_id: number; search: Search }

/**
 * Finds another interviewer in the plan for a declined interview: free at that time and not asked before. Returns null when there's no one, or the
 * calendar service can't be reached. Runs before the transaction, because that service may be slow.
 */
export async function findStandIn({ db, calendar, env }: Pick<Services, 'db' | 'calendar' | 'env'>, interview_booking_id: number): Promise<StandIn | null> {
  const booking = await findBooking(db, interview_booking_id)
  const plan = booking && (await findPlan(db, booking.user_session_id))
  const part = plan?.parts.find((one) => one.ref_interview_id === booking!.ref_interview_id)
  if (!booking || !part) return null
  const askedIds = (await listTogether(db, booking)).flatMap((one) => [one.ref_interviewer_id, ...one.declined_by])
  const interviewer_ids = part.interviewer_ids.filter((id) => !askedIds.includes(id))
  const onePartPlan = { ...plan!, one_day: false, parts: [{ ...part, interviewer_ids, interviewer_count: 1 }] }
  const [offer] = (await offerTimes({ db, calendar, env }, onePartPlan).catch(nullIfUnavailable)) ?? []
  const ref_interviewer_id = offer ? await findFreeAt(db, booking, offer.search) : null
  return ref_interviewer_id === null ? null : { ref_interviewer_id, search: offer!.search }
}

/** Returns the least busy interviewer who's free at the booking's time, even if that time isn't offered to candidates. */
async function findFreeAt(db: Db, booking: BookingRow, { interviewers, ...search }: Search): Promise<number | null> {
  const at = { from: Date.parse(booking.starts_at), to: Date.parse(booking.ends_at) }
  const freeAtThatTime = [...interviewers].map(
    ([id, found]) => [id, { ...found, open: found.open.some(({ from, to }) => from <= at.from && at.to <= to) ? [at] : [] }] as const,
  )
  const busy = busyFor(await listBusy(db, [...interviewers.keys()]), booking)
  // Staff can book at any minute.
  const [free] = freeTimes({ ...search, grid_ms: 1, minutes: (at.to - at.from) / 60_000, interviewers: new Map(freeAtThatTime), busy })
  return free?.ref_interviewer_id ?? null
}

type Takeover = { booking: BookingRow; candidate: LockedApplicant; standIn: StandIn | null }

/**
 * Reassigns a declined interview to the stand-in and asks them to accept; the candidate isn't notified until someone has accepted. Returns false, leaving it
 * to staff, if the stand-in is gone, the candidate isn't in the interviews, or the last change can still be undone.
 */
export async function replaceWithStandIn(tx: Db, services: Pick<Services, 'env' | 'keys'>, { booking, candidate, standIn }: Takeover): Promise<boolean> {
  if (!standIn || booking.is_undoable || !meaningOf(candidate.ref_application_status_id).takesFeedback) return false
  const { ref_interviewer_id, search } = standIn
  await lockInterviewerTimes(tx, [ref_interviewer_id])
  const only = { ...search, interviewers: new Map([[ref_interviewer_id, search.interviewers.get(ref_interviewer_id)!]]) }
  if ((await findFreeAt(tx, booking, only)) === null) return false
  return reassignTo(tx, services, { booking, candidate, ref_interviewer_id, actor: null })
}

type Reassignment = Omit<Takeover, 'standIn'> & { ref_interviewer_id: number; actor: StaffCaller | null }

/**
 * Reassigns an interview to another interviewer without changing the time, and asks them to accept; the candidate isn't notified until they do. The
 * caller has locked the applicant and the interviewer. Returns false if that interviewer isn't free.
 */
export async function reassignTo(
  tx: Db,
  services: Pick<Services, 'env' | 'keys'>,
  { booking, candidate, ref_interviewer_id, actor }: Reassignment,
): Promise<boolean> {
  const { interview_booking_id: id, user_session_id, ref_interview_id, starts_at } = booking
  const sequence = booking.sequence + 1
  const change = {
    ref_interviewer_id,
    sequence,
    declined_by: [...booking.declined_by, booking.ref_interviewer_id].filter((one) => one !== ref_interviewer_id),
    stands_in_for: booking.stands_in_for ?? booking.ref_interviewer_id,
    email_ids: [],
    before_change: null,
  }
  if (!(await tryReassign(tx, id, change))) return false
  if (booking.beside_id !== null) await setBookingFacts(tx, booking.beside_id, { calendar_due: true })
  const context = { ...contextOf(services, candidate), ...(actor && { by: 'staff' as const }) }
  await notifyInterviewer(tx, 'taken-over', { ...booking, sequence }, context)
  await notifyInterviewer(tx, 'booked', (await findBooking(tx, id))!, context)
  const facts = { interview_booking_id: id, ref_interview_id, ref_interviewer_id, starts_at }
  await recordAudit(tx, { actor, action: 'interview.taken-over', subject_kind: 'applicant', subject_id: user_session_id, facts })
  return true
}

type SeatChange = { booking: BookingRow; seats: Seat[]; candidate: LockedApplicant; actor: StaffCaller }

/**
 * Changes the interviewers of a booked interview without moving it. A new interviewer is asked, and the candidate is told once they've accepted, or
 * immediately if someone is added or removed. Returns false when one of them isn't free. The caller has locked the applicant and the interviewers.
 */
export async function changeSeats(tx: Db, services: Pick<Services, 'env' | 'keys'>, { booking, seats, candidate, actor }: SeatChange): Promise<boolean> {
  const context = { ...(await withZone(tx, services, { booking, candidate })), by: 'staff' as const }
  for (const seat of seats.filter(isNew)) {
    const { row, ref_interviewer_id } = seat
    if (row && ref_interviewer_id === null) await removeInterviewer(tx, row, { kind: staysOn(seats, seat) ? 'replaced' : 'taken-over', context })
    else if (row) {
      const own = seats.find((one) => one.row?.ref_interviewer_id === ref_interviewer_id)?.row
      if (own) await promoteToFirst(tx, { row, own, context })
      else if (!(await reassignTo(tx, services, { booking: row, candidate, ref_interviewer_id: ref_interviewer_id!, actor }))) return false
    } else {
      const added = await insertCoInterviewerBooking(tx, booking, ref_interviewer_id!)
      await setBooked(tx, added)
      await notifyInterviewer(tx, 'booked', (await findBooking(tx, added))!, context)
    }
  }
  if (seats.some(({ row, ref_interviewer_id }) => row === null || ref_interviewer_id === null))
    await recordSeats(tx, services, { booking, seats, candidate, actor })
  return true
}

async function recordSeats(tx: Db, services: Pick<Services, 'env' | 'keys'>, { booking, seats, candidate, actor }: SeatChange): Promise<void> {
  const { user_session_id, ref_interview_id, starts_at } = booking
  const { interview_booking_id } = (await findFirst(tx, booking.interview_booking_id))!
  await setBookingFacts(tx, interview_booking_id, { calendar_due: true })
  await notifyOfInterviewers(tx, services, { booking, candidate })
  const interviewer_ids = seats.flatMap((seat) => seat.ref_interviewer_id ?? [])
  const facts = { interview_booking_id, ref_interview_id, interviewer_ids, starts_at }
  await recordAudit(tx, { actor, action: 'interview.interviewers-changed', subject_kind: 'applicant', subject_id: user_session_id, facts })
}

type RemovalNotice = { kind: 'replaced' | 'taken-over'; context: NotifyContext }

async function removeInterviewer(tx: Db, row: BookingRow, { kind, context }: RemovalNotice): Promise<void> {
  const sequence = row.sequence + 1
  await setCanceled(tx, row.interview_booking_id, { sequence, email_ids: [], before_change: null })
  await notifyInterviewer(tx, kind, { ...row, sequence }, context)
}

/** Reassigns the first booking to a co-interviewer whose own booking has ended; their answer still counts. */
async function promoteToFirst(tx: Db, { row, own, context }: { row: BookingRow; own: BookingRow; context: NotifyContext }): Promise<void> {
  const { ref_interviewer_id, interviewer_answer, interviewer_answered_at, proposed_at } = own
  const sequence = row.sequence + 1
  await setBooked(tx, row.interview_booking_id, { ref_interviewer_id, sequence, declined_by: row.declined_by, email_ids: [], before_change: null })
  await setBookingFacts(tx, row.interview_booking_id, { interviewer_answer, interviewer_answered_at, proposed_at })
  await notifyInterviewer(tx, 'taken-over', { ...row, sequence }, context)
  await notifyInterviewer(tx, 'booked', (await findBooking(tx, row.interview_booking_id))!, context)
}

/** Returns false if someone has booked that time by now. The savepoint keeps the transaction usable. */
async function tryReassign(tx: Db, id: number, change: Parameters<typeof setBooked>[2]): Promise<boolean> {
  try {
    await tx.transaction((inner) => setBooked(inner, id, change))
    return true
  } catch (error) {
    if (isExclusionViolation(error)) return false
    throw error
  }
}

/** Once a stand-in has accepted, tells the candidate who will interview them: only once, no matter how many were asked. */
export async function notifyOfStandIn(tx: Db, services: Pick<Services, 'env' | 'keys'>, { booking, candidate }: Omit<Takeover, 'standIn'>): Promise<void> {
  const { interview_booking_id, ref_interviewer_id, stands_in_for } = booking
  if (stands_in_for === null) return
  await setBookingFacts(tx, interview_booking_id, { stands_in_for: null })
  if (stands_in_for !== ref_interviewer_id) await notifyOfInterviewers(tx, services, { booking, candidate })
}

/** Tells the candidate who will interview them now. */
export async function notifyOfInterviewers(tx: Db, services: Pick<Services, 'env' | 'keys'>, { booking, candidate }: Omit<Takeover, 'standIn'>): Promise<void> {
  const first = (await findFirst(tx, booking.interview_booking_id))!
  const sequence = first.sequence + 1
  await notifyCandidate(tx, 'interviewer', { ...first, sequence }, await withZone(tx, services, { booking, candidate }))
  await setBookingFacts(tx, first.interview_booking_id, { sequence })
}

async function withZone(tx: Db, services: Pick<Services, 'env' | 'keys'>, { booking, candidate }: Omit<Takeover, 'standIn'>): Promise<NotifyContext> {
  return { ...contextOf(services, candidate), candidateZone: candidateZone(services.env, await findPlan(tx, booking.user_session_id)) }
}

function contextOf({ env, keys }: Pick<Services, 'env' | 'keys'>, candidate: LockedApplicant): NotifyContext {
  return { env, keys, by: 'system', candidate, candidateZone: env.TIME_ZONE }
}
