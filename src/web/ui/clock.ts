const TIME = { hour: 'numeric', minute: '2-digit' } as const
const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** `2:29 AM`, in the reader's time zone. */
export function clock(at: number | string): string {
  return new Date(at).toLocaleTimeString('en-US', TIME)
}

/** `2:29 AM` if it's today; otherwise with the date, plus the year if it isn't this year. */
export function timeOf(instant: string): string {
  const moment = new Date(instant)
  const now = new Date()
  if (moment.toDateString() === now.toDateString()) return clock(instant)
  const isThisYear = moment.getFullYear() === now.getFullYear()
  return moment.toLocaleString('en-US', { ...DAY, ...(!isThisYear && { year: 'numeric' }), ...TIME })
}

/** `Sun, May 3, 2026, 2:29 AM`, for printed and archived documents. */
export function fullTimeOf(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { ...DAY, year: 'numeric', ...TIME })
}

/** `May 3, 2026`, in the reader's time zone. */
export function dayOf(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
}

/** An instant formatted for `<input type="datetime-local">`, in the reader's time zone. */
export function localInput(instant: string): string {
  const moment = new Date(instant)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The value of such an input as an instant; null while it's incomplete. */
export function instantOfInput(text: string): string | null {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
