import { randomToken, purposeHash } from '#server/http/keys.ts'
import { found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Db } from '#server/db/connect.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { pairAnswers, completeApplication, contentHash, rejectWrongAnswers, type SubmittedAnswer } from './complete-application.ts'
import { findRecentDuplicate, insertSession, lockContent } from './store.ts'

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

const NO_ROLE = 'Role not found'
export const ALREADY_RECEIVED = "We've already received this application. There's nothing else you need to do."

/**
 * Opens and submits an application in one transaction. Identical answers for the same role within an hour count as the same application (a
 * double-click, a retry): the browser that owns it gets it back, and any other gets a 409 that it was already received, with nothing usable. Throws
 * 404, 422 and 429 as the two separate calls do.
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
  rejectWrongAnswers(answered)
  await limits.take(['open-session-minute', 'open-session-day'], application.ip)

  const cookie = randomToken()
  const capability_hash = purposeHash('application', cookie)
  const submitted_hash = contentHash(answered)
  return db.transaction(async (tx) => {
    await lockContent(tx, `${ref_function_role_id}.${submitted_hash}`)
    const twin = await findRecentDuplicate(tx, ref_function_role_id, submitted_hash)
    if (twin) return { user_session_id: twin.user_session_id, cookie: cookieForApplication(twin, application.cookies) }
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
