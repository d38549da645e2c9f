import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { isSame, keyedHash, type Keys } from '#server/http/keys.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { erasePersonal, listErasableValues } from './personal-store.ts'

export const ERASED = 'applicant.erased'

type Erasing = { user_session_id: number; reason: string; after_restore?: true }

/**
 * Erases an applicant's identity in every table, and records it: the row names the audit values that are deleted, signed with a key that
 * isn't in the database, so that `audit verify` can tell an erasure from tampering. The reason, free text, is kept beside the trail, where
 * it can be erased too.
 */
export async function eraseAndRecord(tx: Db, secret: string | undefined, { user_session_id, reason, ...facts }: Erasing): Promise<void> {
  const erased_values = await listErasableValues(tx, user_session_id)
  await erasePersonal(tx, user_session_id)
  await recordAudit(tx, {
    actor: null,
    action: ERASED,
    subject_kind: 'applicant',
    subject_id: user_session_id,
    facts: { ...facts, erased_values, signature: signatureOf(await loadKeys(tx, secret), user_session_id, erased_values) },
    personal: { reason },
  })
}

type Record = { subject_id: string | null; facts: string }

/** The audit rows whose values this erasure deleted; null when its signature isn't ours. Rows older than signatures have none. */
export function erasedBy(keys: Keys, { subject_id, facts }: Record): number[] | null {
  const { erased_values, signature } = JSON.parse(facts) as { erased_values?: number[]; signature?: string }
  if (!erased_values) return []
  const expected = signatureOf(keys, Number(subject_id), erased_values)
  return signature !== undefined && isSame(signature, expected) ? erased_values : null
}

function signatureOf({ erasures }: Keys, user_session_id: number, values: number[]): string {
  return keyedHash(erasures, `${user_session_id}.${values.join(',')}`)
}
