import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findLastMover, type LockedApplicant } from './move-store.ts'

/** Throws 409 for a decision made on an outdated page, and says who decided first. */
export async function rejectStale(tx: Db, applicant: LockedApplicant, expected_status_id: number | undefined): Promise<void> {
  if (expected_status_id === undefined || expected_status_id === applicant.ref_application_status_id) return
  const last = await findLastMover(tx, applicant.user_session_id)
  const is = `This applicant is now in '${applicant.application_status}'`
  if (!last) throw new HttpError(409, `${is}.`)
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(last.at))
  throw new HttpError(409, `${is}: ${last.email} ${last.isUndo ? 'undid a change' : 'moved them'} on ${when} UTC.`)
}

export function notFound(user_session_id: number): HttpError {
  return new HttpError(404, `Applicant with user_session_id=${user_session_id} was not found`)
}
