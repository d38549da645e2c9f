import type { FastifyInstance, FastifyRequest } from 'fastify'
import { purposeHash } from '#server/http/keys.ts'
import * as calls from '#contract/candidate/candidate.ts'
import * as prospects from '#contract/candidate/prospects.ts'
import * as updates from '#contract/candidate/role-updates.ts'
import * as suggestions from '#contract/candidate/suggestions.ts'
import { Id } from '#contract/endpoint.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { sendResume } from '#server/applicants/one/file-routes.ts'
import { findByCookie, type Applicant } from '#server/applications/access-store.ts'
import { interviewsCookie, forgetBrowser, ownPageCookie } from '#server/applications/own-page-cookie.ts'
import { receiveResume } from '#server/applications/receive-resume.ts'
import { storeResume } from '#server/applications/store-resume.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { mailboxHash } from '#server/mail/recipient-store.ts'
import type { Services } from '#server/services.ts'
import { changeContact } from './change-contact.ts'
import { checkOwn, listOwn, notYoursError, readOwn } from './own-applications.ts'
import { exportOwn, optOutOfDrafts, requestAccommodation, requestErasure } from './requests.ts'
import { inviteProspects, listProspects } from './prospects/invite-prospects.ts'
import { requestRoutes } from './staff-requests/request-routes.ts'
import { requestLink } from './request-link.ts'
import { lockOwnApplication } from './store.ts'
import { takeBack } from './take-back.ts'
import { acceptRole, declineRole } from './suggestions/answer-suggestion.ts'
import { listSuggestions, suggestRole } from './suggestions/suggest-role.ts'
import { chooseUpdates, mayContactAboutRoles } from './updates/choose-updates.ts'
import { undoWithdrawal, withdrawApplication, type Own } from './withdraw.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The candidate whose page this is; null if no link was opened in this browser or it has expired. */
    applicant: Applicant | null
  }
}

export async function candidateRoutes(context: AppContext): Promise<void> {
  const { services } = context
  answer(context, calls.requestLink, async ({ input, caller }) => {
    await requestLink(services, { email: input.email, ip: caller.ip })
    return { message: calls.LINK_SENT }
  })
  answer(context, calls.signOut, async ({ request, reply }) => {
    await forgetBrowser(services, request, reply)
    return null
  })
  requestRoutes(context)
  answer(context, suggestions.listSuggestions, ({ input, caller }) => listSuggestions(services, caller, input.id))
  answer(context, suggestions.suggestRole, ({ input, caller }) => suggestRole(services, caller, input))
  answer(context, prospects.listProspects, ({ input, caller }) => listProspects(services, caller, input))
  answer(context, prospects.inviteProspects, ({ input, caller }) => inviteProspects(services, caller, input))
  context.app.decorateRequest('applicant', null)
  await context.app.register(async (scope) => {
    guardOwnCalls(scope, services)
    ownRoutes({ ...context, app: scope })
    changeRoutes({ ...context, app: scope })
  })
}

/** Returns the candidate whose page the browser's cookie opens, or null. */
export async function identifyApplicant({ db, env }: Services, request: FastifyRequest): Promise<Applicant | null> {
  const cookie = ownPageCookie(request, env)
  return cookie ? findByCookie(db, purposeHash('own-page', cookie), 'own-page') : null
}

/** Like `identifyApplicant` for one application's interviews, which the link in an interview email also opens. */
export async function identifyForInterviews(services: Services, request: FastifyRequest): Promise<Applicant | null> {
  const { id } = request.params as { id?: string }
  const cookie = interviewsCookie(request, services.env, Number(id))
  const opened = cookie ? await findByCookie(services.db, purposeHash('interviews', cookie), 'interviews') : null
  return opened?.only === Number(id) ? opened : identifyApplicant(services, request)
}

type IdentifyApplicant = (services: Services, request: FastifyRequest) => Promise<Applicant | null>

/**
 * Every candidate call in this scope needs a valid cookie (401 without one) and, if it names an application, access to it. That's checked before the
 * body is validated, so someone else's is a 404 whatever was sent.
 */
export function guardOwnCalls(scope: FastifyInstance, services: Services, identify: IdentifyApplicant = identifyApplicant): void {
  scope.addHook('onRequest', async (request) => {
    request.applicant = await identify(services, request)
    if (request.applicant === null) throw new HttpError(401, 'Open the link in your email first, or request a new one.')
    if (request.method !== 'GET' && request.method !== 'HEAD') await countChange(services, request.applicant)
  })
  scope.addHook('preValidation', async ({ applicant, params }) => {
    const id = Id.safeParse(Number((params as { id?: string }).id))
    if (id.success) await checkOwn(services.db, ownOf(applicant!, id.data))
  })
}

/** Counts a change that a candidate requests: throws 429 after 100 a day, so no one can flood the audit trail or a mailbox. */
export function countChange({ limits }: Pick<Services, 'limits'>, { email_key }: Pick<Applicant, 'email_key'>): Promise<void> {
  return limits.take('candidate-act', mailboxHash(email_key))
}

function ownRoutes(context: AppContext): void {
  const { services } = context
  answer(context, calls.listOwnApplications, ({ request }) => listOwn(services, request.applicant!))
  answer(context, updates.readRoleUpdates, async ({ request }) => ({
    wants_updates: await mayContactAboutRoles(services.db, services.keys, request.applicant!.email_key),
  }))
  answer(context, updates.setRoleUpdates, async ({ input, request }) => ({
    message: await chooseUpdates(services, request.applicant!, input.wants_updates),
  }))
  answer(context, calls.exportOwn, ({ input, request, caller }) => exportOwn(services, caller, ownOf(request.applicant!, input.id)))
  answer(context, calls.downloadOwnResume, async ({ input, request, caller, reply }) => {
    const { email_key, user_session_id } = ownOf(request.applicant!, input.id)
    await readOwn(services.db, email_key, user_session_id)
    return sendResume(services, { user_session_id, scope: 'everyone', caller, email_key }, reply)
  })
  answer(context, calls.requestErasure, async ({ input, request }) => {
    const dates = await requestErasure(services, ownOf(request.applicant!, input.id))
    return { message: "We've received your request to erase your data.", ...dates }
  })
}

function changeRoutes(context: AppContext): void {
  const { services } = context
  answer(context, calls.withdrawApplication, async ({ input, request }) => ({
    undo_until: await withdrawApplication(services, ownOf(request.applicant!, input.id), (input.reason ?? '').trim()),
  }))
  answer(context, calls.undoWithdrawal, async ({ input, request }) => ({ message: await undoWithdrawal(services, ownOf(request.applicant!, input.id)) }))
  answer(context, calls.changeContact, async ({ input: { id, ...contact }, request }) => ({
    message: await changeContact(services, ownOf(request.applicant!, id), contact),
  }))
  answer(context, calls.replaceOwnResume, async ({ input, request }) => {
    const own = ownOf(request.applicant!, input.id)
    await readOwn(services.db, own.email_key, own.user_session_id)
    return { message: await receiveOwnResume(services, request, own) }
  })
  answer(context, calls.refuseDrafts, async ({ input, request }) => {
    await optOutOfDrafts(services, ownOf(request.applicant!, input.id))
    return { message: "We won't use software to draft anything about you." }
  })
  answer(context, calls.requestAccommodation, async ({ input, request }) => ({
    message: await requestAccommodation(services, ownOf(request.applicant!, input.id), input.message),
  }))
  answer(context, suggestions.answerSuggestion, async ({ input: { id, role_suggestion_id, answer: said, answers }, request }) => {
    const own = ownOf(request.applicant!, id)
    return {
      message: said === 'yes' ? await acceptRole(services, own, { role_suggestion_id, answers }) : await declineRole(services, own, role_suggestion_id),
    }
  })
  answer(context, calls.takeBack, async ({ input, request }) => ({ message: await takeBack(services, ownOf(request.applicant!, input.id), input.action) }))
}

/** Stores an uploaded resume; returns what to tell the candidate. */
export async function receiveOwnResume(services: Services, request: FastifyRequest, own: Own): Promise<string> {
  await receiveResume(services, request, own, async ({ file }) => {
    if (!file || file.content.length === 0) throw new HttpError(422, 'Select a file.', { errors: [{ path: 'resume', message: 'Select a file.' }] })
    await storeResume(services, { file, lock: (tx) => lockOwnApplication(tx, own.email_key, own.user_session_id) })
  })
  const { earlier_resume_at } = await readOwn(services.db, own.email_key, own.user_session_id)
  if (earlier_resume_at === null) return "We've received your resume."
  return `We've received your resume. It replaces the one from ${formatLongDay(services.env.TIME_ZONE, earlier_resume_at)}. You can go back to that one within 24 hours.`
}

/** The application a call is about; throws 404 if the cookie doesn't give access to it. */
export function ownOf({ email_key, only }: Applicant, user_session_id: number): Own {
  if (only !== null && only !== user_session_id) throw notYoursError()
  return { email_key, user_session_id }
}
