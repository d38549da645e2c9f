import type { FastifyRequest } from 'fastify'
import { openSession as openSessionCall, readEarlierAnswers, submitAnswers as submitAnswersCall, uploadResume } from '#contract/applications/applications.ts'
import { previewBrandEmail } from '#contract/brand/brand.ts'
import { isQuestionType } from '#contract/questions/question-rules.ts'
import { unsavedLetterhead } from '#server/brand/letterhead.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { applicationCookies, applicationHashes, setApplicationCookie, setApplied, setSeen, hasSeenCookie } from './cookie.ts'
import { sampleConfirmation } from './confirmation/confirmation-email.ts'
import { draftHashes } from './drafts/draft-cookie.ts'
import { draftRoutes } from './drafts/draft-routes.ts'
import { openSession, earlierAnswers, submitAnswers } from './submit-answers.ts'
import { receiveResume } from './receive-resume.ts'
import { admitUpload, mayUpload, storeOwnResume } from './store-resume.ts'

export function applicationsRoutes(context: AppContext): void {
  const { services } = context

  draftRoutes(context)

  answer(context, previewBrandEmail, async ({ input }) => ({ html: sampleConfirmation(await unsavedLetterhead(services, input), services.env).html }))

  answer(context, openSessionCall, async ({ input, caller, request, reply }) => {
    const opened = await openSession(services, { ...input, cookies: applicationCookies(request), ip: caller.ip })
    setApplicationCookie(reply, services, { ref_function_role_id: input.ref_function_role_id, cookie: opened.cookie })
    if (!opened.isFirst) reply.code(200)
    for (const { ref_question_id, question_type } of opened.questions.filter((one) => !isQuestionType(one.question_type))) {
      request.log.warn({ ref_question_id, question_type }, 'skipped a question with an unknown type')
    }
    return { user_session_id: opened.user_session_id, questions: opened.questions }
  })

  answer(context, readEarlierAnswers, ({ input, request }) => {
    const cookies = hasSeenCookie(request, services) ? applicationCookies(request) : []
    return earlierAnswers(services.db, { cookies, ref_function_role_id: input.ref_function_role_id })
  })

  answer(context, submitAnswersCall, async ({ input, caller, request, reply }) => {
    await services.limits.take('submit-answers', caller.ip)
    const { user_session_id, ref_function_role_id } = await submitAnswers(services, {
      cookies: heldCookies(request),
      drafts: draftHashes(request),
      answers: input.answers,
    })
    setApplied(request, reply, services, ref_function_role_id)
    setSeen(reply, services)
    return { user_session_id, message: "We've received your application." }
  })

  answer(context, uploadResume, async ({ request }) => {
    const cookies = heldCookies(request)
    const capability_hashes = applicationHashes(cookies)
    await receiveResume(services, request, { capability_hashes, checkFields: checkNamed(services, cookies) }, async ({ fields, file }) => {
      const user_session_id = asId(fields['user_session_id'])
      await mayUpload(services.db, { cookies, user_session_id })
      if (!file) throw new HttpError(422, 'Select a file.', { errors: [{ path: 'resume', message: 'Select a file.' }] })
      await storeOwnResume(services, { cookies, user_session_id, file })
    })
    return { message: "We've received your resume." }
  })
}

/** The form names one of this browser's applications; if it does so before the file, one that takes no resume is rejected without reading it. */
function checkNamed({ db }: Pick<AppContext['services'], 'db'>, cookies: string[]) {
  return async ({ user_session_id: named }: Record<string, string>): Promise<void> => {
    if (named === undefined) return
    const user_session_id = asId(named)
    await mayUpload(db, { cookies, user_session_id })
    await admitUpload(db, { capability_hashes: applicationHashes(cookies), user_session_id })
  }
}

/** Rejects a browser without an application before reading the body. */
function heldCookies(request: FastifyRequest): string[] {
  const cookies = applicationCookies(request)
  if (cookies.length === 0) throw new HttpError(403, "This application was started in another browser, or it's no longer available.")
  return cookies
}

function asId(text: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0
  if (id < 1 || id > 2_147_483_647) throw new HttpError(403, "This application was started in another browser, or it's no longer available.")
  return id
}
