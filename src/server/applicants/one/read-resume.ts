import { formatLongDay } from '#contract/time-zone.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Scope } from '#server/http/caller.ts'
import { readIntact } from '#server/files/read-intact.ts'
import type { Services } from '#server/services.ts'
import { findResume } from './store.ts'

type Deps = Pick<Services, 'db' | 'files' | 'env' | 'log'>

/**
 * The current resume, exactly as uploaded. Throws 404 when there is none, or when the caller can't see the applicant; 502 when storage has lost or
 * changed it, which is logged and counted; 503 when storage doesn't respond.
 */
export async function readResume(
  { db, files, env, log }: Deps,
  user_session_id: number,
  scope: Scope,
  email_key?: string,
): Promise<{ resume_id: number; content: Buffer }> {
  const resume = await findResume(db, user_session_id, scope, email_key)
  if (!resume) throw new HttpError(404, 'This applicant has no resume.')
  const { resume_id } = resume
  const content = await readIntact(files, resume).catch((error: Error) => {
    log.error({ resume_id, fault: error.name }, 'file storage is not responding')
    throw new HttpError(503, "We can't load resumes right now. Try again in a moment.", { retryAfterSeconds: 10 })
  })
  if (typeof content !== 'string') return { resume_id, content }
  log.error({ resume_id, damage: content }, 'a stored file differs from its upload')
  const uploaded = `It was uploaded on ${formatLongDay(env.TIME_ZONE, resume.uploaded_at)}.`
  throw new HttpError(502, content === 'missing' ? `The resume is missing from storage. ${uploaded}` : `The resume can't be read. ${uploaded}`)
}
