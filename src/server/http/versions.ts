import { HttpError } from './http-error.ts'

/** The current stored version of a row that staff edit. */
export type Versioned = { version: number; modified_at: string; modified_by_email: string | null }

/** Throws a 409 naming who changed the row and when, unless the change is based on the stored version or doesn't specify one. */
export function rejectStale(stored: Versioned, version: number | undefined): void {
  if (version === undefined || version === stored.version) return
  const who = stored.modified_by_email ?? 'Someone else'
  throw new HttpError(409, `${who} changed this on ${moment(stored.modified_at)}, after you opened it. Your changes haven't been saved.`)
}

function moment(instant: string): string {
  const said = new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${said} UTC`
}
