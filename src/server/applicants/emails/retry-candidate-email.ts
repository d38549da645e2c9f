import type { CandidateEmail } from '#contract/candidate-emails.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { retryEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { findEmail } from './email-store.ts'
import { lockApplicant, setEmailed } from '#server/applicants/decide/move-store.ts'
import { presentEmail } from './present-email.ts'

/** Queues an email again that could not be sent. 404 unknown, 409 when it did not fail, or when the applicant stands elsewhere by now. */
export async function retryCandidateEmail(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { email_id, identifiable }: { email_id: number; identifiable: boolean },
): Promise<CandidateEmail> {
  return db.transaction(async (tx) => {
    const email = await findEmail(tx, email_id)
    const applicant = email && (await lockApplicant(tx, email.user_session_id, caller.scope))
    if (!applicant) throw new HttpError(404, 'There is no such e-mail.')
    const { user_session_id, ref_application_status_id } = applicant
    if (email.ref_application_status_id !== ref_application_status_id)
      throw new HttpError(409, 'This applicant has been moved since: the e-mail does not fit any more.')
    if (!(await retryEmail(tx, email_id))) throw new HttpError(409, 'Only an e-mail that failed can be tried again.')

    await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: true })
    await recordAudit(tx, { actor: caller, action: 'applicant.email-retried', subject_kind: 'applicant', subject_id: user_session_id, facts: { email_id } })
    return presentEmail((await findEmail(tx, email_id))!, identifiable)
  })
}
