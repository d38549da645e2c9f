import { Temporal } from 'temporal-polyfill'
import type { InterviewerCalendar, WorkingHours } from '#contract/interviewers.ts'
import type { TimeRange } from './calendar.ts'

/** Returns the working hours within a window, minus days off; accounts for daylight saving time. */
export function openTimeRanges({ time_zone, weekly_hours, days_off }: InterviewerCalendar, window: TimeRange): TimeRange[] {
  const off = new Set(days_off)
  return daysOf(window, time_zone).flatMap((day) => {
    const hours = off.has(day.date) ? [] : weekly_hours.filter(({ weekday }) => weekday === day.weekday)
    return hours
      .flatMap((one) => rangesOn(day, one))
      .map((one) => clipped(one, window))
      .filter(isOpen)
  })
}

/** Returns the end of the working day this many working days after today; weekends don't count. */
export function windowEnd(now: number, workingDays: number, timeZone: string): number {
  const today = dayIn(timeZone, now)
  return cached(ends, `${timeZone} ${today} ${workingDays}`, () => {
    let day = Temporal.PlainDate.from(today)
    for (let left = workingDays; left > 0;) {
      day = day.add({ days: 1 })
      if (day.dayOfWeek <= FRIDAY) left--
    }
    return day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  })
}

/** Returns the calendar day of a moment in a time zone: `2026-05-04`. */
export function dayIn(timeZone: string, moment: number): string {
  const ofZone = cached(quarters, timeZone, () => new Map<number, string>())
  return cached(ofZone, Math.floor(moment / QUARTER), () => dateIn(timeZone, moment).toString())
}

const FRIDAY = 5
/** In every zone, days begin on a quarter hour. */
const QUARTER = 15 * 60_000

/** Cached, because the library is slow and most people at a company share a zone and hours. */
const quarters = new Map<string, Map<number, string>>()
const windows = new Map<string, Day[]>()
const ends = new Map<string, number>()
const MAX_REMEMBERED = 100_000

function cached<Key, Known>(known: Map<Key, Known>, key: Key, find: () => Known): Known {
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= MAX_REMEMBERED) known.clear()
  const found = find()
  known.set(key, found)
  return found
}

/** `parts` start and end at clock changes; `midnight` is when the day would start at its part's offset. */
type Day = { date: string; weekday: number; parts: (TimeRange & { midnight: number })[] }

function daysOf({ from, to }: TimeRange, timeZone: string): Day[] {
  const [first, last] = [dayIn(timeZone, from), dayIn(timeZone, to)]
  return cached(windows, `${timeZone} ${first} ${last}`, () => {
    const start = Temporal.PlainDate.from(first)
    const days = Array.from({ length: start.until(last).total('days') + 1 }, (_, count) => start.add({ days: count }))
    return days.map((day) => ({ date: day.toString(), weekday: day.dayOfWeek, parts: partsOf(day, timeZone) }))
  })
}

function partsOf(day: Temporal.PlainDate, timeZone: string): Day['parts'] {
  const begin = day.toZonedDateTime(timeZone)
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  const parts: Day['parts'] = []
  for (let at = begin; at.epochMilliseconds < end;) {
    const next = at.getTimeZoneTransition('next')
    const to = Math.min(next?.epochMilliseconds ?? end, end)
    const midnight = Date.parse(day.toString()) - at.offsetNanoseconds / 1_000_000
    parts.push({ from: at.epochMilliseconds, to, midnight })
    at = Temporal.Instant.fromEpochMilliseconds(to).toZonedDateTimeISO(timeZone)
  }
  return parts
}

function dateIn(timeZone: string, moment: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** Returns every moment at which a wall clock shows these hours: none in a skipped hour, both in a repeated one. */
function rangesOn({ parts }: Day, hours: WorkingHours): TimeRange[] {
  const open = parts.map((part) => clipped({ from: part.midnight + msOf(hours.from), to: part.midnight + msOf(hours.to) }, part)).filter(isOpen)
  const [first, second] = open
  return first && first.to === second?.from ? [{ from: first.from, to: second.to }] : open
}

function msOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return (hour * 60 + minute) * 60_000
}

function clipped({ from, to }: TimeRange, window: TimeRange): TimeRange {
  return { from: Math.max(from, window.from), to: Math.min(to, window.to) }
}

const isOpen = ({ from, to }: TimeRange) => from < to
