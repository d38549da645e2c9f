import type { Input, Output } from '#contract/endpoint.ts'
import type { verifyLicense as verifyLicenseCall, Verification, askForLicenses as askForLicensesCall } from '#contract/licenses/licenses.ts'
import { todayIn } from '#server/applicants/licenses/licenses-of.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { fieldError } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { insertVerification, lockLicense, wasJustSent } from './store.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { queueCandidateEmail } from '#server/applicants/emails/queue-candidate-email.ts'
import { undoTokenOf } from '#server/applicants/emails/sent-emails.ts'

/**
 * Records what a primary source reported about a license as currently entered. Records are never changed; a correction is a new one. Throws 404 for a
 * license this person can't see, 422 for a future date.
 */
export async function verifyLicense(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { license_id, good_until = null, ...given }: Input<typeof verifyLicenseCall>,
): Promise<Verification> {
  // It's already tomorrow in some time zones.
  if (Date.parse(given.checked_on) - Date.parse(todayIn(env.TIME_ZONE)) > 86_400_000) throw fieldError(422, 'checked_on', 'This day is in the future.')
  return db.transaction(async (tx) => {
    const license = await lockLicense(tx, license_id, caller.scope)
    if (!license) throw new HttpError(404, 'That license was not found.')
    const { entry, user_session_id } = license
    const row = await insertVerification(tx, { license_id, entry, ...given, good_until, checked_by: caller.staff_account_id })
    const facts = { license_id, verification_id: row.verification_id, result: given.result, checked_on: given.checked_on }
    await recordAudit(tx, { actor: caller, action: 'license.verified', subject_kind: 'applicant', subject_id: user_session_id, facts })
    return { ...row, created_at: new Date(row.created_at).toISOString() }
  })
}

/** Queues an email about licenses, written by its sender. It isn't tied to a decision: it doesn't announce one, and undoing one doesn't cancel it. */
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
    // Each email has its own link, so their texts never match.
    if (await wasJustSent(tx, { user_session_id, email_id })) throw new HttpError(409, 'An email with this subject was queued a few minutes ago.')
    await recordAudit(tx, { actor: caller, action: 'license.asked', subject_kind: 'applicant', subject_id: user_session_id, facts: { email_id } })
    return { message: 'The email is queued.', email_id, send_after, undo_token: undoTokenOf(keys, email_id) }
  })
}
