import { meaningOf } from '#contract/statuses/statuses.ts'
import { lockApplicant, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { lockOwn, readOwn } from '#server/candidate/own-applications.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'

const NOT_INVITED = "There's nothing to schedule for this application right now."

/** Locks and returns the candidate's application. Throws 404 for someone else's, 409 unless they've been told that they're invited to interviews. */
export async function lockInvited(tx: Db, { email_key, user_session_id }: Own): Promise<LockedApplicant> {
  await lockOwn(tx, { email_key, user_session_id })
  const { stage } = await readOwn(tx, email_key, user_session_id)
  const applicant = await lockApplicant(tx, user_session_id, 'everyone')
  // The candidate hasn't been notified of the decision, so the page doesn't mention it, but the interviews are over.
  if (stage !== 'interviews' || !applicant || !meaningOf(applicant.ref_application_status_id).takesFeedback) throw new HttpError(409, NOT_INVITED)
  return applicant
}
