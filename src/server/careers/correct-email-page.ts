import type { FastifyReply } from 'fastify'
import { applicationCookies } from '#server/applications/cookie.ts'
import { correctEmail } from '#server/applications/correct-email.ts'
import { asHttpError } from '#server/http/errors.ts'
import { sendPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from './pages/careers-pages.ts'
import { askIdentity, findSubmitted, isStillHere, type Visit } from './own-application.ts'

/** Shows the form for correcting a mistyped address after submitting. */
export async function showEmailCorrection(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const own = await findSubmitted(services, visit)
  if (!own) return visit.reply.redirect(`/roles/${visit.id}/apply`, 303)
  if (!isStillHere(services, visit)) return askIdentity(pages, visit, 'resume')
  return sendCorrection(pages, visit, { email: own.email ?? '', refusal: null, status: 200 })
}

export async function correctByForm(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const { id, request, reply } = visit
  const own = await findSubmitted(services, visit)
  if (!own) return reply.redirect(`/roles/${id}/apply`, 303)
  const email = (request.body as URLSearchParams | undefined)?.get('email') ?? ''
  try {
    await correctEmail(services, { cookies: applicationCookies(request), user_session_id: own.user_session_id, email })
  } catch (error) {
    const { status, message } = asHttpError(error as Parameters<typeof asHttpError>[0])
    if (status >= 500) throw error
    return sendCorrection(pages, visit, { email, refusal: message, status })
  }
  return reply.header('cache-control', 'no-store').redirect(`/roles/${id}/resume`, 303)
}

async function sendCorrection(
  pages: CareersPages,
  { id, reply }: Visit,
  { email, refusal, status }: { email: string; refusal: string | null; status: number },
) {
  const page = await pages.render({ page: 'correct-email', role: await pages.appliedRole(id), email, refusal })
  return sendPage(reply.header('cache-control', 'private, no-store'), page, status)
}
