import { isLocked } from '#contract/statuses/statuses.ts'
import { setEmailed, setReplyDue } from '#server/applicants/decide/move-store.ts'
import { moveReplyDateBack } from '#server/applications/reply-date-store.ts'
import type { Db } from '#server/db/connect.ts'
import { requestSeal } from '#server/versions/seal-request-store.ts'
import { findCurrentStatus } from '#server/versions/version-store.ts'
import type { ClaimedEmail } from '#server/mail/store.ts'

type SettledEmail = Pick<ClaimedEmail, 'email_id' | 'purpose' | 'user_session_id' | 'ref_application_status_id'>

/**
 * Applies an email's outcome to the applicant, in the outbox's transaction: a sent email restarts the reply time; after a permanent failure, or if the
 * attempt fails while the email is being withdrawn, they count as not emailed, and a reply date it had moved is restored.
 */
export async function settleCandidateEmail(
  tx: Db,
  { email_id, purpose, user_session_id, ref_application_status_id }: SettledEmail,
  state: 'sent' | 'failed' | 'dropped',
): Promise<void> {
  if (purpose !== 'candidate' || user_session_id === null) return
  if (state === 'sent') {
    await setReplyDue(tx, email_id)
    const current = await findCurrentStatus(tx, user_session_id)
    if (current && isLocked(current)) await requestSeal(tx, { user_session_id, because: 'email sent', status_change_id: current.status_change_id })
    return
  }
  await moveReplyDateBack(tx, [email_id])
  if (ref_application_status_id !== null) await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: false })
}
