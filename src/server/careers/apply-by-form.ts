import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { honeypotName } from '#contract/applications/honeypot.ts'
import type { FormValues } from '#contract/applications/form-values.ts'
import { DRAFT_FIELDS, type AskedQuestion, type CarriedAnswers, type SavedDraft, type TypedAnswer } from '#contract/pages.ts'
import { CHOICE_SEPARATOR } from '#contract/applications/answer-checks.ts'
import { applyAtOnce } from '#server/applications/submit-answers.ts'
import { applicationCookies, setApplicationCookie, setApplied } from '#server/applications/cookie.ts'
import { draftHashes } from '#server/applications/drafts/draft-cookie.ts'
import { asHttpError } from '#server/http/errors.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { sendPage, type RenderedPage } from '#server/http/pages.ts'
import type { Db } from '#server/db/connect.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from './pages/careers-pages.ts'
import type { FormContent } from './pages/page-content.ts'
import type { ReturnedForm } from './pages/returned-form.ts'
import { findSubmitted } from './own-application.ts'
import { readVia } from './show-form.ts'
import { writeReceipt } from './receipt.ts'

/**
 * Handles the application form without JavaScript: invalid answers are shown again with everything that was typed; valid ones lead to the resume
 * step.
 */
export async function applyByForm(
  services: Services,
  pages: CareersPages,
  { id, request, reply, keepLicenses }: { id: number; request: FastifyRequest; reply: FastifyReply; keepLicenses: KeepLicenses },
): Promise<FastifyReply> {
  const form = request.body as URLSearchParams
  const content = await formContentOrLast(pages, id).catch(nullIfClosed)
  if (!content) return sendClosed(services, pages, { id, form, reply })
  const values = valuesOf(content.questions, form)
  const via = await pages.viaOf(id, readVia(request)).catch(() => null)
  try {
    if (await findSubmitted(services, { id, request, reply })) return sendForm(reply, 409, await pages.returnedForm(content, { has_applied: true, via }))
    const answers = content.questions.map(({ question_name, ref_question_id }) => {
      const honeypot = form.get(honeypotName(ref_question_id))
      return { question_name, user_answer_text_box: values[question_name]!, ...(honeypot && { honeypot }) }
    })
    const device_info = String(request.headers['user-agent'] ?? '').slice(0, 1000)
    const cookies = applicationCookies(request)
    const { user_session_id, cookie } = await applyAtOnce(services, {
      ref_function_role_id: id,
      answers,
      device_info,
      via,
      cookies,
      drafts: draftHashes(request),
      ip: request.ip,
      alongside: (tx, user_session_id) => keepLicenses(tx, user_session_id, listedLicenses(content.questions, values)),
    })
    setApplicationCookie(reply, services, { ref_function_role_id: id, cookie })
    setApplied(request, reply, services, id)
    // No cookies can mean a first visit or blocked cookies. With the receipt, the visitor still reaches the confirmation.
    const isBare = Object.keys(request.cookies).length === 0 && String(request.headers.accept).includes('text/html')
    const receipt = isBare ? `?receipt=${writeReceipt(services, { user_session_id, ref_function_role_id: id })}` : ''
    return reply.redirect(`/roles/${id}/resume${receipt}`, 303)
  } catch (error) {
    if (asHttpError(error as FastifyError).status === 404) return sendClosed(services, pages, { id, form, reply })
    const shown = { values, via, saved: readSavedDraft(form), carried: await readLeftAnswers(services, content, form).catch(() => null) }
    return sendBack(pages, reply, { content, shown, error: errorOf(request, error) })
  }
}

export function nullIfClosed(error: FastifyError): null {
  if (asHttpError(error).status !== 404) throw error
  return null
}

type FormInput = { id: number; form: URLSearchParams; reply: FastifyReply }

/** If the role was closed or paused while someone was applying, explains that, shows similar open roles, and keeps the text. */
export async function sendClosed({ db }: Services, pages: CareersPages, { id, form, reply }: FormInput): Promise<FastifyReply> {
  const closed = await pages.notAcceptingView(id)
  const from = [...parseIds(form, 'carried_from'), ...parseIds(form, 'left_from')]
  const typed = readTypedAnswers(await listQuestionsOf(db, [id, ...from]), form)
  return sendForm(reply, closed.closed_at === null ? 409 : 410, await pages.render({ ...closed, typed, from }))
}

/** The form's answers to questions that only roles closed earlier asked; null if no role closed. */
export async function readLeftAnswers(
  { db }: Pick<Services, 'db'>,
  { questions }: Pick<FormContent, 'questions'>,
  form: URLSearchParams,
): Promise<CarriedAnswers | null> {
  const from = parseIds(form, 'left_from')
  return from.length === 0 ? null : { from, left: unmatchedAnswers(questions, readTypedAnswers((await listQuestionsOf(db, from)).filter(carriesOver), form)) }
}

/** Consents aren't carried over, because each role words its own. */
export const carriesOver = ({ question_type }: AskedQuestion) => question_type !== 'Checkboxes'

export function unmatchedAnswers(questions: AskedQuestion[], typed: TypedAnswer[]): TypedAnswer[] {
  const asked = new Set(questions.filter(carriesOver).map(({ question_name }) => question_name))
  return typed.filter(({ question_name }) => !asked.has(question_name))
}

/** More roles than would ever close during one application. */
const MAX_CLOSED = 5

/** The IDs in one of the form's fields. No role has ID 0. */
export function parseIds(form: URLSearchParams, field: 'carried_from' | 'left_from'): number[] {
  const ids = form.getAll(DRAFT_FIELDS[field]).map((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0))
  return [...new Set(ids)].filter((id) => id > 0).slice(0, MAX_CLOSED)
}

/** These roles' questions, without duplicates. */
export async function listQuestionsOf(db: Db, ids: number[]): Promise<AskedQuestion[]> {
  const questions = new Map<string, AskedQuestion>()
  for (const id of ids) for (const one of await listAskedQuestions(db, id)) if (!questions.has(one.question_name)) questions.set(one.question_name, one)
  return [...questions.values()]
}

/** The form's non-empty answers, except licenses, which are kept with the application. */
export function readTypedAnswers(questions: AskedQuestion[], form: URLSearchParams): TypedAnswer[] {
  const values = valuesOf(questions, form)
  return questions
    .filter((question) => !isLicenses(question))
    .map(({ question_name, question_text }) => ({ question_name, question_text, answer: values[question_name]! }))
    .filter(({ answer }) => answer.trim() !== '')
}

export async function formContentOrLast(pages: CareersPages, id: number): Promise<FormContent> {
  try {
    return await pages.formContent(id)
  } catch (error) {
    const last = asHttpError(error as FastifyError).status === 404 ? undefined : pages.lastForm(id)
    if (!last) throw error
    return last
  }
}

/** Saves the licenses that came with a form, as JSON; '' if there are none. Passed in because the licenses domain comes later in the order. */
export type KeepLicenses = (tx: Db, user_session_id: number, text: string) => Promise<void>

const isLicenses = ({ question_type }: Pick<AskedQuestion, 'question_type'>): boolean => question_type === 'Licenses'

export function listedLicenses(questions: AskedQuestion[], values: FormValues): string {
  const list = questions.find(isLicenses)
  return (list && values[list.question_name]) ?? ''
}

/** A form's fields for a hidden field: what was typed, and which draft and closed roles it came from. */
export function fieldsAsJson(form: URLSearchParams): string {
  return JSON.stringify(Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name).filter(Boolean)])))
}

/** Shows the form again, with the answers and licenses passed through another page, or just the answers if the role has closed. */
export async function returnToForm(
  services: Services,
  pages: CareersPages,
  { id, request, reply }: { id: number; request: FastifyRequest; reply: FastifyReply },
) {
  const form = request.body as URLSearchParams
  const typed = fieldsIn(form.get('answers') ?? '')
  const content = await formContentOrLast(pages, id).catch(nullIfClosed)
  if (!content) return sendClosed(services, pages, { id, form: typed, reply })
  const list = content.questions.find(isLicenses)
  if (list) typed.set(list.question_name, form.get('licenses') ?? '')
  const via = await pages.viaOf(id, form.get('via') || null).catch(() => null)
  const carried = await readLeftAnswers(services, content, typed).catch(() => null)
  const shown = { values: valuesOf(content.questions, typed), via, saved: readSavedDraft(typed), carried }
  return sendForm(reply, 200, await pages.returnedForm(content, shown))
}

/** The fields in the hidden field, as a form. A browser may have changed the field. */
function fieldsIn(text: string): URLSearchParams {
  try {
    const fields = Object.entries(Object(JSON.parse(text)) as Record<string, unknown>)
    const entries = fields.flatMap(([name, values]) => [values].flat().map((value) => [name, value] as const))
    return new URLSearchParams(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new URLSearchParams()
  }
}

/** The draft that a form was shown with. */
export function readSavedDraft(form: URLSearchParams): SavedDraft | null {
  const saved_at = form.get(DRAFT_FIELDS.saved_at)
  return saved_at ? { saved_at: saved_at.slice(0, 40), has_other: form.get(DRAFT_FIELDS.has_other) === 'yes', is_chosen: false } : null
}

export function valuesOf(questions: AskedQuestion[], form: URLSearchParams): FormValues {
  return Object.fromEntries(questions.map(({ question_name }) => [question_name, form.getAll(question_name).join(CHOICE_SEPARATOR)]))
}

export function errorOf(request: FastifyRequest, error: unknown): HttpError {
  const httpError = asHttpError(error as Parameters<typeof asHttpError>[0])
  if (httpError.status >= 500) request.log.error({ code: (error as { code?: string }).code, status: httpError.status }, 'fault')
  return httpError
}

async function sendBack(
  pages: CareersPages,
  reply: FastifyReply,
  { content, shown, error }: { content: FormContent; shown: Partial<ReturnedForm>; error: HttpError },
) {
  if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
  const errors = error.errors ?? []
  const message = error.status === 500 ? 'Failed to submit application.' : error.message
  return sendForm(reply, error.status, await pages.returnedForm(content, { ...shown, faults: errors, refusal: errors.length > 0 ? null : message }))
}

function sendForm(reply: FastifyReply, status: number, page: RenderedPage) {
  return sendPage(reply.header('cache-control', 'no-store'), page, status)
}
