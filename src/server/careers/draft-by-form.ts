import type { FastifyReply, FastifyRequest } from 'fastify'
import { DRAFT_SENT, saveDraft as saveDraftCall } from '#contract/candidate/drafts.ts'
import { DRAFT_FIELDS } from '#contract/pages.ts'
import { applicationCookies } from '#server/applications/cookie.ts'
import { draftCookie, setDraftCookie } from '#server/applications/drafts/draft-cookie.ts'
import { chooseVersion, saveCarriedAnswers, saveDraft } from '#server/applications/drafts/save-draft.ts'
import { HttpError } from '#server/http/http-error.ts'
import { sendPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import {
  errorOf,
  formContentOrLast,
  parseIds,
  carriesOver,
  readLeftAnswers,
  listQuestionsOf,
  nullIfClosed,
  readSavedDraft,
  sendClosed,
  readTypedAnswers,
  unmatchedAnswers,
  valuesOf,
} from './apply-by-form.ts'
import type { CareersPages } from './pages/careers-pages.ts'
import type { FormContent } from './pages/page-content.ts'
import type { ReturnedForm } from './pages/returned-form.ts'
import { findSubmitted, type Visit } from './own-application.ts'
import { shownDraft, readVia } from './show-form.ts'

type ViewContext = Partial<ReturnedForm> & { status?: number }

/**
 * Handles "Email me a link to continue" without JavaScript, and the choice between two versions: shows the form again unchanged, with the result, or
 * just what was typed if the role has closed. Also carries those answers over to another role's form.
 */
export async function draftByForm(services: Services, pages: CareersPages, visit: Visit): Promise<FastifyReply> {
  const { id, request, reply } = visit
  const form = request.body as URLSearchParams
  const content = await formContentOrLast(pages, id).catch(nullIfClosed)
  if (!content) return sendClosed(services, pages, { id, form, reply })
  if (form.has(DRAFT_FIELDS.carried_from)) return carryOver(services, pages, { content, visit })
  const values = valuesOf(content.questions, form)
  const via = await pages.viaOf(id, readVia(request)).catch(() => null)
  const typed = { values, via, saved: readSavedDraft(form), carried: await readLeftAnswers(services, content, form).catch(() => null) }
  const answers = Object.entries(values).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
  const act = form.has(DRAFT_FIELDS.version) ? choose : save
  try {
    const { status = 200, ...shown } = await act(services, visit, { ...typed, answers })
    return await sendPage(reply.header('cache-control', 'no-store'), await pages.returnedForm(content, { ...typed, ...shown }), status)
  } catch (error) {
    const { status, ...rejected } = rejectedView(request, error)
    if (status === 404 && act === save) return sendClosed(services, pages, { id, form, reply })
    return sendPage(reply.header('cache-control', 'no-store'), await pages.returnedForm(content, { ...typed, ...rejected }), status)
  }
}

/**
 * Shows the form of another role with the answers from one that closed while it was filled in. The closed role's other answers are shown next to the
 * form, so nothing that was typed is lost.
 */
async function carryOver(services: Services, pages: CareersPages, { content, visit }: { content: FormContent; visit: Visit }): Promise<FastifyReply> {
  const reply = visit.reply.header('cache-control', 'no-store')
  if (await findSubmitted(services, visit)) return sendPage(reply, await pages.returnedForm(content, { has_applied: true }), 409)
  const form = visit.request.body as URLSearchParams
  const from = parseIds(form, 'carried_from')
  const typed = readTypedAnswers((await listQuestionsOf(services.db, from)).filter(carriesOver), form)
  const left = unmatchedAnswers(content.questions, typed)
  const fitting = typed.filter((one) => !left.includes(one))
  const values = Object.fromEntries(fitting.map(({ question_name, answer }) => [question_name, answer]))
  const answers = fitting.map(({ question_name, answer }) => ({ question_name, user_answer_text_box: answer }))
  const { status, ...shown } = await keepBothVersions(services, visit, answers)
  return sendPage(reply, await pages.returnedForm(content, { values, carried: { from, left }, ...shown }), status)
}

/** If this browser also has a saved draft for this role, keeps both versions. */
async function keepBothVersions(services: Services, { id, request }: Visit, answers: FormInput['answers']): Promise<ViewContext> {
  try {
    const given = validated(answers)
    const email = given.find(({ question_name }) => question_name === 'email')?.user_answer_text_box ?? ''
    const both = await saveCarriedAnswers(services, { ref_function_role_id: id, email, answers: given }, draftCookie(request, services.env, id))
    if (!both) return {}
    const { answers: shown, ...now } = both
    return { ...shownDraft(shown), saved: { ...now, is_chosen: false } }
  } catch (error) {
    return rejectedView(request, error)
  }
}

/** Validates the answers by the same rules as the API. Throws 422 if one is too long. */
function validated(answers: FormInput['answers']): FormInput['answers'] {
  const { data, error } = saveDraftCall.body.shape.answers.safeParse(answers)
  if (data) return data
  throw invalidForm(answers, error.issues)
}

type Issue = { path: PropertyKey[]; message: string }

/** Names the form's fields; `issues` refer to answers by position. */
function invalidForm(answers: FormInput['answers'], issues: Issue[]): HttpError {
  const errors = issues.flatMap(({ path, message }) => {
    const at = path.find((one) => typeof one === 'number')
    const field = at === undefined ? path[0] : answers[at]?.question_name
    return field === 'email' || at !== undefined ? [{ path: String(field), message }] : []
  })
  return new HttpError(422, issues[0]!.message, { errors })
}

function rejectedView(request: FastifyRequest, error: unknown) {
  const { status, message, errors: faults = [] } = errorOf(request, error)
  return { status, faults, refusal: faults.length > 0 ? null : message }
}

type FormInput = Pick<ReturnedForm, 'values' | 'via' | 'saved' | 'carried'> & { answers: { question_name: string; user_answer_text_box: string }[] }

async function save(services: Services, { id, request, reply }: Visit, { values, via, saved, answers }: FormInput): Promise<ViewContext> {
  const more = { ...(via !== null && { via }), ...(saved && { saved_at: saved.saved_at }) }
  const parsed = saveDraftCall.body.safeParse({ ref_function_role_id: id, email: values['email'] ?? '', answers, ...more })
  if (!parsed.success) throw invalidForm(answers, parsed.error.issues)
  const browser = { key: draftCookie(request, services.env, id), cookies: applicationCookies(request), ip: request.ip }
  const { key, ...now } = await saveDraft(services, parsed.data, browser)
  setDraftCookie(reply, services.env, { ref_function_role_id: id, key })
  return { done: DRAFT_SENT, saved: { ...now, is_chosen: false } }
}

async function choose(services: Services, { id, request }: Visit, { saved, answers }: FormInput): Promise<ViewContext> {
  const version = (request.body as URLSearchParams).get(DRAFT_FIELDS.version) === 'other' ? 'other' : 'this'
  const choice = { ref_function_role_id: id, answers: validated(answers), saved_at: saved?.saved_at ?? '', version } as const
  const { answers: shown, ...now } = await chooseVersion(services, choice, draftCookie(request, services.env, id))
  return { ...shownDraft(shown), saved: { ...now, is_chosen: true } }
}
