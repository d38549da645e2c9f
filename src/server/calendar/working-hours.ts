import { Temporal } from 'temporal-polyfill'
import type { InterviewerCalendar } from '#contract/interviewers.ts'
import type { Stretch } from './calendar.ts'

/** The working hours within a window, without days off; daylight saving time is taken into account. */
export function openStretches({ time_zone, weekly_hours, days_off }: InterviewerCalendar, window: Stretch): Stretch[] {
  const off = new Set(days_off)
  return daysOf(window, time_zone).flatMap((day) => {
    const hours = off.has(day.date) ? [] : weekly_hours.filter(({ weekday }) => weekday === day.weekday)
    return hours.map(({ from, to }) => clipped({ from: momentOf(day, from), to: momentOf(day, to) }, window)).filter(isOpen)
  })
}

/** The end of the last of this many working days after today; weekends don't count. */
export function windowEnd(now: number, workingDays: number, timeZone: string): number {
  const today = dayIn(timeZone, now)
  return remembered(ends, `${timeZone} ${today} ${workingDays}`, () => {
    let day = Temporal.PlainDate.from(today)
    for (let left = workingDays; left > 0;) {
      day = day.add({ days: 1 })
      if (day.dayOfWeek <= FRIDAY) left--
    }
    return day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  })
}

/** `2026-05-04`: the calendar day of a moment in a time zone. */
export function dayIn(timeZone: string, moment: number): string {
  const ofZone = remembered(quarters, timeZone, () => new Map<number, string>())
  return remembered(ofZone, Math.floor(moment / QUARTER), () => dateIn(timeZone, moment).toString())
}

const FRIDAY = 5
/** In every zone, days begin on a quarter hour. */
const QUARTER = 15 * 60_000

/** Cached, because the library is slow and most people in a company share a zone and hours. */
const quarters = new Map<string, Map<number, string>>()
const windows = new Map<string, Day[]>()
const ends = new Map<string, number>()
const MAX_REMEMBERED = 100_000

function remembered<Key, Known>(known: Map<Key, Known>, key: Key, find: () => Known): Known {
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= MAX_REMEMBERED) known.clear()
  const found = find()
  known.set(key, found)
  return found
}

type Day = { date: string; weekday: number; timeZone: string; moments: Map<string, number> }

function daysOf({ from, to }: Stretch, timeZone: string): Day[] {
  const [first, last] = [dayIn(timeZone, from), dayIn(timeZone, to)]
  return remembered(windows, `${timeZone} ${first} ${last}`, () => {
    const start = Temporal.PlainDate.from(first)
    const days = Array.from({ length: start.until(last).total('days') + 1 }, (_, count) => start.add({ days: count }))
    return days.map((day) => ({ date: day.toString(), weekday: day.dayOfWeek, timeZone, moments: new Map() }))
  })
}

function dateIn(timeZone: string, moment: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** A time skipped by a clock change is the moment right after the gap. */
function momentOf({ date, timeZone, moments }: Day, time: string): number {
  return remembered(
    moments,
    time,
    () => Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds,
  )
}

function clipped({ from, to }: Stretch, window: Stretch): Stretch {
  return { from: Math.max(from, window.from), to: Math.min(to, window.to) }
}

const isOpen = ({ from, to }: Stretch) => from < to
