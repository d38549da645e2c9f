import { createHash } from 'node:crypto'
import { commitment } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { monthOf, keySetsOf } from '#server/http/key-ring.ts'
import type { Keys } from '#server/http/keys.ts'
import { readRing } from '#server/http/load-keys.ts'
import { ERASED, readErasure, type Claim, type AvailableKeys } from '#server/people/erasure-record.ts'
import { findStrayPersonal, listAuditRows, type AuditRow } from './audit-store.ts'

const BATCH_SIZE = 2000
const REWRITTEN = "it isn't the row that was noted earlier: the trail was rewritten"
const SIGNED_FROM = 'audit.signed-from'

/** `isUnproved` means the row may be intact, but we don't have the key that would prove it. */
type BrokenRow = { audit_id: number; because: string; isUnproved?: true }
export type Verdict = { rows: number; erased: number; head: string | null; broken: null } | { broken: BrokenRow }

type ErasureKeys = { secret: string | undefined; keys?: Keys }
type VerifyInput = {
  known?: { audit_id: number; hash: string } | null
  /**
   * The installation's SECRET_KEY and, in a running server, its keys, which outlive a rotation; `unchecked` for a backup that may come from an
   * installation with a different one.
   */
  erasures: ErasureKeys | 'unchecked'
}

/**
 * Recomputes every hash of the audit trail outside the database and returns the first broken row: changed, missing, or without its personal values
 * even though no signed erasure deleted them. If all rows pass, returns the first erasure whose key we don't have. A trail whose newest rows were cut
 * off is still consistent, so `known`, a row from a previous run, must still be in it.
 */
export async function verifyAudit(db: Db, { known = null, erasures }: VerifyInput): Promise<Verdict> {
  let last: AuditRow | undefined
  let [rows, isKnownSeen] = [0, known === null]
  const keys = erasures === 'unchecked' ? null : await availableKeys(db, erasures)
  const [missing, deleted] = [[] as number[], new Set<number>()]
  let unproved: BrokenRow | null = null
  for (;;) {
    const batch = await listAuditRows(db, last?.audit_id ?? 0, BATCH_SIZE)
    for (const row of batch) {
      const isKnown = row.audit_id === known?.audit_id
      const because = brokenReason(row, last) ?? (isKnown && row.hash !== known.hash ? REWRITTEN : null)
      if (because) return { broken: { audit_id: row.audit_id, because } }
      isKnownSeen ||= isKnown
      rows++
      if (row.personal_commitment !== null && row.personal === null) missing.push(row.audit_id)
      const { erased_values, proof } = keys ? claimOf(keys, row) : NO_CLAIM
      for (const value of erased_values) deleted.add(value)
      if (typeof proof === 'object')
        unproved ??= { audit_id: row.audit_id, because: `can't verify this erasure without the key of ${proof.missingKey}`, isUnproved: true }
      last = row
    }
    if (batch.length < BATCH_SIZE) break
  }
  if (!isKnownSeen) return { broken: { audit_id: (last?.audit_id ?? 0) + 1, because: `the trail ends before row ${known!.audit_id}, which was noted earlier` } }
  const unexplained = keys ? missing.find((one) => !deleted.has(one)) : undefined
  if (unexplained !== undefined) return { broken: { audit_id: unexplained, because: 'its personal values were deleted, and no signed erasure says so' } }
  const stray = await findStrayPersonal(db)
  if (stray !== null) return { broken: { audit_id: stray, because: 'it has personal values but no row' } }
  if (unproved) return { broken: unproved }
  return { rows, erased: missing.length, head: last ? `${last.audit_id}:${last.hash}` : null, broken: null }
}

const NO_CLAIM: Claim = { erased_values: [], proof: 'proved' }

function claimOf(keys: AvailableKeys, row: AuditRow): Claim {
  // Only the migration that introduced signatures could write this row; the trigger rejects any other.
  if (row.action === SIGNED_FROM) return { ...(JSON.parse(row.facts) as { erased_values: number[] }), proof: 'proved' }
  return row.action === ERASED ? readErasure(keys, row) : NO_CLAIM
}

async function availableKeys(db: Db, { secret, keys }: ErasureKeys): Promise<AvailableKeys> {
  const ring = await readRing(db, secret)
  const sets = [...keySetsOf(ring), ...(keys ? [keys, ...keys.others, ...keys.retired] : [])]
  const available = new Set(sets.map(({ fingerprint }) => fingerprint))
  const missing = new Map(ring.rows.filter(({ fingerprint }) => !available.has(fingerprint)).map((row) => [row.fingerprint, monthOf(row)]))
  return { sets, missing, knownSince: ring.rows[0]?.created_at ?? null }
}

/** Explains what's wrong with a row, given the previous one; null if it's intact. */
export function brokenReason(row: AuditRow, last: AuditRow | undefined): string | null {
  const expected = (last?.audit_id ?? 0) + 1
  if (row.audit_id !== expected) return `row ${expected} before it is missing`
  if (row.previous_hash !== (last?.hash ?? '')) return "it doesn't follow the row before it"
  if (row.hash !== hashOf(row)) return 'it was changed after it was written'
  if (row.personal === null) return null
  if (row.personal_commitment === null) return 'personal values were added to it afterward'
  if (commitment(row.salt ?? '', row.personal) !== row.personal_commitment) return 'its personal values were changed'
  return null
}

/** Hashes the same text as the database trigger (function `audit_trail_chain`). */
function hashOf(row: AuditRow): string {
  if (row.row_salt === null) return sha256([...fieldsOf(row), row.previous_hash].join('|'))
  return sha256(`${rowDigest(row)}|${row.previous_hash}`)
}

/** Returns the digest that stands in for a row whose facts aren't shown; it can't be guessed without the salt. Null for rows that predate salts. */
export function rowDigest(row: AuditRow): string | null {
  return row.row_salt === null ? null : sha256([row.row_salt, ...fieldsOf(row)].join('|'))
}

function fieldsOf({ audit_id, at, actor_kind, actor_id, action, subject_kind, subject_id, facts, personal_commitment }: AuditRow) {
  return [audit_id, at, actor_kind, actor_id ?? '', action, subject_kind, subject_id ?? '', facts, personal_commitment ?? '']
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
