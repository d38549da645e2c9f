import { randomToken } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { answeredAs, completeApplication, contentHash, rejectWrongAnswers, type Given } from './complete-application.ts'
import { capabilityHash } from './cookie.ts'
import { findRecentTwin, insertQuestionsOfSession, insertSession, lockContent, setCapability } from './store.ts'

type NamedAnswer = Given & { question_name: string }
type Application = { ref_function_role_id: number; answers: NamedAnswer[]; device_info: string; ip: string }

/**
 * Opens an application and submits it in one transaction. The same content for the same role within an hour is the same application
 * (a double click, a retry after a lost answer), opened by the newest cookie. 404, 422 and 429 as when done in two calls.
 */
export async function applyAtOnce(
  { db, env, limits }: Pick<Services, 'db' | 'env' | 'limits'>,
  application: Application,
): Promise<{ user_session_id: number; cookie: string }> {
  const { ref_function_role_id, device_info } = application
  const role = await findOpenRole(db, ref_function_role_id)
  if (!role) throw new HttpError(404, 'Role not found')

  const byName = new Map(application.answers.map((answer) => [answer.question_name, answer]))
  const given = (question: { question_name: string }) => byName.get(question.question_name)
  const answered = answeredAs(await listAskedQuestions(db, ref_function_role_id), given)
  rejectWrongAnswers(answered)
  await limits.take('open-session-minute', application.ip)
  await limits.take('open-session-day', application.ip)

  const cookie = randomToken()
  const capability_hash = capabilityHash(cookie)
  const submitted_hash = contentHash(answered)
  return db.transaction(async (tx) => {
    await lockContent(tx, `${ref_function_role_id}.${submitted_hash}`)
    const twin = await findRecentTwin(tx, ref_function_role_id, submitted_hash)
    if (twin) {
      await setCapability(tx, twin.user_session_id, capability_hash)
      return { user_session_id: twin.user_session_id, cookie }
    }
    const user_session_id = await insertSession(tx, { ref_function_role_id, device_info, capability_hash })
    const questions = await insertQuestionsOfSession(tx, user_session_id, ref_function_role_id)
    await completeApplication(tx, env, { user_session_id, role, answered: answeredAs(questions, given) })
    return { user_session_id, cookie }
  })
}
