import type { FastifyRequest } from 'fastify'
import { MAX_RESUME_BYTES } from '#contract/applications/applications.ts'
import * as calls from '#contract/candidate/candidate.ts'
import { sendResume } from '#server/applicants/one/file-routes.ts'
import { useAccess } from '#server/applications/access-store.ts'
import { capabilityHash } from '#server/applications/cookie.ts'
import { storeResume, type ResumeFile } from '#server/applications/store-resume.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readUpload } from '#server/http/uploads.ts'
import type { Services } from '#server/services.ts'
import { changeContact } from './change-contact.ts'
import { ownPageCookie } from './cookie.ts'
import { listOwn, readOwn } from './own-applications.ts'
import { exportOwn, refuseDrafts, requestAccommodation, requestErasure } from './requests.ts'
import { requestRoutes } from './staff-requests/request-routes.ts'
import { requestLink } from './request-link.ts'
import { lockOwnApplication } from './store.ts'
import { undoWithdrawal, withdrawApplication, type Own } from './withdraw.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose own page this is; null when no link was opened in this browser, or it has expired. */
    applicant_email_key: string | null
  }
}

export async function candidateRoutes(context: AppContext): Promise<void> {
  const { services } = context
  answer(context, calls.requestLink, async ({ input, caller }) => {
    await requestLink(services, { email: input.email, ip: caller.ip })
    return { message: calls.LINK_SENT }
  })
  requestRoutes(context)
  context.app.decorateRequest('applicant_email_key', null)
  await context.app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      request.applicant_email_key = await identifyApplicant(services, request)
      if (request.applicant_email_key === null) throw new HttpError(401, 'Open the link in your email first, or ask for a new one.')
    })
    ownRoutes({ ...context, app: scope })
    changeRoutes({ ...context, app: scope })
  })
}

/** Whose page the browser's cookie opens, or null. */
export async function identifyApplicant({ db, env }: Services, request: FastifyRequest): Promise<string | null> {
  const cookie = ownPageCookie(request, env)
  const access = cookie ? await useAccess(db, capabilityHash(cookie), 'cookie') : null
  return access?.email_key ?? null
}

function ownRoutes(context: AppContext): void {
  const { services } = context
  answer(context, calls.listOwnApplications, ({ request }) => listOwn(services.db, request.applicant_email_key!))
  answer(context, calls.exportOwn, ({ input, request }) => exportOwn(services, ownOf(request, input.id)))
  answer(context, calls.downloadOwnResume, async ({ input, request, reply }) => {
    const { user_session_id } = await readOwn(services.db, request.applicant_email_key!, input.id)
    return sendResume(services, { user_session_id, scope: 'everyone', by: 'candidate' }, reply)
  })
  answer(context, calls.requestErasure, async ({ input, request }) => {
    const due_at = await requestErasure(services, ownOf(request, input.id))
    return { message: "We've received your request. We'll confirm once your data is erased.", due_at }
  })
}

function changeRoutes(context: AppContext): void {
  const { services } = context
  answer(context, calls.withdrawApplication, async ({ input, request }) => ({
    undo_until: await withdrawApplication(services, ownOf(request, input.id), (input.reason ?? '').trim()),
  }))
  answer(context, calls.undoWithdrawal, async ({ input, request }) => {
    await undoWithdrawal(services, ownOf(request, input.id))
    return { message: 'Your application is active again.' }
  })
  answer(context, calls.changeContact, async ({ input: { id, ...contact }, request }) => ({
    message: await changeContact(services, ownOf(request, id), contact),
  }))
  answer(context, calls.replaceOwnResume, async ({ input, caller, request }) => {
    const own = ownOf(request, input.id)
    await readOwn(services.db, own.email_key, own.user_session_id)
    await services.limits.take('upload-resume', caller.ip)
    const { file } = await readUpload(request, 'resume', MAX_RESUME_BYTES)
    await storeOwn(services, own, file)
    return { message: 'Your resume has arrived.' }
  })
  answer(context, calls.refuseDrafts, async ({ input, request }) => {
    await refuseDrafts(services, ownOf(request, input.id))
    return { message: "We won't use software to draft anything about you." }
  })
  answer(context, calls.requestAccommodation, async ({ input, request }) => {
    await requestAccommodation(services, ownOf(request, input.id), input.message)
    return { message: "We've passed your request on. Someone will get in touch with you." }
  })
}

export async function storeOwn(services: Services, own: Own, file: ResumeFile | null): Promise<void> {
  if (!file || file.content.length === 0) throw new HttpError(422, 'Select a file.', { errors: [{ path: 'resume', message: 'Select a file.' }] })
  await storeResume(services, { file, lock: (tx) => lockOwnApplication(tx, own.email_key, own.user_session_id) })
}

function ownOf(request: FastifyRequest, user_session_id: number): Own {
  return { email_key: request.applicant_email_key!, user_session_id }
}
