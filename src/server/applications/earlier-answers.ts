import type { EarlierAnswers } from '#contract/applications/applications.ts'
import type { Db } from '#server/db/connect.ts'
import { applicationHashes } from './cookie.ts'
import { findEarlierApplication, listOfferedAnswers } from './earlier-store.ts'

const NOTHING: EarlierAnswers = { function_role_name: null, applied_at: null, answers: [] }

/** This browser's answers from its newest application for another role, except consents, which must be given again. */
export async function earlierAnswers(db: Db, { cookies, ref_function_role_id }: { cookies: string[]; ref_function_role_id: number }): Promise<EarlierAnswers> {
  if (cookies.length === 0) return NOTHING
  const earlier = await findEarlierApplication(db, ref_function_role_id, applicationHashes(cookies))
  if (!earlier) return NOTHING
  const { user_session_id, ...shown } = earlier
  return { ...shown, answers: await listOfferedAnswers(db, user_session_id) }
}
