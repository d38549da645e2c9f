/** `Tuesday, May 5` in a time zone. */
export function dayIn(timeZone: string, moment: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }).format(new Date(moment))
}

/** `3:30 PM EDT` in a time zone. */
export function clockIn(timeZone: string, moment: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(new Date(moment))
}

/** `3:30 PM` in a time zone the page names. */
export function shortClockIn(timeZone: string, moment: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(new Date(moment))
}
