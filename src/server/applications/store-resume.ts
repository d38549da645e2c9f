import { createHash, randomUUID } from 'node:crypto'
import { MAX_RESUME_BYTES, ONLY_PDF } from '#contract/applications.ts'
import { STARTED } from '#contract/statuses.ts'
import { whatIsWrongWithPdf } from '#server/files/resume-pdf.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { capabilityHash } from './cookie.ts'
import { findOwnSession, lockOwnSession, replaceResume, sumResumes } from './store.ts'

const MAX_UPLOADS = 3
const MAX_TOTAL_BYTES = 2 * MAX_RESUME_BYTES

export type ResumeFile = { filename: string; mimetype: string; content: Buffer }
type Upload = { cookies: string[]; user_session_id: number; file: ResumeFile }

const REFUSED = {
  'not-pdf': { status: 415, detail: ONLY_PDF },
  empty: { status: 415, detail: ONLY_PDF },
  encrypted: { status: 422, detail: 'This PDF is protected by a password, so nobody could read it. Select a file without one.' },
  unreadable: { status: 415, detail: `${ONLY_PDF} This one is damaged or incomplete: save it again as a PDF.` },
} as const

/**
 * Keeps the resume of a submitted application; a later upload takes the place of the earlier. The bytes are stored before the row, so
 * that a crash leaves an unused file (swept later), never a row without bytes. 403 without the application's cookie, 409 before
 * submission or beyond three uploads, 413, 415 and 422 for files that cannot be taken.
 */
export async function storeResume({ db, files }: Pick<Services, 'db' | 'files'>, { cookies, user_session_id, file }: Upload): Promise<void> {
  await mayUpload(db, { cookies, user_session_id })
  if (file.content.length > MAX_RESUME_BYTES) throw new HttpError(413, 'This file is larger than 10 MB. Select a smaller one.')
  const wrong = whatIsWrongWithPdf(file.content, file.filename, file.mimetype)
  if (wrong) throw new HttpError(REFUSED[wrong].status, REFUSED[wrong].detail)

  const storage_key = `resumes/${randomUUID()}.pdf`
  await files.put(storage_key, file.content)
  await db.transaction(async (tx) => {
    const session = await lockOwnSession(tx, user_session_id, cookies.map(capabilityHash))
    if (!session) throw new HttpError(403, 'This application belongs to another browser, or has ended.')
    const { uploads, bytes } = await sumResumes(tx, user_session_id)
    if (uploads >= MAX_UPLOADS || bytes + file.content.length > MAX_TOTAL_BYTES)
      throw new HttpError(409, 'A resume was uploaded three times already. We keep the last one.')
    await replaceResume(tx, {
      user_session_id,
      storage_key,
      sha256: createHash('sha256').update(file.content).digest('hex'),
      size_bytes: file.content.length,
    })
  })
}

/** Refuses before a byte of the file is read where it can. */
export async function mayUpload(db: Services['db'], { cookies, user_session_id }: Pick<Upload, 'cookies' | 'user_session_id'>): Promise<void> {
  const session = await findOwnSession(db, user_session_id, cookies.map(capabilityHash))
  if (!session) throw new HttpError(403, 'This application belongs to another browser, or has ended.')
  if (session.ref_application_status_id === STARTED) throw new HttpError(409, 'Send your answers first.')
}
