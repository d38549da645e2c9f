import { clockIn, dateFormat } from '#contract/time-zone.ts'
import { TOO_LATE_TO_CHANGE } from '#contract/scheduling/scheduling.ts'

/** The everyday names of US time zones. */
export const US_ZONES: Record<string, string> = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
}

/** `Central Time`, or the zone's own name. */
export function zoneName(zone: string): string {
  const name = US_ZONES[zone]
  return name ? `${name} Time` : zone.replaceAll('_', ' ')
}

/** `3:30 PM`, for pages that state the time zone. */
export function shortClockIn(timeZone: string, moment: string): string {
  return dateFormat(timeZone, { hour: 'numeric', minute: '2-digit' }).format(new Date(moment))
}

/**
 * How to show these times: like `shortClockIn`, or with the zone's code if the clocks change among them, because an hour that's repeated that day would
 * look the same both times.
 */
export function clockFor(timeZone: string, moments: string[]): typeof shortClockIn {
  return new Set(moments.map((moment) => zoneCodeIn(timeZone, moment))).size > 1 ? clockIn : shortClockIn
}

/** `EST` or `EDT`, depending on the day. */
export function zoneCodeIn(timeZone: string, moment: string): string {
  return clockIn(timeZone, moment).split(' ').at(-1)!
}

/** `Tue, Nov 3` in a time zone. */
export function shortDayIn(timeZone: string, moment: string): string {
  return dateFormat(timeZone, { weekday: 'short', month: 'short', day: 'numeric' }).format(new Date(moment))
}

/** `9:30 AM`, for `09:30`. */
export function clockLabel(time: string): string {
  return time === '' ? 'no time' : shortClockIn('UTC', `1970-01-01T${time}:00Z`)
}

const NO_SHOW_NOTE = "If you can't join, or no one is there, please contact the hiring team."
const MISSED_NOTE = "If this interview didn't take place, please contact the hiring team."

/** Why a booked interview can't be changed here, or whom to contact once it has begun. */
export function changeNote({ has_begun, is_over }: { has_begun: boolean; is_over: boolean }): string {
  return is_over ? MISSED_NOTE : has_begun ? NO_SHOW_NOTE : TOO_LATE_TO_CHANGE
}
