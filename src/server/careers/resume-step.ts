import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_RESUME_BYTES } from '#contract/applications.ts'
import { SESSION_LOST } from '#contract/pages.ts'
import { isSubmitted } from '#contract/statuses.ts'
import { applicationCookies } from '#server/applications/cookie.ts'
import { storeOwnResume } from '#server/applications/store-resume.ts'
import { asHttpError } from '#server/http/faults.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readUpload } from '#server/http/uploads.ts'
import type { Services } from '#server/services.ts'
import { findOwnApplication } from './apply-by-form.ts'
import type { CareersPages } from './careers-pages.ts'
import { setFlash } from './flash.ts'

type Visit = { id: number; request: FastifyRequest; reply: FastifyReply }

export async function showResumeStep(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const role = await pages.openRole(visit.id)
  const own = await findSubmitted(services, visit)
  if (!own) return sendToForm(services, visit)
  return sendStep(pages, visit, { role, own, refusal: null, status: 200 })
}

/** The upload without JavaScript: a refusal comes back in words, else the home page follows. */
export async function uploadByForm(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const role = await pages.openRole(visit.id)
  const own = await findSubmitted(services, visit)
  if (!own) return sendToForm(services, visit)
  try {
    await services.limits.take('upload-resume', visit.request.ip)
    const { file, fields } = await readUpload(visit.request, 'resume', MAX_RESUME_BYTES)
    if (fields['skip']) return await finish(services, pages, visit)
    if (!file || (!file.filename && file.content.length === 0)) throw new HttpError(422, 'Choose a file first, or skip this step.')
    await storeOwnResume(services, { cookies: applicationCookies(visit.request), user_session_id: own.user_session_id, file })
  } catch (fault) {
    const { status, message } = asHttpError(fault as Parameters<typeof asHttpError>[0])
    return sendStep(pages, visit, { role, own, status, refusal: status === 500 ? 'Failed to upload resume. Please try again.' : message })
  }
  return finish(services, pages, visit)
}

/** The end of an application, with or without a resume: home, which says thank you. */
export async function finish(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const { ref_function_role_id, function_role_name } = await pages.openRole(visit.id)
  if (!(await findSubmitted(services, visit))) return sendToForm(services, visit)
  setFlash(visit.reply, services, { kind: 'applied', ref_function_role_id, function_role_name, isShown: false })
  return visit.reply.redirect('/', 303)
}

async function findSubmitted({ db }: Services, { id, request }: Visit) {
  const own = await findOwnApplication(db, request, id)
  return own && isSubmitted(own.ref_application_status_id) ? own : null
}

function sendToForm(services: Services, { id, reply }: Visit) {
  setFlash(reply, services, { kind: 'refused', message: SESSION_LOST })
  return reply.header('cache-control', 'no-store').redirect(`/roles/${id}/apply`, 303)
}

type Step = {
  role: Awaited<ReturnType<CareersPages['openRole']>>
  own: { user_session_id: number; first_name: string | null }
  refusal: string | null
  status: number
}

async function sendStep(pages: CareersPages, { reply }: Visit, { role, own, refusal, status }: Step) {
  const html = await pages.render({ page: 'resume', role, user_session_id: own.user_session_id, first_name: own.first_name, refusal })
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
}
