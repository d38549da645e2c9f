const DAY_MS = 86_400_000

/** `2026-05-04`: the Monday of the week with the reader's next workday; on a weekend, the coming week's. */
export function mondayToShow(now: Date): string {
  const sinceMonday = (now.getDay() + 6) % 7
  const isWeekend = sinceMonday >= 5
  return dayOf(Date.parse(localDay(now.toISOString())) + ((isWeekend ? 7 : 0) - sinceMonday) * DAY_MS)
}

export function weeksAfter(day: string, weeks: number): string {
  return dayOf(Date.parse(day) + weeks * 7 * DAY_MS)
}

/** This day and the next six. */
export function daysFrom(day: string): string[] {
  return Array.from({ length: 7 }, (_, at) => dayOf(Date.parse(day) + at * DAY_MS))
}

/** `America/Chicago`: the reader's time zone. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The date this many days later. */
export function dayAfter(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS)
}

/** The date of an instant in the reader's time zone. */
export function localDay(moment: string): string {
  return new Date(moment).toLocaleDateString('en-CA')
}

/** `Mon, May 4`. */
export function dayLabel(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
