import { createHash } from 'node:crypto'
import { MAX_LICENSE_PDF_BYTES } from '#contract/licenses/licenses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { isAs } from '#server/files/read-intact.ts'
import { whatIsWrongWithPdf } from '#server/files/resume-pdf.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Upload } from '#server/http/uploads.ts'
import type { Services } from '#server/services.ts'
import { findDocument, findVerified, insertDocument } from './store.ts'

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
  if (whatIsWrongWithPdf(file.content)) throw new HttpError(415, 'Only PDF files without a password can be attached.')
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
  if (!isAs(content, document)) throw new HttpError(502, 'The stored PDF is damaged.')
  const facts = { verification_id }
  await recordAudit(db, { actor: caller, action: 'license.pdf-read', subject_kind: 'applicant', subject_id: user_session_id, facts })
  return content
}

async function verifiedBy({ db }: Deps, { scope }: StaffCaller, verification_id: number): Promise<{ user_session_id: number }> {
  const found = await findVerified(db, verification_id, scope)
  if (!found) throw new HttpError(404, 'That check was not found.')
  return found
}
