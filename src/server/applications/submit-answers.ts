import type { Question, EarlierAnswers, Answer } from '#contract/applications/applications.ts'
import { isSubmitted } from '#contract/statuses/statuses.ts'
import { randomToken, purposeHash } from '#server/http/keys.ts'
import { found } from '#server/http/changes.ts'
import type { LimitName } from '#server/http/limits.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { applicationHashes } from './cookie.ts'
import { findStartedSession, insertSession, listQuestionsOfSession, lockForSubmission, findRecentDuplicate, lockContent } from './store.ts'
import { findEarlierApplication, listOfferedAnswers } from './earlier-store.ts'
import { pairAnswers, completeApplication, contentHash, rejectInvalidAnswers, type SubmittedAnswer } from './complete-application.ts'

type OpenedSession = { user_session_id: number; questions: Question[]; cookie: string; isFirst: boolean }
const NO_ROLE = 'Role not found'
const OPENING_LIMITS: LimitName[] = ['open-session-minute', 'open-session-day']
type Visit = { ref_function_role_id: number; device_info: string; via?: string | undefined; cookies: string[]; ip: string }

/**
 * Opens an application for a role, or returns the one this browser has already started. The cookie is the only proof of ownership. Throws 404 when
 * the role is unknown or closed, 429 beyond the limits.
 */
export async function openSession({ db, limits }: Pick<Services, 'db' | 'limits'>, visit: Visit): Promise<OpenedSession> {
  const started = await findStarted(db, visit)
  if (started) {
    found(await findOpenRole(db, visit.ref_function_role_id), NO_ROLE)
    return { ...started, questions: await listQuestionsOfSession(db, started.user_session_id), isFirst: false }
  }

  await limits.take(OPENING_LIMITS, visit.ip)

  const cookie = randomToken()
  const opened = await insertSession(db, { ...visit, capability_hash: purposeHash('application', cookie) })
  if (!opened) await limits.giveBack(OPENING_LIMITS, visit.ip)
  return { ...found(opened, NO_ROLE), cookie, isFirst: true }
}

async function findStarted(db: Services['db'], { cookies, ref_function_role_id }: Visit) {
  if (cookies.length === 0) return null
  const session = await findStartedSession(db, ref_function_role_id, applicationHashes(cookies))
  const cookie = cookies.find((one) => purposeHash('application', one) === session?.capability_hash)
  return session && cookie ? { user_session_id: session.user_session_id, cookie } : null
}

const EMPTY: EarlierAnswers = { function_role_name: null, applied_at: null, answers: [] }

/** This browser's answers from its newest application for another role, except consents, which must be given again. */
export async function earlierAnswers(db: Db, { cookies, ref_function_role_id }: { cookies: string[]; ref_function_role_id: number }): Promise<EarlierAnswers> {
  if (cookies.length === 0) return EMPTY
  const earlier = await findEarlierApplication(db, ref_function_role_id, applicationHashes(cookies))
  if (!earlier) return EMPTY
  const { user_session_id, ...shown } = earlier
  return { ...shown, answers: await listOfferedAnswers(db, user_session_id) }
}

/**
 * Submits an application: all answers, the new status and the confirmation email in one transaction. Sending the same content again gets the same
 * response; different content after submission throws 409. Throws 403 without the application's cookie, 422 with a sentence for each question whose
 * answer isn't valid.
 */
export async function submitAnswers(
  { db, env, keys, log }: Pick<Services, 'db' | 'env' | 'keys' | 'log'>,
  { cookies, drafts, answers }: { cookies: string[]; drafts: string[]; answers: Answer[] },
): Promise<{ user_session_id: number; ref_function_role_id: number }> {
  const user_session_id = singleSession(answers)
  return db.transaction(async (tx) => {
    const own = await lockForSubmission(tx, user_session_id, applicationHashes(cookies))
    if (!own) throw new HttpError(403, "This application was started in another browser, or it's no longer available.")

    const { session, questions, role, is_open } = own
    rejectForeignAnswers(questions, answers)
    const byId = new Map(answers.map((answer) => [answer.user_session_answer_id, answer]))
    const answered = pairAnswers(questions, (question) => byId.get(question.user_session_answer_id))

    const { ref_function_role_id } = role
    if (isSubmitted(session.ref_application_status_id)) {
      if (session.submitted_hash === contentHash(answered)) return { user_session_id, ref_function_role_id }
      throw new HttpError(409, 'This application was already submitted.')
    }
    if (!is_open) throw new HttpError(409, 'This role is no longer open.')
    rejectInvalidAnswers(answered)
    await completeApplication(tx, { env, keys, log }, { user_session_id, role, answered, drafts })
    return { user_session_id, ref_function_role_id }
  })
}

function singleSession(answers: Answer[]): number {
  const [first] = answers
  const isSingleSession = answers.every((answer) => answer.user_session_id === first?.user_session_id)
  if (!first || !isSingleSession) throw new HttpError(403, 'These answers belong to different applications.')
  return first.user_session_id
}

function rejectForeignAnswers(questions: Question[], answers: Answer[]): void {
  const known = new Set(questions.map((question) => question.user_session_answer_id))
  if (answers.some((answer) => !known.has(answer.user_session_answer_id))) throw new HttpError(403, 'An answer belongs to another application.')
  if (new Set(answers.map((answer) => answer.user_session_answer_id)).size !== answers.length) throw new HttpError(422, 'A question was answered twice.')
}

type NamedAnswer = SubmittedAnswer & { question_name: string }
/** Other data that came with the form, saved in the same transaction. */
type SubmissionStep = (tx: Db, user_session_id: number) => Promise<void>
type Application = {
  ref_function_role_id: number
  answers: NamedAnswer[]
  device_info: string
  via?: string | null | undefined
  cookies: string[]
  drafts: string[]
  ip: string
  alongside?: SubmissionStep
}

export const ALREADY_RECEIVED = "We've already received this application. There's nothing else you need to do."

/**
 * Opens and submits an application in one transaction. Identical answers for the same role within an hour count as the same application (a
 * double-click, a retry), unless it was withdrawn: the browser that owns it gets it back, and any other gets a 409 saying it was already received, and no cookie. Throws
 * the same 404, 422 and 429 as the two separate calls.
 */
export async function applyAtOnce(
  { db, env, keys, limits, log }: Pick<Services, 'db' | 'env' | 'keys' | 'limits' | 'log'>,
  application: Application,
): Promise<{ user_session_id: number; cookie: string }> {
  const { ref_function_role_id, device_info, via } = application
  const role = found(await findOpenRole(db, ref_function_role_id), NO_ROLE)

  const byName = new Map(application.answers.map((answer) => [answer.question_name, answer]))
  const given = (question: { question_name: string }) => byName.get(question.question_name)
  const answered = pairAnswers(await listAskedQuestions(db, ref_function_role_id), given)
  rejectInvalidAnswers(answered)
  await limits.take(['open-session-minute', 'open-session-day'], application.ip)

  const cookie = randomToken()
  const capability_hash = purposeHash('application', cookie)
  const submitted_hash = contentHash(answered)
  return db.transaction(async (tx) => {
    await lockContent(tx, `${ref_function_role_id}.${submitted_hash}`)
    const duplicate = await findRecentDuplicate(tx, ref_function_role_id, submitted_hash)
    if (duplicate) return { user_session_id: duplicate.user_session_id, cookie: cookieForApplication(duplicate, application.cookies) }
    const opened = await insertSession(tx, { ref_function_role_id, device_info, via, capability_hash })
    const { user_session_id, questions } = found(opened, NO_ROLE)
    await completeApplication(tx, { env, keys, log }, { user_session_id, role, answered: pairAnswers(questions, given), drafts: application.drafts })
    await application.alongside?.(tx, user_session_id)
    return { user_session_id, cookie }
  })
}

function cookieForApplication({ capability_hash }: { capability_hash: string }, cookies: string[]): string {
  const cookie = cookies.find((one) => purposeHash('application', one) === capability_hash)
  if (!cookie) throw new HttpError(409, ALREADY_RECEIVED)
  return cookie
}
