import { createHash, randomUUID } from 'node:crypto'
import { MAX_RESUME_BYTES, PDF_ONLY } from '#contract/applications/applications.ts'
import { isSubmitted, meaningOf } from '#contract/statuses/statuses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { findPdfProblem } from '#server/files/resume-pdf.ts'
import { HttpError } from '#server/http/http-error.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import type { Services } from '#server/services.ts'
import { releaseConfirmation } from './confirmation/confirm-application.ts'
import { applicationHashes } from './cookie.ts'
import { abandonResume, listUploadable, reserveResume, setCurrentResume, sumResumes, type UploadTarget, type ResumeOwner } from './resume-store.ts'
import { findOwnSession, lockOwnSession } from './store.ts'

const MAX_UPLOADS = 3
const MAX_TOTAL_BYTES = 2 * MAX_RESUME_BYTES

export type ResumeFile = { filename: string; mimetype: string; content: Buffer }
type ResumeServices = Pick<Services, 'db' | 'files' | 'env' | 'keys'>
type Session = NonNullable<Awaited<ReturnType<typeof findOwnSession>>>
/** Reloads the application under a row lock; null when the caller no longer has access. */
export type LockSession = (tx: Db) => Promise<Session | null>

const REJECTED_FILE = {
  'not-pdf': { status: 415, detail: PDF_ONLY },
  empty: { status: 415, detail: `${PDF_ONLY} This one is empty.` },
  encrypted: { status: 422, detail: "This PDF is password-protected, so we can't open it. Choose an unprotected copy." },
  unreadable: { status: 415, detail: `${PDF_ONLY} This one is damaged or incomplete: save it again as a PDF.` },
} as const

const CLOSED = 'You can no longer change the resume for this application.'
const NOT_YOURS = "This application was started in another browser, or it's no longer available."

/** Stores a resume for the application these cookies give access to; throws 403 without one. */
export async function storeOwnResume(
  services: ResumeServices,
  { cookies, user_session_id, file }: { cookies: string[]; user_session_id: number; file: ResumeFile },
): Promise<void> {
  await mayUpload(services.db, { cookies, user_session_id })
  await storeResume(services, { file, lock: (tx) => lockOwnSession(tx, user_session_id, applicationHashes(cookies)) })
}

/**
 * Stores a resume; a later upload replaces the previous one until a decision is made. Quota is reserved under the application's row lock before a
 * byte is written, and a file that can't be kept is deleted immediately. Throws 409 before submission, after a decision or over three uploads; 413,
 * 415 and 422 for unacceptable files.
 */
export async function storeResume({ db, files, env, keys }: ResumeServices, { file, lock }: { file: ResumeFile; lock: LockSession }): Promise<void> {
  if (file.content.length > MAX_RESUME_BYTES) throw new HttpError(413, 'This file is larger than 10 MB. Select a smaller one.')
  const problem = findPdfProblem(file.content)
  if (problem) throw new HttpError(REJECTED_FILE[problem].status, REJECTED_FILE[problem].detail)

  const storage_key = `resumes/${randomUUID()}.pdf`
  const resume_id = await db.transaction((tx) => reserve(tx, lock, { storage_key, content: file.content }))
  try {
    await files.put(storage_key, file.content)
    await db.transaction(async (tx) => {
      const user_session_id = await makeCurrent(tx, lock, resume_id)
      await releaseConfirmation(tx, { env, keys }, user_session_id)
    })
  } catch (error) {
    // A lost connection can hide a successful commit, so only a resume that was never made current is deleted.
    if (await abandonResume(db, resume_id).catch(() => false)) await files.remove(storage_key).catch(() => {})
    throw error
  }
}

async function reserve(tx: Db, lock: LockSession, { storage_key, content }: { storage_key: string; content: Buffer }): Promise<number> {
  const session = await lock(tx)
  if (!session) throw new HttpError(403, NOT_YOURS)
  rejectClosed(session)
  const { user_session_id } = session
  const { uploads, bytes } = await sumResumes(tx, user_session_id)
  if (uploads >= MAX_UPLOADS || bytes + content.length > MAX_TOTAL_BYTES) throw uploadLimitError(uploads)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return reserveResume(tx, { user_session_id, storage_key, sha256, size_bytes: content.length })
}

/**
 * Makes a stored resume the current one. Checks the status again, because a decision may have been made while the file was being written: throws 409.
 */
export async function makeCurrent(tx: Db, lock: LockSession, resume_id: number): Promise<number> {
  const session = await lock(tx)
  if (!session) throw new HttpError(403, NOT_YOURS)
  rejectClosed(session)
  const replaced_resume_id = await setCurrentResume(tx, session.user_session_id, resume_id)
  await queueForSearch(tx, session.user_session_id)
  await recordAudit(tx, {
    actor: 'candidate',
    action: replaced_resume_id === null ? 'resume.uploaded' : 'resume.replaced',
    subject_kind: 'applicant',
    subject_id: session.user_session_id,
    facts: { resume_id, ...(replaced_resume_id !== null && { replaced_resume_id }) },
  })
  return session.user_session_id
}

function rejectClosed({ ref_application_status_id }: Session): void {
  if (!meaningOf(ref_application_status_id).isUndecided) throw new HttpError(409, CLOSED)
}

/**
 * Returns the applications this person can add a resume to now, as keys that allow one upload at a time. Runs before any of the upload is read, so
 * one that isn't submitted yet counts too: only the form names the application, and someone else's is a 403. Otherwise throws as `storeResume` would.
 */
export async function admitUpload(db: Db, whose: ResumeOwner): Promise<string[]> {
  const known = await listUploadable(db, whose)
  const rejections = known.map(uploadError)
  const open = known.filter((_, index) => rejections[index] === null)
  if (open.length === 0) throw rejections[0] ?? new HttpError(403, NOT_YOURS)
  return open.map((one) => `application ${one.user_session_id}`)
}

function uploadError({ ref_application_status_id, uploads }: UploadTarget): HttpError | null {
  if (!isSubmitted(ref_application_status_id)) return null
  if (!meaningOf(ref_application_status_id).isUndecided) return new HttpError(409, CLOSED)
  return uploads >= MAX_UPLOADS ? uploadLimitError(uploads) : null
}

const uploadLimitError = (uploads: number) => new HttpError(409, `You've already uploaded a resume ${uploads} times. We'll keep the last one.`)

/** Before reading an upload, rejects it if the application isn't this browser's. */
export async function mayUpload(db: Services['db'], { cookies, user_session_id }: { cookies: string[]; user_session_id: number }): Promise<void> {
  const session = await findOwnSession(db, user_session_id, applicationHashes(cookies))
  if (!session) throw new HttpError(403, NOT_YOURS)
  if (!isSubmitted(session.ref_application_status_id)) throw new HttpError(409, 'Submit your answers first.')
  rejectClosed(session)
}
