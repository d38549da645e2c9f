import type { Calendar, Stretch } from '#server/calendar/calendar.ts'
import { dayIn, windowEnd } from '#server/calendar/working-hours.ts'
import type { Db } from '#server/db/connect.ts'
import { freeTimes, type FreeTime } from './free-times.ts'
import { listBusy, listInterviewersById, listLiveBookings, type BookingRow, type PlanRow } from '#server/scheduling/store.ts'

/** Nothing is offered sooner: everyone has a day to prepare, and the candidate can still change it. */
const NOTICE_MS = 24 * 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

export type Offer = { ref_interview_id: number; minutes: number; free: FreeTime[] }
type Needed = { db: Db; calendar: Calendar }

/**
 * The free times of each interview of a plan, without those the candidate has something else at; with `one_day`, only on the day of their
 * other interviews. Rejects with `BookingsAway` when the calendar service can't be reached.
 */
export async function offerTimes({ db, calendar }: Needed, plan: PlanRow, now = Date.now()): Promise<Offer[]> {
  const bookings = await listLiveBookings(db, plan.user_session_id)
  const people = await listInterviewersById(db, [...new Set(plan.parts.flatMap((part) => part.interviewer_ids))])
  const window = { from: now + NOTICE_MS, to: now + (Math.ceil(plan.working_days / 5) * 7 + 4) * DAY_MS }
  const available = await calendar.availability(
    people.map((one) => one.interviewer_email),
    window,
  )
  const offers: Offer[] = []
  for (const { ref_interview_id, minutes, interviewer_ids } of plan.parts) {
    const interviewers = new Map(
      people.flatMap(({ ref_interviewer_id, interviewer_email }) => {
        const found = interviewer_ids.includes(ref_interviewer_id) ? available.get(interviewer_email) : undefined
        if (!found) return []
        const end = windowEnd(now, plan.working_days, found.time_zone)
        const daily_maximum = Math.min(found.daily_maximum, plan.daily_maximum ?? Infinity)
        return [[ref_interviewer_id, { ...found, daily_maximum, open: found.open.map((one) => ({ from: one.from, to: Math.min(one.to, end) })) }] as const]
      }),
    )
    const others = bookings.filter((one) => one.ref_interview_id !== ref_interview_id)
    const busy = await listBusy(db, interviewer_ids, { user_session_id: plan.user_session_id, ref_interview_id })
    const free = freeTimes({ minutes, buffer_minutes: plan.buffer_minutes, interviewers, busy, taken: others.map(stretchOf) })
    offers.push({ ref_interview_id, minutes, free })
  }
  return plan.one_day ? onOneDay(offers, { bookings, timeZone: plan.time_zone ?? 'UTC' }) : offers
}

/** Days on which every interview has a time, or the day that the candidate has begun to fill. */
function onOneDay(offers: Offer[], { bookings, timeZone }: { bookings: BookingRow[]; timeZone: string }): Offer[] {
  const dayOf = ({ starts_at }: FreeTime) => dayIn(timeZone, starts_at)
  const missing = offers.filter(({ ref_interview_id }) => !bookings.some((one) => one.ref_interview_id === ref_interview_id))
  const shared = missing.map(({ free }) => new Set(free.map(dayOf)))
  return offers.map((offer) => {
    const others = bookings.filter((one) => one.ref_interview_id !== offer.ref_interview_id)
    const begun = others[0] && dayIn(timeZone, Date.parse(others[0].starts_at))
    const fits = (day: string) => (begun ? day === begun : shared.every((days) => days.has(day)))
    return { ...offer, free: offer.free.filter((one) => fits(dayOf(one))) }
  })
}

function stretchOf({ starts_at, ends_at }: BookingRow): Stretch {
  return { from: Date.parse(starts_at), to: Date.parse(ends_at) }
}
