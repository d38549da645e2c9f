import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_LOST } from '#contract/pages.ts'
import { isSubmitted } from '#contract/statuses.ts'
import { applicationCookies } from '#server/applications/cookie.ts'
import { sendKept } from '#server/http/page-cache.ts'
import type { Services } from '#server/services.ts'
import { findOwnApplication } from './apply-by-form.ts'
import type { CareersPages } from './careers-pages.ts'
import { takeFlash } from './flash.ts'

/** A form that comes back from the browser's memory could be one that was submitted since: it is always asked for anew. */
const NOT_STORED = 'private, no-store'
const STILL_SAFE = 'Answers that you have sent already are safe with us.'

/** The form's page. Reading it writes nothing: the application is opened by the script, or by the form when it is sent. */
export async function showForm(
  services: Services,
  pages: CareersPages,
  { id, request, reply }: { id: number; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const flash = takeFlash(request, reply, services)
  const refusal = flash?.kind === 'refused' ? wordsFor(flash.message) : null
  const own = applicationCookies(request).length > 0 ? await findOwnApplication(services.db, request, id) : null
  const has_applied = own !== null && isSubmitted(own.ref_application_status_id)
  if (!refusal && !has_applied) return sendKept(request, reply, await pages.apply(id), NOT_STORED)
  const html = await pages.returnedForm(await pages.formContent(id), { refusal, has_applied })
  return reply.type('text/html; charset=utf-8').header('cache-control', NOT_STORED).send(html)
}

function wordsFor(message: string): string {
  return message === SESSION_LOST ? `${SESSION_LOST} ${STILL_SAFE}` : message
}
