/** An IANA name such as America/Chicago. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** `Tuesday, May 5`: the day of an instant in a time zone. */
export function weekdayIn(timeZone: string, instant: string | number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }).format(new Date(instant))
}

/** `3:30 PM EDT` in a time zone. */
export function clockIn(timeZone: string, instant: string | number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(new Date(instant))
}

/** `May 4, 2026`: the day of an instant in a time zone. */
export function longDay(timeZone: string, instant: string | number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(instant))
}
