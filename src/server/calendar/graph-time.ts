import { Temporal } from 'temporal-polyfill'
import { findIana } from 'windows-iana'
import { z } from 'zod'
import { bookingsUnavailable } from '#server/bookings/bookings-unavailable.ts'

/** Graph's `dateTimeTimeZone`. */
export const GraphTime = z.object({ dateTime: z.string(), timeZone: z.string() })
export type GraphTime = z.infer<typeof GraphTime>

export function graphTime(moment: number | string): GraphTime {
  return { dateTime: new Date(moment).toISOString().replace('Z', ''), timeZone: 'UTC' }
}

/**
 * Returns milliseconds since 1970. We request UTC, but Bookings also returns IANA zones, Windows zones, and names such as `(UTC-08:00) Pacific Time
 * (US & Canada)`, which are taken as the staff member's zone if its standard time has that offset. Throws `BOOKINGS_UNAVAILABLE` for anything else: a wrong
 * hour is worse than none.
 */
export function momentOf({ dateTime, timeZone }: GraphTime, staffZone: string | null): number {
  const zone = ianaOf(timeZone) ?? zoneLike(timeZone, staffZone)
  try {
    if (zone) return Temporal.PlainDateTime.from(dateTime.replace(/(Z|[+-]00:00)$/, '')).toZonedDateTime(zone).epochMilliseconds
  } catch {
    throw bookingsUnavailable('Bookings returned an invalid time.')
  }
  throw bookingsUnavailable('Bookings returned an unknown time zone.')
}

/** Returns null if it doesn't name a time zone. */
export function ianaOf(name: string): string | null {
  const iana = findIana(name)[0]
  if (iana) return iana
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

function zoneLike(displayName: string, staffZone: string | null): string | null {
  const [, hours, minutes] = /^\(UTC(?:([+-]\d\d):(\d\d))?\)/.exec(displayName) ?? []
  const zone = staffZone && ianaOf(staffZone)
  if (!zone || !displayName.startsWith('(UTC')) return null
  const offset = hours ? Number(hours) * 60 + Math.sign(Number(hours) || 1) * Number(minutes) : 0
  const offsets = ['2026-01-15T12:00Z', '2026-07-15T12:00Z'].map((at) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9)
  return Math.min(...offsets) === offset ? zone : null
}
