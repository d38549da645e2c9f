import type { CandidateEmail } from '#contract/candidate-emails.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusal.ts'
import { retryEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { findLetter } from './letter-store.ts'
import { lockApplicant, setEmailed } from './move-store.ts'
import { presentLetter } from './present-letter.ts'

/** Queues a letter again that could not be sent. 404 unknown, 409 when it did not fail, or when the applicant stands elsewhere by now. */
export async function retryCandidateEmail(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { email_id, identifiable }: { email_id: number; identifiable: boolean },
): Promise<CandidateEmail> {
  return db.transaction(async (tx) => {
    const letter = await findLetter(tx, email_id)
    const applicant = letter && (await lockApplicant(tx, letter.user_session_id))
    if (!applicant) throw new Refusal(404, 'There is no such e-mail.')
    const { user_session_id, ref_application_status_id } = applicant
    if (letter.ref_application_status_id !== ref_application_status_id)
      throw new Refusal(409, 'This applicant has been moved since: the e-mail does not fit any more.')
    if (!(await retryEmail(tx, email_id))) throw new Refusal(409, 'Only an e-mail that failed can be tried again.')

    await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: true })
    await recordAudit(tx, { actor: caller, action: 'applicant.email-retried', subject_kind: 'applicant', subject_id: user_session_id, facts: { email_id } })
    return presentLetter((await findLetter(tx, email_id))!, identifiable)
  })
}
