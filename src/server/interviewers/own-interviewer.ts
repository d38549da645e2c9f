import { NOT_AN_INTERVIEWER } from '#contract/interviewers.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findInterviewerByEmail } from './store.ts'

/**
 * Returns the ID of the interviewer with the caller's address. 403 for a company address that isn't registered as an interviewer: it can't see
 * candidates.
 */
export async function ownInterviewerId(db: Db, caller: StaffCaller): Promise<number> {
  const found = await findInterviewerByEmail(db, caller.email.toLowerCase())
  if (!found) throw new HttpError(403, NOT_AN_INTERVIEWER)
  return found.ref_interviewer_id
}
