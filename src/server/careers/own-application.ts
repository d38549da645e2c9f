import type { FastifyReply, FastifyRequest } from 'fastify'
import { START_OVER, SESSION_EXPIRED, type PageView } from '#contract/pages.ts'
import { isSubmitted, isWithdrawn } from '#contract/statuses/statuses.ts'
import { releaseConfirmation, holdConfirmation } from '#server/applications/confirmation/confirm-application.ts'
import { applicationCookies, applicationHashes, setSeen, hasSeenCookie } from '#server/applications/cookie.ts'
import { forgetBrowser } from '#server/applications/own-page-cookie.ts'
import { findOwnSessionForRole, findReference, listLicenseNames } from '#server/applications/store.ts'
import { sendPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from '#server/careers/pages/careers-pages.ts'
import { receiveResume } from '#server/applications/receive-resume.ts'
import { storeOwnResume } from '#server/applications/store-resume.ts'
import { asHttpError } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { asksForLicenses } from '#server/questions/store.ts'
import { correctEmail } from '#server/applications/correct-email.ts'
import { setFlash } from './flash.ts'
import { readReceipt } from './receipt.ts'

export type Visit = { id: number; request: FastifyRequest; reply: FastifyReply }
export type OwnApplication = NonNullable<Awaited<ReturnType<typeof findOwnApplication>>>

/** Returns this browser's own application for a role, or null. */
export function findOwnApplication(db: Services['db'], request: FastifyRequest, id: number) {
  return findOwnSessionForRole(db, id, applicationHashes(applicationCookies(request)))
}

/** What became of this browser's application for a role. Someone who withdrew theirs can apply again. */
export function outcomeOf(own: OwnApplication | null): { has_applied: boolean; withdrawn_at: string | null } {
  if (!own || !isSubmitted(own.ref_application_status_id)) return { has_applied: false, withdrawn_at: null }
  const has_applied = !isWithdrawn(own.ref_application_status_id)
  return { has_applied, withdrawn_at: has_applied ? null : own.status_changed_at }
}

/** Returns this browser's application for a role if it was sent and not withdrawn, or null. */
export async function findSubmitted({ db }: Pick<Services, 'db'>, { id, request }: Visit): Promise<OwnApplication | null> {
  const own = await findOwnApplication(db, request, id)
  return outcomeOf(own).has_applied ? own : null
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

export async function showResumeStep(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const own = await findSubmitted(services, visit)
  const { receipt } = visit.request.query as { receipt?: unknown }
  if (receipt !== undefined && own) return visit.reply.redirect(`/roles/${visit.id}/resume`, 303)
  const received = own ? null : readReceipt(services, receipt, visit.id)
  const reference = received && (await findReference(services.db, received.user_session_id))
  const role = await roleOf(pages, visit, own ?? reference)
  if (reference) return showPage(pages, visit, { page: 'received', role, reference })
  if (!own) return sendToForm(services, visit)
  if (!isStillHere(services, visit)) return askIdentity(pages, visit, 'resume')
  await holdConfirmation(services.db, own.user_session_id)
  return sendStep({ services, pages }, visit, { role, own, refusal: null, status: 200 })
}

/** Handles uploads without JavaScript: errors are shown as text, and a success redirects to the home page. */
export async function uploadByForm(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const own = await findSubmitted(services, visit)
  const role = await roleOf(pages, visit, own)
  if (!own) return sendToForm(services, visit)
  setSeen(visit.reply, services)
  try {
    const [cookies, { user_session_id }] = [applicationCookies(visit.request), own]
    await receiveResume(services, visit.request, { capability_hashes: applicationHashes(cookies), user_session_id }, async ({ file, fields }) => {
      if (fields['skip']) return
      if (!file || (!file.filename && file.content.length === 0)) throw new HttpError(422, 'Choose a file first, or skip this step.')
      await storeOwnResume(services, { cookies, user_session_id, file })
    })
  } catch (error) {
    const { status, message } = asHttpError(error as Parameters<typeof asHttpError>[0])
    return sendStep({ services, pages }, visit, { role, own, status, refusal: status === 500 ? 'Failed to upload resume. Please try again.' : message })
  }
  return finish(services, pages, visit)
}

/** Finishes an application, with or without a resume, and redirects to the home page, which shows a thank-you message. */
export async function finish(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const own = await findSubmitted(services, visit)
  const { ref_function_role_id, function_role_name, ...role } = await roleOf(pages, visit, own)
  if (!own) return sendToForm(services, visit)
  await services.db.transaction((tx) => releaseConfirmation(tx, services, own.user_session_id))
  const reply_within_days = role.reply_within_days ?? services.env.REPLY_WITHIN_DAYS
  const { reference } = own
  setFlash(visit.reply, services, { kind: 'applied', ref_function_role_id, function_role_name, reply_within_days, reference, isShown: false })
  return visit.reply.redirect('/', 303)
}

/** An application that was sent can be finished after its role has closed. */
function roleOf(pages: CareersPages, { id }: Visit, sent: unknown) {
  return sent ? pages.appliedRole(id) : pages.shownRole(id)
}

/** The form says why it's shown: the application was withdrawn, or this browser has none. */
async function sendToForm(services: Services, { id, request, reply }: Visit): Promise<FastifyReply> {
  const { withdrawn_at } = outcomeOf(await findOwnApplication(services.db, request, id))
  if (withdrawn_at === null) setFlash(reply, services, { kind: 'refused', message: SESSION_EXPIRED })
  return reply.header('cache-control', 'no-store').redirect(`/roles/${id}/apply`, 303)
}

type Context = { services: Services; pages: CareersPages }
type Step = {
  role: Awaited<ReturnType<CareersPages['shownRole']>>
  own: Pick<OwnApplication, 'user_session_id' | 'reference' | 'first_name' | 'email'>
  refusal: string | null
  status: number
}

async function sendStep({ services, pages }: Context, visit: Visit, { role, own, refusal, status }: Step) {
  const { user_session_id, reference, first_name, email } = own
  const listed = (await asksForLicenses(services.db, user_session_id)) ? await listLicenseNames(services.db, user_session_id) : null
  return showPage(pages, visit, { page: 'resume', role, user_session_id, reference, first_name, email, listed, refusal }, status)
}

async function showPage(pages: CareersPages, { reply }: Visit, view: PageView, status = 200) {
  return sendPage(reply.header('cache-control', 'no-store'), await pages.render(view), status)
}

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
