import type { FastifyReply } from 'fastify'
import { SESSION_EXPIRED, type PageView } from '#contract/pages.ts'
import { holdConfirmation, releaseConfirmation } from '#server/applications/confirmation/confirm-application.ts'
import { applicationCookies, applicationHashes, setSeen } from '#server/applications/cookie.ts'
import { receiveResume } from '#server/applications/receive-resume.ts'
import { findReference, listLicenseNames } from '#server/applications/store.ts'
import { storeOwnResume } from '#server/applications/store-resume.ts'
import { asHttpError } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { sendPage } from '#server/http/pages.ts'
import { asksForLicenses } from '#server/questions/store.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from './pages/careers-pages.ts'
import { setFlash } from './flash.ts'
import { askIdentity, findSubmitted, isStillHere, type OwnApplication, type Visit } from './own-application.ts'
import { readReceipt } from './receipt.ts'

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

/** Handles uploads without JavaScript: errors are shown as text; after a success, the home page follows. */
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

/** Ends an application, with or without a resume, on the home page, which shows a thank-you message. */
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

function sendToForm(services: Services, { id, reply }: Visit) {
  setFlash(reply, services, { kind: 'refused', message: SESSION_EXPIRED })
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
