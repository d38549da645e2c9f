import type { FastifyRequest } from 'fastify'
import { MAX_RESUME_BYTES } from '#contract/applications/applications.ts'
import { receiveUpload, type ExpectedFile, type Upload } from '#server/http/uploads.ts'
import type { Services } from '#server/services.ts'
import type { ResumeOwner } from './resume-store.ts'
import { admitUpload } from './store-resume.ts'

/** Reads a form with a resume once its owner is known, and passes the resume on. Every candidate upload goes through here. */
export function receiveResume<T>(
  { db, env, limits }: Pick<Services, 'db' | 'env' | 'limits'>,
  request: FastifyRequest,
  { checkFields, ...whose }: ResumeOwner & Pick<ExpectedFile, 'checkFields'>,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  let isCounted = false
  const admit = async () => {
    const keys = await admitUpload(db, whose)
    if (!isCounted) await limits.take('upload-resume', request.ip)
    isCounted = true
    return keys
  }
  return receiveUpload(request, { field: 'resume', largest: MAX_RESUME_BYTES, folder: env.DATA_DIR, admit, checkFields }, use)
}
