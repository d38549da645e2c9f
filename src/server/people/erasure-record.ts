import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { isSame, keyedHash, type Keys, type KeySet } from '#server/http/keys.ts'
import { erasePersonal, listErasableValues } from './personal-store.ts'

export const ERASED = 'applicant.erased'

type ErasureDetails = { user_session_id: number; canceled_interviews?: number; after_restore?: true }

/**
 * Erases an applicant's identity in every table and records it. The record lists the audit values that are deleted and is signed with a key that
 * isn't in the database, so `audit verify` can tell an erasure from tampering. No reason is stored, because whatever someone writes there could name
 * the person.
 */
export async function eraseAndRecord(tx: Db, keys: Keys, { user_session_id, ...facts }: ErasureDetails): Promise<void> {
  const erased_values = await listErasableValues(tx, user_session_id)
  await erasePersonal(tx, user_session_id)
  await recordAudit(tx, {
    actor: null,
    action: ERASED,
    subject_kind: 'applicant',
    subject_id: user_session_id,
    facts: { ...facts, erased_values, key: keys.fingerprint, signature: signatureOf(keys, user_session_id, erased_values) },
  })
}

type Record = { subject_id: string | null; facts: string; at: string }
/**
 * The audit rows whose values an erasure deleted, and whether that's proved, which requires the key that signed it. A forged record accounts for
 * none.
 */
export type Claim = { erased_values: number[]; proof: 'proved' | 'forged' | { missingKey: string } }
const FORGED: Claim = { erased_values: [], proof: 'forged' }
/** What's known about the installation's keys: the ones available and, by fingerprint, the months of those that aren't. */
export type AvailableKeys = { sets: KeySet[]; missing: Map<string, string>; knownSince: string | null }

/**
 * Returns the contents of an erasure record. Without its key it can't be proved, but that isn't tampering. Records identify their key; those from
 * earlier versions don't, and may be signed with a key from before the installation recorded its keys. Even older ones have no signature.
 */
export function readErasure({ sets, missing, knownSince }: AvailableKeys, { subject_id, facts, at }: Record): Claim {
  const { erased_values, signature, key } = JSON.parse(facts) as { erased_values?: number[]; signature?: string; key?: string }
  if (!erased_values) return { erased_values: [], proof: 'proved' }
  const signed = sets.some((set) => signature !== undefined && isSame(signature, signatureOf(set, Number(subject_id), erased_values)))
  if (signed) return { erased_values, proof: 'proved' }
  const month = key === undefined ? anonymousKey({ missing, knownSince, at }) : missing.get(key)
  return month === undefined ? FORGED : { erased_values, proof: { missingKey: month } }
}

function anonymousKey({ missing, knownSince, at }: Pick<AvailableKeys, 'missing' | 'knownSince'> & { at: string }): string | undefined {
  const [lost] = missing.values()
  return lost ?? (knownSince === null || Date.parse(at) < Date.parse(knownSince) ? at.slice(0, 7) : undefined)
}

function signatureOf({ erasures }: KeySet, user_session_id: number, values: number[]): string {
  return keyedHash(erasures, `${user_session_id}.${values.join(',')}`)
}
