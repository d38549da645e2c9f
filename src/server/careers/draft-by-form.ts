import type { FastifyReply } from 'fastify'
import { DRAFT_SENT, saveDraft as saveDraftCall } from '#contract/candidate/drafts.ts'
import { applicationCookies } from '#server/applications/cookie.ts'
import { draftCookie, setDraftCookie } from '#server/applications/drafts/draft-cookie.ts'
import { saveDraft } from '#server/applications/drafts/save-draft.ts'
import { asHttpError } from '#server/http/faults.ts'
import { sendPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import { formContentOrLast, orClosed, sendClosed, valuesOf } from './apply-by-form.ts'
import type { CareersPages } from './pages/careers-pages.ts'
import type { Visit } from './own-application.ts'
import { viaIn } from './show-form.ts'

/** Handles "Email me a link to continue" without JavaScript: shows the form again as it was, with the result, or the text if the role has closed. */
export async function draftByForm(services: Services, pages: CareersPages, { id, request, reply }: Visit): Promise<FastifyReply> {
  const form = request.body as URLSearchParams
  const content = await formContentOrLast(pages, id).catch(orClosed)
  if (!content) return sendClosed(services, pages, { id, form, reply })
  const values = valuesOf(content.questions, form)
  const via = await pages.viaOf(id, viaIn(request)).catch(() => null)
  const answers = Object.entries(values).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
  const asked = saveDraftCall.body.safeParse({ ref_function_role_id: id, email: values['email'] ?? '', answers, ...(via !== null && { via }) })
  const show = async (status: number, shown: Parameters<CareersPages['returnedForm']>[1]) =>
    sendPage(reply.header('cache-control', 'no-store'), await pages.returnedForm(content, { values, via, ...shown }), status)
  if (!asked.success) return show(422, { faults: [{ path: 'email', message: 'Please enter a valid email address' }] })
  try {
    const browser = { key: draftCookie(request, services.env, id), cookies: applicationCookies(request), ip: request.ip }
    const key = await saveDraft(services, asked.data, browser)
    setDraftCookie(reply, services.env, { ref_function_role_id: id, key })
  } catch (fault) {
    const { status, message } = asHttpError(fault as Parameters<typeof asHttpError>[0])
    if (status === 404) return sendClosed(services, pages, { id, form, reply })
    return show(status, { refusal: message })
  }
  return show(200, { done: DRAFT_SENT })
}
