import type { FastifyReply, FastifyRequest } from 'fastify'
import { START_OVER } from '#contract/pages.ts'
import { isSubmitted } from '#contract/statuses/statuses.ts'
import { releaseConfirmation } from '#server/applications/confirmation/confirm-application.ts'
import { applicationCookies, applicationHashes, setSeen, hasSeenCookie } from '#server/applications/cookie.ts'
import { forgetBrowser } from '#server/applications/own-page-cookie.ts'
import { findOwnSessionForRole } from '#server/applications/store.ts'
import { sendPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from './pages/careers-pages.ts'

export type Visit = { id: number; request: FastifyRequest; reply: FastifyReply }
export type OwnApplication = NonNullable<Awaited<ReturnType<typeof findOwnApplication>>>

/** Returns this browser's own application for a role, or null. */
export function findOwnApplication(db: Services['db'], request: FastifyRequest, id: number) {
  return findOwnSessionForRole(db, id, applicationHashes(applicationCookies(request)))
}

export async function findSubmitted({ db }: Pick<Services, 'db'>, { id, request }: Visit): Promise<OwnApplication | null> {
  const own = await findOwnApplication(db, request, id)
  return own && isSubmitted(own.ref_application_status_id) ? own : null
}

/** Returns true if the person used this browser within the last hour; using it again restarts the hour. */
export function isStillHere(services: Services, { request, reply }: Visit): boolean {
  if (!hasSeenCookie(request, services)) return false
  setSeen(reply, services)
  return true
}

/** Asks visitors who they are before showing anything personal. */
export async function askIdentity(pages: CareersPages, { id, reply }: Visit, next: 'apply' | 'resume'): Promise<FastifyReply> {
  const page = await pages.render({ page: 'still-you', role: await (next === 'resume' ? pages.appliedRole(id) : pages.shownRole(id)), next })
  return sendPage(reply.header('cache-control', 'private, no-store'), page)
}

const NEXT = ['apply', 'resume', 'licenses'] as const

/** Handles "Yes, continue" on the identity page. */
export function continueAs(services: Services, { id, request, reply }: Visit): FastifyReply {
  setSeen(reply, services)
  const asked = (request.body as URLSearchParams | undefined)?.get('next')
  const next = NEXT.find((one) => one === asked) ?? 'apply'
  return reply.header('cache-control', 'no-store').redirect(`/roles/${id}/${next}`, 303)
}

/** Handles "Not you? Start a new application": the employer keeps what was submitted, and this browser forgets it. */
export async function startOver(services: Services, visit: Visit): Promise<FastifyReply> {
  const { id, request, reply } = visit
  const own = await findSubmitted(services, visit)
  if (own) await services.db.transaction((tx) => releaseConfirmation(tx, services, own.user_session_id))
  await forgetBrowser(services, request, reply)
  return reply.header('cache-control', 'no-store').redirect(`/roles/${id}/apply${START_OVER}`, 303)
}
