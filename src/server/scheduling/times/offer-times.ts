import { isSettled } from '#contract/interviews.ts'
import { CHANGE_CUTOFF_HOURS } from '#contract/scheduling/scheduling.ts'
import type { Availability, Calendar, TimeRange } from '#server/calendar/calendar.ts'
import { dayIn, windowEnd } from '#server/calendar/working-hours.ts'
import { candidateZone } from '#server/candidate/read-checklist.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { freeTimes, STEP, type BusyTime, type FreeTime, type Search } from './free-times.ts'
import { listBusy, listInterviewersById, listLiveBookings, type BookingRow, type BusyRow, type PlanRow } from '#server/scheduling/store.ts'

/** The minimum notice, so everyone has a day to prepare, and a candidate who books the first time has an hour left to change it. */
export const NOTICE_MS = (CHANGE_CUTOFF_HOURS + 1) * 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** `search` holds the inputs its times were computed from, before subtracting bookings. */
export type Offer = { ref_interview_id: number; minutes: number; free: FreeTime[]; search: Omit<Search, 'busy'> }
type Deps = { db: Db; calendar: Calendar; env: Pick<Env, 'TIME_ZONE'> }

/**
 * Free times for each interview in a plan, except while the candidate has something else or if the location isn't known yet; with `one_day`, only on
 * the day of their other interviews. Rejects with `BookingsUnavailable` when the calendar service can't be reached.
 */
export async function offerTimes({ db, calendar, env }: Deps, plan: PlanRow, now = Date.now()): Promise<Offer[]> {
  const { user_session_id, buffer_minutes, working_days } = plan
  const bookings = await listLiveBookings(db, user_session_id)
  const people = await listInterviewersById(db, [...new Set(plan.parts.flatMap((part) => part.interviewer_ids))])
  const window = offeredWindow(now, working_days)
  const emails = people.map((person) => person.interviewer_email)
  const available = new Map([...(await calendar.availability(emails, window))].map(([email, found]) => [email, withPlanLimits(plan, found, now)]))
  const ids = people.map((person) => person.ref_interviewer_id)
  const busy = await listBusy(db, ids)
  const offers = plan.parts.map(({ ref_interview_id, minutes, interviewer_ids, interviewer_count, where }) => {
    const interviewers = new Map<number, Availability>()
    for (const { ref_interviewer_id, interviewer_email } of people) {
      const found = interviewer_ids.includes(ref_interviewer_id) ? available.get(interviewer_email) : undefined
      if (found) interviewers.set(ref_interviewer_id, found)
    }
    const taken = bookings.filter((booking) => booking.ref_interview_id !== ref_interview_id).map(timeRangeOf)
    const search = { minutes, buffer_minutes, interviewer_count, earliest: now + NOTICE_MS, interviewers, taken }
    if (!isSettled(where)) return { ref_interview_id, minutes, search, free: [] }
    return { ref_interview_id, minutes, search, free: freeTimes({ ...search, busy: busyFor(busy, { user_session_id, ref_interview_id }) }) }
  })
  return plan.one_day ? keepOneDay(offers, { bookings, timeZone: candidateZone(env, plan) }) : offers
}

/** Bookings that make interviewers unavailable for this candidate's interview, except its current hold, which a new one replaces. */
export function busyFor(rows: BusyRow[], wanted: { user_session_id: number; ref_interview_id: number }): BusyTime[] {
  const isOwn = (one: BusyRow) => one.user_session_id === wanted.user_session_id && one.ref_interview_id === wanted.ref_interview_id
  return rows.filter((row) => row.state === 'booked' || !isOwn(row)).map((row) => ({ ...row, is_replaced: isOwn(row) }))
}

/** The range to search for times, in whole steps, so times within a free period don't shift as time passes. */
export function offeredWindow(now: number, working_days: number): TimeRange {
  return { from: Math.floor(now / STEP) * STEP, to: now + (Math.ceil(working_days / 5) * 7 + 4) * DAY_MS }
}

/** Limits the range to this many working days, and uses the smaller of the two maximums. */
export function withPlanLimits(
  { daily_maximum, working_days }: Pick<PlanRow, 'daily_maximum' | 'working_days'>,
  found: Availability,
  now: number,
): Availability {
  const end = windowEnd(now, working_days, found.time_zone)
  const open = found.open.map(({ from, to }) => ({ from, to: Math.min(to, end) }))
  return { ...found, open, daily_maximum: Math.min(found.daily_maximum, daily_maximum ?? Infinity) }
}

/** Days on which every interview has a time, or the day of the candidate's existing bookings. */
function keepOneDay(offers: Offer[], { bookings, timeZone }: { bookings: BookingRow[]; timeZone: string }): Offer[] {
  const dayOf = ({ starts_at }: FreeTime) => dayIn(timeZone, starts_at)
  const missing = offers.filter(({ ref_interview_id }) => !bookings.some((booking) => booking.ref_interview_id === ref_interview_id))
  const shared = missing.map(({ free }) => new Set(free.map(dayOf)))
  return offers.map((offer) => {
    const others = bookings.filter((booking) => booking.ref_interview_id !== offer.ref_interview_id)
    const bookedDay = others[0] && dayIn(timeZone, Date.parse(others[0].starts_at))
    const fits = (day: string) => (bookedDay ? day === bookedDay : shared.every((days) => days.has(day)))
    return { ...offer, free: offer.free.filter((one) => fits(dayOf(one))) }
  })
}

function timeRangeOf({ starts_at, ends_at }: BookingRow): TimeRange {
  return { from: Date.parse(starts_at), to: Date.parse(ends_at) }
}
