import { isSettled } from '#contract/interviews.ts'
import { HOLD_MINUTES, TIME_TAKEN, TOO_LATE_TO_CHANGE } from '#contract/scheduling/scheduling.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import { isExclusionViolation, isUniqueViolation, type Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { freeTimes, type FreeTime } from './free-times.ts'
import { busyFor, offerTimes, type Offer } from './offer-times.ts'
import { lockInvited } from './invited.ts'
import { insertHold, newHold } from './hold-store.ts'
import { findPlan, listBusy, listLiveBookings, lockInterviewerTimes, setCandidateZone, type PlanRow } from '#server/scheduling/store.ts'

type Deps = Pick<Services, 'db' | 'calendar' | 'env'>
export type TimeRequest = { ref_interview_id: number; starts_at: string; time_zone?: string }

/** If someone else just took this interviewer's time, another may be free at the same time. */
const MAX_ATTEMPTS = 3

/**
 * Holds a time for a candidate for ten minutes, replacing their previous hold for the same interview. Throws 404 for someone else's application or an
 * interview that isn't planned, 409 when someone else has just taken the time or the booked interview starts too soon to move.
 */
export async function holdTime(services: Deps, own: Own, requested: TimeRequest): Promise<void> {
  // Loaded before the transaction, because a calendar service may be slow.
  const plan = await plannedFor(services.db, own, requested)
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries++) {
    const slot = await findSlot(services, plan, requested)
    if (!slot) break
    if (await tryHold(services.db, own, { plan, slot, requested })) return
  }
  throw new HttpError(409, TIME_TAKEN)
}

type Slot = FreeTime & { offer: Offer }

/** Null when it isn't among the times offered. */
async function findSlot(services: Deps, plan: PlanRow, { ref_interview_id, starts_at }: TimeRequest): Promise<Slot | null> {
  // If all interviews must be on one day, the others limit this one.
  const narrowedPlan = plan.one_day ? plan : { ...plan, parts: plan.parts.filter((part) => part.ref_interview_id === ref_interview_id) }
  const offer = (await offerTimes(services, narrowedPlan)).find((one) => one.ref_interview_id === ref_interview_id)
  const found = offer?.free.find((one) => one.starts_at === Date.parse(starts_at))
  return offer && found ? { ...found, offer } : null
}

type HoldRequest = { plan: PlanRow; slot: Slot; requested: TimeRequest }

/** Returns false if someone else got there first. */
async function tryHold(db: Db, own: Own, { plan, slot, requested }: HoldRequest): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      await lockInvited(tx, own)
      if (requested.time_zone) await setCandidateZone(tx, own.user_session_id, requested.time_zone)
      return holdInTransaction(tx, plan, slot)
    })
  } catch (error) {
    if (isExclusionViolation(error) || isUniqueViolation(error)) return false
    throw error
  }
}

async function holdInTransaction(tx: Db, plan: PlanRow, slot: Slot): Promise<boolean> {
  const { ref_interviewer_id, other_ids, starts_at, offer } = slot
  const { user_session_id, buffer_minutes } = plan
  const { ref_interview_id, minutes } = offer
  await lockInterviewerTimes(tx, [ref_interviewer_id, ...other_ids])
  if (!(await isStillFree(tx, user_session_id, slot))) return false
  const ends_at = starts_at + minutes * 60_000
  const live = await listLiveBookings(tx, user_session_id)
  const booked = live.find((one) => one.ref_interview_id === ref_interview_id && one.state === 'booked')
  if (booked && !booked.is_changeable) throw new HttpError(409, TOO_LATE_TO_CHANGE)
  if (booked && Date.parse(booked.starts_at) === starts_at) throw new HttpError(409, 'Your interview is already booked at that time.')
  const others = live.filter((one) => one.ref_interview_id !== ref_interview_id)
  if (others.some((other) => Date.parse(other.starts_at) < ends_at && starts_at < Date.parse(other.ends_at)))
    throw new HttpError(409, 'You have another interview at that time.')
  await insertHold(tx, {
    user_session_id,
    ref_interview_id,
    ref_interviewer_id,
    other_ids,
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
    buffer_minutes,
    minutes: HOLD_MINUTES,
    ...newHold(booked?.interview_booking_id ?? null),
  })
  return true
}

/** Runs with the interviewers locked: the constraint prevents overlaps, and this enforces the daily maximum. */
async function isStillFree(tx: Db, user_session_id: number, { ref_interviewer_id, other_ids, starts_at, offer }: Slot): Promise<boolean> {
  const { ref_interview_id, search } = offer
  const ids = [ref_interviewer_id, ...other_ids]
  const busy = busyFor(await listBusy(tx, ids), { user_session_id, ref_interview_id })
  const interviewers = new Map(ids.map((id) => [id, search.interviewers.get(id)!]))
  return freeTimes({ ...search, interviewers, busy }).some((one) => one.starts_at === starts_at)
}

async function plannedFor(db: Db, own: Own, { ref_interview_id }: TimeRequest): Promise<PlanRow> {
  await lockInvited(db, own)
  const plan = await findPlan(db, own.user_session_id)
  const part = plan?.parts.find((one) => one.ref_interview_id === ref_interview_id)
  if (!part) throw new HttpError(404, "This interview isn't planned.")
  if (!isSettled(part.where)) throw new HttpError(409, "We're still deciding where this interview will take place. You can pick a time once we have.")
  return plan!
}
