import type { Answer, Question } from '#contract/applications/applications.ts'
import { isSubmitted } from '#contract/statuses/statuses.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { pairAnswers, completeApplication, contentHash, rejectWrongAnswers } from './complete-application.ts'
import { applicationHashes } from './cookie.ts'
import { lockForSubmission } from './store.ts'

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
    rejectWrongAnswers(answered)
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
