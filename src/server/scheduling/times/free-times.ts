import type { Availability, TimeRange } from '#server/calendar/calendar.ts'
import { dayIn } from '#server/calendar/working-hours.ts'

const MINUTE = 60_000
const GRID_MS = 15 * MINUTE
export const STEP = 30 * MINUTE

/** `is_replaced`: the candidate is moving this booking, so it doesn't count toward the daily maximum. */
export type BusyTime = TimeRange & { ref_interviewer_id: number; is_replaced: boolean }
/** `other_ids`: the other interviewers at that time. */
export type FreeTime = { starts_at: number; ref_interviewer_id: number; other_ids: number[] }

export type Search = {
  minutes: number
  buffer_minutes: number
  /** How many must be free at the same time. */
  interviewer_count: number
  /** No times are offered before this. */
  earliest: number
  /** Times start at a multiple of this, by default of 15 minutes. */
  grid_ms?: number
  interviewers: Map<number, Availability>
  /** All bookings and holds; `to` includes their buffer. */
  busy: BusyTime[]
  /** The candidate's other interviews. */
  taken: TimeRange[]
}

/** All times at which enough of them are free for the interview, soonest first, with the least busy ones. */
export function freeTimes({ interviewers, busy, taken, interviewer_count, ...wanted }: Search): FreeTime[] {
  const busyOf = Map.groupBy(busy, (one) => one.ref_interviewer_id)
  const people = [...interviewers].map(([id, availability]) => ({ id, availability, own: busyOf.get(id) ?? [] }))
  const best = new Map<number, number[]>()
  for (const { id, availability, own } of people.toSorted((a, b) => a.own.length - b.own.length))
    for (const start of new Set(startsOf(availability, { ...wanted, own }))) {
      const bestSoFar = best.get(start)
      if (!bestSoFar) best.set(start, [id])
      else if (bestSoFar.length < interviewer_count) bestSoFar.push(id)
    }
  const free = [...best].filter(
    ([from, ids]) => ids.length === interviewer_count && !taken.some((one) => overlaps(one, { from, to: from + wanted.minutes * MINUTE })),
  )
  return free
    .map(([starts_at, [ref_interviewer_id, ...other_ids]]) => ({ starts_at, ref_interviewer_id: ref_interviewer_id!, other_ids }))
    .toSorted((a, b) => a.starts_at - b.starts_at)
}

type SlotQuery = Pick<Search, 'minutes' | 'buffer_minutes' | 'earliest' | 'grid_ms'> & { own: BusyTime[] }

/** Returns whether the interviewer already has as many of these as they take on the day of a time. */
export function fullDays({ time_zone, daily_maximum }: Availability, busy: TimeRange[]): (at: number) => boolean {
  const perDay = Map.groupBy(busy, (one) => dayIn(time_zone, one.from))
  const full = new Set([...perDay].flatMap(([day, all]) => (all.length >= daily_maximum ? [day] : [])))
  return (at) => full.size > 0 && full.has(dayIn(time_zone, at))
}

function startsOf(availability: Availability, { minutes, buffer_minutes, earliest, grid_ms = GRID_MS, own }: SlotQuery): number[] {
  const isFull = fullDays(
    availability,
    own.filter((one) => !one.is_replaced),
  )
  return availability.open.flatMap(({ from, to }) => {
    const near = own.filter((one) => overlaps(one, { from, to: to + buffer_minutes * MINUTE }))
    const starts: number[] = []
    for (let start = Math.ceil(from / grid_ms) * grid_ms; start + minutes * MINUTE <= to; start += STEP) {
      const slotRange = { from: start, to: start + (minutes + buffer_minutes) * MINUTE }
      if (start >= earliest && !near.some((one) => overlaps(one, slotRange)) && !isFull(start)) starts.push(start)
    }
    return starts
  })
}

function overlaps(a: TimeRange, b: TimeRange): boolean {
  return a.from < b.to && b.from < a.to
}
