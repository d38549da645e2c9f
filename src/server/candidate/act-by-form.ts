import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { FastifyRequest } from 'fastify'
import {
  CANDIDATE_ACTIONS,
  changeContact as changeContactCall,
  requestAccommodation as requestAccommodationCall,
  type CandidateAction,
  type UndoRequest,
} from '#contract/candidate/candidate.ts'
import { CHOICE_SEPARATOR } from '#contract/applications/answer-checks.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { changeContact } from './change-contact.ts'
import { readOwn } from './own-applications.ts'
import { optOutOfDrafts, requestAccommodation, requestErasure } from './requests.ts'
import { receiveOwnResume } from './routes.ts'
import { acceptRole, declineRole } from './suggestions/answer-suggestion.ts'
import { takeBack } from './take-back.ts'
import { undoWithdrawal, withdrawApplication, type Own } from './withdraw.ts'

/** The forms for the two answers to a suggested role include its ID as a field. */
const ROLE_ANSWERS = ['accept-role', 'decline-role'] as const
export type FormAction = Exclude<CandidateAction, 'export'> | (typeof ROLE_ANSWERS)[number]
type ActionWithMessage = UndoRequest | 'withdraw' | 'resume' | 'contact' | 'accommodation' | 'undo-withdraw' | (typeof ROLE_ANSWERS)[number]

/** Messages for actions with a fixed result; the other actions return what changed. */
const MESSAGES: Record<Exclude<FormAction, ActionWithMessage>, string> = {
  'no-drafts': "We won't use software to draft anything about you.",
  erasure: "We've received your request to erase your data.",
}
export const DONE = new Map([
  ...Object.entries(MESSAGES),
  ['sign-out', "You're signed out."],
  ['leave', "You'll stay signed in only until you close the browser."],
  ['stay', `You'll stay signed in on this device for ${RETENTION_PERIODS.access} days unless you sign out.`],
])

export function isFormAction(action: string): action is FormAction {
  return action !== 'export' && [...CANDIDATE_ACTIONS, ...ROLE_ANSWERS].some((one) => one === action)
}

type FormSubmission = { action: FormAction; own: Own }
type Handler = (services: Services, request: FastifyRequest, own: Own) => Promise<unknown>

const HANDLERS: Record<FormAction, Handler> = {
  resume: async (services, request, own) => {
    await readOwn(services.db, own.email_key, own.user_session_id)
    return receiveOwnResume(services, request, own)
  },
  contact: (services, request, own) => changeContact(services, own, tryParse(changeContactCall.body, fieldsOf(request))),
  accommodation: (services, request, own) => requestAccommodation(services, own, tryParse(requestAccommodationCall.body, fieldsOf(request)).message),
  'undo-contact': undoing('undo-contact'),
  'keep-address': undoing('keep-address'),
  'undo-resume': undoing('undo-resume'),
  'undo-accommodation': undoing('undo-accommodation'),
  'undo-no-drafts': undoing('undo-no-drafts'),
  'no-drafts': (services, _request, own) => optOutOfDrafts(services, own),
  withdraw: async (services, request, own) => {
    const { undo_until } = await readOwn(services.db, own.email_key, own.user_session_id)
    if (undo_until !== null) return "You've already withdrawn this application."
    await withdrawApplication(services, own, (fieldsOf(request)['reason'] ?? '').trim().slice(0, 2000))
    return "You've withdrawn your application. You have 24 hours to undo this."
  },
  'undo-withdraw': async (services, _request, own) => {
    const { actions } = await readOwn(services.db, own.email_key, own.user_session_id)
    return actions.includes('withdraw') ? 'Your application is active.' : undoWithdrawal(services, own)
  },
  erasure: (services, _request, own) => requestErasure(services, own),
  'accept-role': (services, request, own) => acceptRole(services, own, parseSuggestion(request)),
  'decline-role': (services, request, own) => declineRole(services, own, parseSuggestion(request).role_suggestion_id),
}

/** Field names include the suggestion's ID, because the page can show several. */
function parseSuggestion(request: FastifyRequest) {
  const { role_suggestion_id: id = '', ...fields } = fieldsOf(request)
  const own = Object.entries(fields).filter(([name]) => name.startsWith(`${id}.`))
  const answers = own.map(([name, text]) => ({ question_name: name.slice(id.length + 1), user_answer_text_box: text }))
  return { role_suggestion_id: /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0, answers }
}

function undoing(action: UndoRequest): Handler {
  return (services, _request, own) => takeBack(services, own, action)
}

/**
 * Runs the action requested by a form on the candidate's page. Returns what changed if that varies. Throws the same errors as the matching endpoint.
 */
export async function actByForm(services: Services, request: FastifyRequest, { action, own }: FormSubmission): Promise<string | null> {
  const message = await HANDLERS[action](services, request, own)
  return typeof message === 'string' && !(action in MESSAGES) ? message : null
}

/** The form's fields as typed, without files; a field with several choices has them all. */
export function fieldsOf({ body }: FastifyRequest): Record<string, string> {
  if (!(body instanceof URLSearchParams)) return {}
  return Object.fromEntries([...new Set(body.keys())].map((name) => [name, body.getAll(name).join(CHOICE_SEPARATOR)]))
}

type Schema<T> = { safeParse: (given: unknown) => { success: true; data: T } | { success: false; error: { issues: { message: string }[] } } }

function tryParse<T>(schema: Schema<T>, given: unknown): T {
  const result = schema.safeParse(given)
  if (!result.success) throw new HttpError(422, result.error.issues[0]!.message)
  return result.data
}
