/** An IANA name such as America/Chicago. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns the day of an instant in a time zone, as `Tuesday, May 5`. */
export function weekdayIn(timeZone: string, instant: string | number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }).format(new Date(instant))
}

/** Returns the time in a time zone, as `3:30 PM EDT`. */
export function clockIn(timeZone: string, instant: string | number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(new Date(instant))
}

/** Returns an ISO day as `May 4, 2026`. */
export function formatDay(day: string): string {
  return formatLongDay('UTC', `${day}T12:00:00Z`)
}

/** Returns the day of an instant in a time zone, as `May 4, 2026`. */
export function formatLongDay(timeZone: string, instant: string | number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(instant))
}
