import { filledMessage } from '#contract/roles.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { countOpenings, lockOpenings } from '#server/roles/editing-store.ts'
import { findRoleOf } from './move-store.ts'

/**
 * Called in the transaction that moves a locked applicant, before the move. Returns how many openings the role has left after it; null if the move
 * fills none, or there's no limit. Throws 409 when all are filled: if two people accept the last one at once, only one is recorded.
 */
export async function fillOpening(tx: Db, { user_session_id, to }: { user_session_id: number; to: number }): Promise<number | null> {
  if (meaningOf(to).stage !== 'accepted') return null
  const ref_function_role_id = await findRoleOf(tx, user_session_id)
  await lockOpenings(tx, ref_function_role_id)
  const { openings, filled_openings } = await countOpenings(tx, ref_function_role_id)
  if (openings === null) return null
  if (filled_openings >= openings) throw new HttpError(409, filledMessage(openings))
  return openings - filled_openings - 1
}
