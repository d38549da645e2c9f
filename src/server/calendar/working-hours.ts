import { Temporal } from 'temporal-polyfill'
import type { InterviewerCalendar } from '#contract/interviewers.ts'
import type { Stretch } from './calendar.ts'

/** The working hours that fall into a window, without days off; clocks that change are followed. */
export function openStretches({ time_zone, weekly_hours, days_off }: InterviewerCalendar, window: Stretch): Stretch[] {
  const off = new Set(days_off)
  return daysOf(window, time_zone).flatMap((day) => {
    if (off.has(day.toString())) return []
    const hours = weekly_hours.filter(({ weekday }) => weekday === day.dayOfWeek)
    return hours.map(({ from, to }) => clipped({ from: momentOf(day, from, time_zone), to: momentOf(day, to, time_zone) }, window)).filter(isOpen)
  })
}

/** The end of the last of so many working days after today; weekends don't count. */
export function windowEnd(now: number, workingDays: number, timeZone: string): number {
  let day = dateIn(timeZone, now)
  for (let left = workingDays; left > 0;) {
    day = day.add({ days: 1 })
    if (day.dayOfWeek <= FRIDAY) left--
  }
  return day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
}

/** `2026-05-04`: the calendar day of a moment in a time zone. */
export function dayIn(timeZone: string, moment: number): string {
  return dateIn(timeZone, moment).toString()
}

const FRIDAY = 5

function daysOf({ from, to }: Stretch, timeZone: string): Temporal.PlainDate[] {
  const first = dateIn(timeZone, from)
  const count = first.until(dateIn(timeZone, to)).total('days')
  return Array.from({ length: count + 1 }, (_, days) => first.add({ days }))
}

function dateIn(timeZone: string, moment: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** Most people of a company share their zone and their hours, and the library is thorough rather than quick. */
const moments = new Map<string, number>()
const MOST_MOMENTS = 20_000

/** A time that a changing clock skips is the same moment as the one after the gap. */
function momentOf(day: Temporal.PlainDate, time: string, timeZone: string): number {
  const key = `${timeZone} ${day.toString()} ${time}`
  const known = moments.get(key)
  if (known !== undefined) return known
  if (moments.size >= MOST_MOMENTS) moments.clear()
  const moment = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
  moments.set(key, moment)
  return moment
}

function clipped({ from, to }: Stretch, window: Stretch): Stretch {
  return { from: Math.max(from, window.from), to: Math.min(to, window.to) }
}

const isOpen = ({ from, to }: Stretch) => from < to
