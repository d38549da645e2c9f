import type { Input, Output } from '#contract/endpoint.ts'
import type { readWeek as readWeekCall } from '#contract/scheduling/scheduling.ts'
import { recordRead } from '#server/audit/record-audit.ts'
import type { Availability, TimeRange } from '#server/calendar/calendar.ts'
import { nullIfUnavailable } from '#server/bookings/bookings-unavailable.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import { fullDays, STEP } from '#server/scheduling/times/free-times.ts'
import { offerTimes } from '#server/scheduling/times/offer-times.ts'
import { withMaskedPreferences } from './plans.ts'
import { locationsFor, whereShown } from './present-booking.ts'
import { findPlan, listBusy, listLiveBookings } from './store.ts'
import { listLoad, listNotAccepted, listWaiting, listWeek, timeRangeOf, type NamedWeekRow, type WorkloadRow } from './week-store.ts'

type Deps = Pick<Services, 'db' | 'calendar' | 'env'>

/**
 * Returns seven days of interviews, the interviewers who haven't accepted, and the candidates who still have to pick a time, including whether any are left.
 * People are shown by alias until names are requested, which is recorded.
 */
export async function readWeek(
  services: Deps,
  caller: StaffCaller,
  { from, zone = 'UTC', identifiable }: Input<typeof readWeekCall>,
): Promise<Output<typeof readWeekCall>> {
  const { db } = services
  const { scope } = caller
  const week = { from, zone }
  const found = await db.transaction(async (tx) => {
    if (identifiable) await recordRead(tx, caller, { action: 'interviews.read', subject_kind: 'applicants', facts: { from } })
    return {
      bookings: await listWeek(tx, week, scope),
      not_accepted: await listNotAccepted(tx, scope),
      load: await listLoad(tx, week, scope),
      waiting: await listWaiting(tx, scope),
    }
  })
  const waiting = []
  let is_away = false
  for (const one of found.waiting) {
    const hasNone = await hasNoTimes(services, one.user_session_id)
    is_away ||= hasNone === null
    waiting.push({ ...(identifiable ? one : withoutName(withMaskedPreferences(services.env, one, one))), has_no_times: hasNone ?? false })
  }
  // What someone limited to some roles sees must not depend on interviews for others.
  const load = scope === 'everyone' ? await withFreeTimes(services, found.load, timeRangeOf(week)) : found.load.map((one) => ({ ...one, free: null }))
  is_away ||= scope === 'everyone' && load.some((one) => one.free === null)
  const withVisibleNames = (all: NamedWeekRow[]) =>
    all.map((one) => (identifiable ? one : withoutName({ ...one, where: whereShown(one.where, locationsFor(services.env, one)) })))
  return { ...found, load, bookings: withVisibleNames(found.bookings), not_accepted: withVisibleNames(found.not_accepted), waiting, is_away }
}

/** Interviews for every opening count as busy, and a full day has no free times, just like when candidates pick. */
async function withFreeTimes({ db, calendar }: Deps, load: WorkloadRow[], { from, to }: TimeRange) {
  const window = { from: Math.max(from, Math.ceil(Date.now() / STEP) * STEP), to }
  const isPast = window.from >= to
  const ids = load.map((one) => one.ref_interviewer_id)
  const emails = load.map((one) => one.interviewer_email)
  const found = isPast ? null : await calendar.availability(emails, window).catch(nullIfUnavailable)
  const busy = Map.groupBy(found ? await listBusy(db, ids) : [], (one) => one.ref_interviewer_id)
  const instant = (at: number) => new Date(at).toISOString()
  return load.map((one) => {
    const calendarOfOne = found?.get(one.interviewer_email)
    const free = calendarOfOne && freeRanges(calendarOfOne, busy.get(one.ref_interviewer_id) ?? [])
    return { ...one, free: isPast ? [] : (free?.map((range) => ({ from: instant(range.from), to: instant(range.to) })) ?? null) }
  })
}

/** The ranges in which an interview could start, without days that already have as many interviews as the interviewer takes. */
function freeRanges(availability: Availability, busy: TimeRange[]): TimeRange[] {
  const isFull = fullDays(availability, busy)
  return without(availability.open, busy).filter(({ from, to }) => to - from >= STEP && !isFull(from))
}

function without(open: TimeRange[], busy: TimeRange[]): TimeRange[] {
  return busy.reduce(
    (left, one) =>
      left
        .flatMap(({ from, to }) => [
          { from, to: Math.min(to, one.from) },
          { from: Math.max(from, one.to), to },
        ])
        .filter(({ from, to }) => from < to),
    open,
  )
}

function withoutName<One extends { first_name: string | null; last_name: string | null }>(one: One): One {
  return { ...one, first_name: null, last_name: null }
}

/** Null while the calendar service can't be reached. */
async function hasNoTimes(services: Deps, user_session_id: number): Promise<boolean | null> {
  const plan = await findPlan(services.db, user_session_id)
  if (!plan || plan.parts.length === 0) return false
  const booked = new Set((await listLiveBookings(services.db, user_session_id)).map((booking) => booking.ref_interview_id))
  const offers = await offerTimes(services, plan).catch(nullIfUnavailable)
  return offers && offers.some(({ ref_interview_id, free }) => free.length === 0 && !booked.has(ref_interview_id))
}
