/** A format takes about 57 KB outside the JavaScript heap, so the garbage collector would let thousands of them pile up. */
const MAX_FORMATS = 64
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a format for dates in a time zone, and keeps the 64 most recent ones. Throws a `RangeError` for an unknown time zone. */
export function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions, locale = 'en-US'): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formats.delete(key)
  formats.set(key, format)
  if (formats.size > MAX_FORMATS) formats.delete(formats.keys().next().value!)
  return format
}

/** An IANA name such as America/Chicago. */
export function isTimeZone(name: string): boolean {
  try {
    return dateFormat(name, {}).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns the day of an instant in a time zone, as `Tuesday, May 5`. */
export function weekdayIn(timeZone: string, instant: string | number): string {
  return dateFormat(timeZone, { weekday: 'long', month: 'long', day: 'numeric' }).format(new Date(instant))
}

/** Returns the time in a time zone, as `3:30 PM EDT`. */
export function clockIn(timeZone: string, instant: string | number): string {
  return dateFormat(timeZone, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(new Date(instant))
}

/** Returns an ISO day as `May 4, 2026`. */
export function formatDay(day: string): string {
  return formatLongDay('UTC', `${day}T12:00:00Z`)
}

/** Returns the day of an instant in a time zone, as `May 4, 2026`. */
export function formatLongDay(timeZone: string, instant: string | number): string {
  return dateFormat(timeZone, { dateStyle: 'long' }).format(new Date(instant))
}

/** Returns until when something can be done, as `May 4, 2026 at 3:30 PM EDT`; if that's midnight, the day before, which is the last one. */
export function formatDeadline(timeZone: string, instant: string): string {
  const isMidnight = dateFormat(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant)) === '00:00'
  return isMidnight ? formatLongDay(timeZone, Date.parse(instant) - 60_000) : `${formatLongDay(timeZone, instant)} at ${clockIn(timeZone, instant)}`
}

/** Returns the day of an instant in a time zone, as `2026-05-04`. */
export function isoDayIn(timeZone: string, instant: string | number): string {
  return dateFormat(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA').format(new Date(instant))
}
