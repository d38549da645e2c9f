import type { CandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { isOwedReply } from '#contract/statuses/statuses.ts'
import { moveReplyDateAgain } from '#server/applicants/decide/reply-date-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { retryEmail } from '#server/mail/store.ts'
import { viewerOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { findEmail } from './email-store.ts'
import { AFTER_INTERVIEWS, lockApplicant, setEmailed } from '#server/applicants/decide/move-store.ts'
import { presentEmail } from './present-email.ts'

/** Queues a failed email again. Throws 404 when it's unknown, 409 when it didn't fail or the applicant's status has changed since. */
export async function retryCandidateEmail(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  { email_id, identifiable }: { email_id: number; identifiable: boolean },
): Promise<CandidateEmail> {
  return db.transaction(async (tx) => {
    const email = await findEmail(tx, email_id)
    const applicant = email && (await lockApplicant(tx, email.user_session_id, caller.scope))
    if (!applicant) throw new HttpError(404, 'That email was not found.')
    const { user_session_id, ref_application_status_id } = applicant
    const isDecision = email.ref_application_status_id !== null
    if (isDecision && email.ref_application_status_id !== ref_application_status_id)
      throw new HttpError(409, 'This applicant has been moved since, so this email no longer applies.')
    if (!isDecision && !isOwedReply(applicant)) throw new HttpError(409, "This applicant isn't waiting for a reply.")
    if (email.template_name === AFTER_INTERVIEWS) throw new HttpError(409, "This email was written automatically and can't be sent again. Write a new one.")
    if (!(await retryEmail(tx, email_id))) throw new HttpError(409, 'Only failed emails can be sent again.')

    if (isDecision) await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: true })
    else if (!(await moveReplyDateAgain(tx, email_id))) throw new HttpError(409, 'The date in this email has passed. Choose another one.')
    await recordAudit(tx, { actor: caller, action: 'applicant.email-retried', subject_kind: 'applicant', subject_id: user_session_id, facts: { email_id } })
    return presentEmail((await findEmail(tx, email_id))!, { viewer: viewerOf(env, { identifiable }), keys })
  })
}
