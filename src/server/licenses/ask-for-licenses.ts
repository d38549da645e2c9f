import type { Input, Output } from '#contract/endpoint.ts'
import type { askForLicenses as askForLicensesCall } from '#contract/licenses/licenses.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { queueCandidateEmail } from '#server/applicants/emails/queue-candidate-email.ts'
import { undoTokenOf } from '#server/applicants/emails/sent-emails.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { wasJustSent } from './store.ts'

/**
 * Queues an email about licenses, written by its sender. It isn't tied to a decision: it doesn't announce one, and undoing one doesn't withdraw it.
 */
export async function askForLicenses(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  { id: user_session_id, subject, html }: Input<typeof askForLicensesCall>,
): Promise<Output<typeof askForLicensesCall>> {
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, user_session_id, caller.scope)
    if (!applicant) throw notFound(user_session_id)
    const occasion = { subject, html, ref_application_status_id: null, status_change_id: null, delaySeconds: env.MAIL_DELAY_SECONDS }
    const { email_id, send_after } = (await queueCandidateEmail({ tx, env, keys, actor: caller }, applicant, occasion))!
    // Each email has its own link, so no two texts are identical.
    if (await wasJustSent(tx, { user_session_id, email_id })) throw new HttpError(409, 'An email with this subject was queued a few minutes ago.')
    await recordAudit(tx, { actor: caller, action: 'license.asked', subject_kind: 'applicant', subject_id: user_session_id, facts: { email_id } })
    return { message: 'The email is queued.', email_id, send_after, undo_token: undoTokenOf(keys, email_id) }
  })
}
