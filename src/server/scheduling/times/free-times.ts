import type { Availability, Stretch } from '#server/calendar/calendar.ts'
import { dayIn } from '#server/calendar/working-hours.ts'

const MINUTE = 60_000
const GRID = 15 * MINUTE
const STEP = 30 * MINUTE

export type Busy = Stretch & { ref_interviewer_id: number }
export type FreeTime = { starts_at: number; ref_interviewer_id: number }

export type Search = {
  minutes: number
  buffer_minutes: number
  interviewers: Map<number, Availability>
  /** Bookings and holds of anyone; `to` includes their buffer. */
  busy: Busy[]
  /** What the candidate has at other times. */
  taken: Stretch[]
}

/** Every time at which somebody of them can hold the interview, soonest first, with the least busy of those who can. */
export function freeTimes({ minutes, buffer_minutes, interviewers, busy, taken }: Search): FreeTime[] {
  const best = new Map<number, FreeTime & { load: number }>()
  for (const [ref_interviewer_id, availability] of interviewers) {
    const own = busy.filter((one) => one.ref_interviewer_id === ref_interviewer_id)
    for (const starts_at of startsOf(availability, { minutes, buffer_minutes, own, taken })) {
      const known = best.get(starts_at)
      if (!known || own.length < known.load) best.set(starts_at, { starts_at, ref_interviewer_id, load: own.length })
    }
  }
  return [...best.values()].toSorted((a, b) => a.starts_at - b.starts_at).map(({ starts_at, ref_interviewer_id }) => ({ starts_at, ref_interviewer_id }))
}

type Wanted = { minutes: number; buffer_minutes: number; own: Busy[]; taken: Stretch[] }

function startsOf({ open, time_zone, daily_maximum }: Availability, { minutes, buffer_minutes, own, taken }: Wanted): number[] {
  const perDay = Map.groupBy(own, (one) => dayIn(time_zone, one.from))
  const full = new Set([...perDay].flatMap(([day, busy]) => (busy.length >= daily_maximum ? [day] : [])))
  // Naming the day of a moment is slow, and few days are full.
  const isFull = (start: number) => full.size > 0 && full.has(dayIn(time_zone, start))
  return open.flatMap(({ from, to }) => {
    const starts: number[] = []
    for (let start = Math.ceil(from / GRID) * GRID; start + minutes * MINUTE <= to; start += STEP) {
      const slot = { from: start, to: start + minutes * MINUTE }
      const held = { from: start, to: slot.to + buffer_minutes * MINUTE }
      if (!own.some((one) => meet(one, held)) && !taken.some((one) => meet(one, slot)) && !isFull(start)) starts.push(start)
    }
    return starts
  })
}

function meet(a: Stretch, b: Stretch): boolean {
  return a.from < b.to && b.from < a.to
}
