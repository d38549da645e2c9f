/** `3:30 PM` in a time zone the page names. */
export function shortClockIn(timeZone: string, moment: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(new Date(moment))
}
