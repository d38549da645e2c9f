import type { Question, EarlierAnswers } from '#contract/applications/applications.ts'
import { randomToken, purposeHash } from '#server/http/keys.ts'
import { found } from '#server/http/changes.ts'
import type { LimitName } from '#server/http/limits.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { applicationHashes } from './cookie.ts'
import { findStartedSession, insertSession, listQuestionsOfSession } from './store.ts'
import type { Db } from '#server/db/connect.ts'
import { findEarlierApplication, listOfferedAnswers } from './earlier-store.ts'

type OpenedSession = { user_session_id: number; questions: Question[]; cookie: string; isFirst: boolean }
const NO_ROLE = 'Role not found'
const OPENING_LIMITS: LimitName[] = ['open-session-minute', 'open-session-day']
type Visit = { ref_function_role_id: number; device_info: string; via?: string | undefined; cookies: string[]; ip: string }

/**
 * Opens an application for a role, or returns the one this browser has already started. The cookie is the only proof of ownership. Throws 404 when
 * the role is unknown or closed, 429 beyond the limits.
 */
export async function openSession({ db, limits }: Pick<Services, 'db' | 'limits'>, visit: Visit): Promise<OpenedSession> {
  const begun = await findStarted(db, visit)
  if (begun) {
    found(await findOpenRole(db, visit.ref_function_role_id), NO_ROLE)
    return { ...begun, questions: await listQuestionsOfSession(db, begun.user_session_id), isFirst: false }
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
