import type { FastifyReply } from 'fastify'
import { DRAFT_SENT, saveDraft as saveDraftCall } from '#contract/candidate/drafts.ts'
import { DRAFT_FIELDS } from '#contract/pages.ts'
import { applicationCookies } from '#server/applications/cookie.ts'
import { draftCookie, setDraftCookie } from '#server/applications/drafts/draft-cookie.ts'
import { chooseVersion, saveDraft } from '#server/applications/drafts/save-draft.ts'
import { asHttpError } from '#server/http/faults.ts'
import { sendPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import { formContentOrLast, orClosed, savedIn, sendClosed, valuesOf } from './apply-by-form.ts'
import type { CareersPages } from './pages/careers-pages.ts'
import type { ReturnedForm } from './pages/returned-form.ts'
import type { Visit } from './own-application.ts'
import { shownDraft, viaIn } from './show-form.ts'

type Shown = Partial<ReturnedForm> & { status?: number }

/**
 * Handles "Email me a link to continue" without JavaScript, and the choice between two versions: shows the form again unchanged, with the result, or
 * the text if the role has closed.
 */
export async function draftByForm(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const { id, request, reply } = visit
  const form = request.body as URLSearchParams
  const content = await formContentOrLast(pages, id).catch(orClosed)
  if (!content) return sendClosed(services, pages, { id, form, reply })
  const values = valuesOf(content.questions, form)
  const via = await pages.viaOf(id, viaIn(request)).catch(() => null)
  const typed = { values, via, saved: savedIn(form) }
  const answers = Object.entries(values).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
  const act = form.has(DRAFT_FIELDS.version) ? choose : save
  try {
    const { status = 200, ...shown } = await act(services, visit, { ...typed, answers })
    return await sendPage(reply.header('cache-control', 'no-store'), await pages.returnedForm(content, { ...typed, ...shown }), status)
  } catch (error) {
    const { status, message } = asHttpError(error as Parameters<typeof asHttpError>[0])
    if (status === 404 && act === save) return sendClosed(services, pages, { id, form, reply })
    return sendPage(reply.header('cache-control', 'no-store'), await pages.returnedForm(content, { ...typed, refusal: message }), status)
  }
}

type Typed = Pick<ReturnedForm, 'values' | 'via' | 'saved'> & { answers: { question_name: string; user_answer_text_box: string }[] }

async function save(services: Services, { id, request, reply }: Visit, { values, via, saved, answers }: Typed): Promise<Shown> {
  const more = { ...(via !== null && { via }), ...(saved && { saved_at: saved.saved_at }) }
  const asked = saveDraftCall.body.safeParse({ ref_function_role_id: id, email: values['email'] ?? '', answers, ...more })
  if (!asked.success) return { status: 422, faults: [{ path: 'email', message: 'Please enter a valid email address' }] }
  const browser = { key: draftCookie(request, services.env, id), cookies: applicationCookies(request), ip: request.ip }
  const { key, ...now } = await saveDraft(services, asked.data, browser)
  setDraftCookie(reply, services.env, { ref_function_role_id: id, key })
  return { done: DRAFT_SENT, saved: { ...now, is_chosen: false } }
}

async function choose(services: Services, { id, request }: Visit, { saved, answers }: Typed): Promise<Shown> {
  const version = (request.body as URLSearchParams).get(DRAFT_FIELDS.version) === 'other' ? 'other' : 'this'
  const choice = { ref_function_role_id: id, answers, saved_at: saved?.saved_at ?? '', version } as const
  const { answers: shown, ...now } = await chooseVersion(services, choice, draftCookie(request, services.env, id))
  return { ...shownDraft(shown), saved: { ...now, is_chosen: true } }
}
