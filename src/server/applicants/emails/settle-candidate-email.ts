import type { Db } from '#server/db/connect.ts'
import type { ClaimedEmail } from '#server/mail/store.ts'
import { setEmailed } from '#server/applicants/decide/move-store.ts'

/** An email that failed for good told nobody anything: the applicant counts as not e-mailed again. For the outbox, in its transaction. */
export async function settleCandidateEmail(
  tx: Db,
  email: Pick<ClaimedEmail, 'purpose' | 'user_session_id' | 'ref_application_status_id'>,
  state: 'sent' | 'failed',
): Promise<void> {
  const { purpose, user_session_id, ref_application_status_id } = email
  if (state !== 'failed' || purpose !== 'candidate' || user_session_id === null || ref_application_status_id === null) return
  await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: false })
}
