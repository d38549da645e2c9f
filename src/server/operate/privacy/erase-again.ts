import { keepRefusal } from '#server/candidate/updates/choose-updates.ts'
import type { Db } from '#server/db/connect.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { eraseAndRecord } from '#server/people/erasure-record.ts'
import { listBelongings } from '#server/people/personal-store.ts'
import { insertErasure, lockSubject, wasHeldSince, type ErasedApplication } from './privacy-store.ts'

/**
 * Repeats erasures made after the time a database was restored to, and returns what else must be deleted. The ID may have belonged to someone
 * else then, so the creation time must match too. `held` lists those put on legal hold after the erasure was recorded, which therefore didn't take
 * place; they're left alone. An older hold was lifted before the erasure.
 */
export async function eraseAgain(tx: Db, secret: string | undefined, erasures: ErasedApplication[]) {
  const toDelete = { keys: [] as string[], email_ids: [] as number[], count: 0, held: [] as number[] }
  for (const { user_session_id, created_at, erased_at } of erasures) {
    const subject = await lockSubject(tx, user_session_id)
    if (subject?.created_at !== created_at || subject.erased_at) continue
    if (subject.legal_hold_reason !== null && (await wasHeldSince(tx, user_session_id, erased_at))) {
      toDelete.held.push(user_session_id)
      continue
    }
    const { keys, email_ids } = await listBelongings(tx, user_session_id)
    await keepRefusal(tx, user_session_id, async () => eraseAndRecord(tx, await loadKeys(tx, secret), { user_session_id, after_restore: true }))
    await insertErasure(tx, user_session_id)
    toDelete.keys.push(...keys)
    toDelete.email_ids.push(...email_ids)
    toDelete.count++
  }
  return toDelete
}
