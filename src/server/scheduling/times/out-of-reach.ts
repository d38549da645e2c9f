import { MAX_DAYS_AHEAD } from '#contract/scheduling/manual-booking.ts'
import { fieldError } from '#server/http/changes.ts'

const DAY_MS = 24 * 60 * 60_000

/** Throws 422 for a start time that has passed or is too far ahead. */
export function rejectOutOfRange(path: string, starts_at: string, now = Date.now()): void {
  const at = Date.parse(starts_at)
  if (at <= now) throw fieldError(422, path, 'Choose a time in the future.')
  if (at > now + MAX_DAYS_AHEAD * DAY_MS) throw fieldError(422, path, `Choose a time within ${MAX_DAYS_AHEAD} days.`)
}
