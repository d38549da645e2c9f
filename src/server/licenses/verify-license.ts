import { createHash } from 'node:crypto'
import type { Input, Output } from '#contract/endpoint.ts'
import {
  type verifyLicense as verifyLicenseCall,
  type Verification,
  type askForLicenses as askForLicensesCall,
  MAX_LICENSE_PDF_BYTES,
} from '#contract/licenses/licenses.ts'
import { todayIn } from '#server/applicants/licenses/licenses-of.ts'
import { recordAudit, recordRead } from '#server/audit/record-audit.ts'
import { fieldError } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { insertVerification, lockLicense, wasJustSent, findDocument, findVerified, insertDocument } from './store.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { queueCandidateEmail } from '#server/applicants/emails/queue-candidate-email.ts'
import { undoTokenOf } from '#server/applicants/emails/sent-emails.ts'
import { matchesRecord } from '#server/files/read-intact.ts'
import { findPdfProblem } from '#server/files/resume-pdf.ts'
import type { Upload } from '#server/http/uploads.ts'

const ENTRY_CHANGED = 'The applicant has changed this license since you opened it. Check the new entry at the source, then save again.'

/**
 * Records what a primary source reported about a license as currently entered. Records are never changed; a correction is a new one. Throws 404 for a
 * license this person can't see, 409 if another `entry` was checked than the current one, 422 for a future date.
 */
export async function verifyLicense(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { license_id, entry: checkedEntry, good_until = null, ...given }: Input<typeof verifyLicenseCall>,
): Promise<Verification> {
  // It's already tomorrow in some time zones.
  if (Date.parse(given.checked_on) - Date.parse(todayIn(env.TIME_ZONE)) > 86_400_000) throw fieldError(422, 'checked_on', 'This day is in the future.')
  return db.transaction(async (tx) => {
    const license = await lockLicense(tx, license_id, caller.scope)
    if (!license) throw new HttpError(404, 'That license was not found.')
    const { entry, user_session_id } = license
    if (checkedEntry !== undefined && checkedEntry !== entry) throw new HttpError(409, ENTRY_CHANGED)
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

type Deps = Pick<Services, 'db'>

/**
 * Attaches the source's report to a verification. Like the verification, it's never replaced: throws 409 if there already is one. Throws 404 for a
 * verification this person can't see, 415 for anything but a PDF that can be opened. Stored in the database, because it's small and belongs to a
 * row.
 */
export async function attachPdf({ db }: Deps, caller: StaffCaller, { verification_id, file }: { verification_id: number; file: Upload['file'] }) {
  const { user_session_id } = await verifiedBy({ db }, caller, verification_id)
  if (!file || file.content.length === 0) throw new HttpError(422, 'Select a PDF.', { errors: [{ path: 'pdf', message: 'Select a PDF.' }] })
  if (file.content.length > MAX_LICENSE_PDF_BYTES) throw new HttpError(413, 'This file is larger than 5 MB. Select a smaller one.')
  if (findPdfProblem(file.content)) throw new HttpError(415, 'Only PDF files without a password can be attached.')
  const sha256 = createHash('sha256').update(file.content).digest('hex')
  const document = { content_base64: file.content.toString('base64'), sha256, size_bytes: file.content.length, attached_by: caller.staff_account_id }
  await db.transaction(async (tx) => {
    if (!(await insertDocument(tx, { license_verification_id: verification_id, ...document })))
      throw new HttpError(409, 'This check already has a PDF. Record another check to attach a different one.')
    const facts = { verification_id, sha256 }
    await recordAudit(tx, { actor: caller, action: 'license.pdf-attached', subject_kind: 'applicant', subject_id: user_session_id, facts })
  })
  return { message: 'PDF attached.' }
}

/** Returns the attached PDF and records this in the audit trail. Throws 404 if there isn't one, 502 if the file doesn't match what was attached. */
export async function readPdf({ db }: Deps, caller: StaffCaller, verification_id: number): Promise<Buffer> {
  const { user_session_id } = await verifiedBy({ db }, caller, verification_id)
  const document = await findDocument(db, verification_id)
  if (!document) throw new HttpError(404, 'This check has no PDF.')
  const content = Buffer.from(document.content_base64, 'base64')
  if (!matchesRecord(content, document)) throw new HttpError(502, 'The stored PDF is damaged.')
  const facts = { verification_id }
  await recordRead(db, caller, { action: 'license.pdf-read', subject_kind: 'applicant', subject_id: user_session_id, facts })
  return content
}

async function verifiedBy({ db }: Deps, { scope }: StaffCaller, verification_id: number): Promise<{ user_session_id: number }> {
  const found = await findVerified(db, verification_id, scope)
  if (!found) throw new HttpError(404, 'That check was not found.')
  return found
}
