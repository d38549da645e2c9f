import { createHash } from 'node:crypto'
import { commitment } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Keys } from '#server/http/keys.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { ERASED, erasedBy } from '#server/people/erasure-record.ts'
import { findStrayPersonal, listAuditRows, type AuditRow } from './audit-store.ts'

const ROWS_AT_ONCE = 2000
const WRITTEN_ANEW = "it isn't the row that was noted earlier: the trail was rewritten"
const SIGNED_FROM = 'audit.signed-from'

export type Verdict = { rows: number; erased: number; head: string | null; broken: null } | { broken: { audit_id: number; because: string } }

type Asked = {
  known?: { audit_id: number; hash: string } | null
  /** The installation's SECRET_KEY; `unchecked` for a backup that may come from an installation with a different one. */
  erasures: { secret: string | undefined } | 'unchecked'
}

/**
 * Recomputes every hash of the audit trail outside the database, and names the first row that isn't as written: changed, missing, or without
 * its personal values although no signed erasure deleted them. A trail whose newest rows were cut off is consistent in itself, so `known`, a
 * row from an earlier run, must still be in it.
 */
export async function verifyAudit(db: Db, { known = null, erasures }: Asked): Promise<Verdict> {
  let last: AuditRow | undefined
  let [rows, isKnownSeen] = [0, known === null]
  const keys = erasures === 'unchecked' ? null : await loadKeys(db, erasures.secret)
  const [missing, deleted] = [[] as number[], new Set<number>()]
  for (;;) {
    const some = await listAuditRows(db, last?.audit_id ?? 0, ROWS_AT_ONCE)
    for (const row of some) {
      const isKnown = row.audit_id === known?.audit_id
      const because = whatIsBroken(row, last) ?? (isKnown && row.hash !== known.hash ? WRITTEN_ANEW : null)
      if (because) return { broken: { audit_id: row.audit_id, because } }
      isKnownSeen ||= isKnown
      rows++
      if (row.personal_commitment !== null && row.personal === null) missing.push(row.audit_id)
      for (const one of keys ? deletedBy(keys, row) : []) deleted.add(one)
      last = row
    }
    if (some.length < ROWS_AT_ONCE) break
  }
  if (!isKnownSeen) return { broken: { audit_id: (last?.audit_id ?? 0) + 1, because: `the trail ends before row ${known!.audit_id}, which was noted earlier` } }
  const unexplained = keys ? missing.find((one) => !deleted.has(one)) : undefined
  if (unexplained !== undefined) return { broken: { audit_id: unexplained, because: 'its personal values were deleted, and no signed erasure says so' } }
  const stray = await findStrayPersonal(db)
  if (stray !== null) return { broken: { audit_id: stray, because: 'it has personal values and no row' } }
  return { rows, erased: missing.length, head: last ? `${last.audit_id}:${last.hash}` : null, broken: null }
}

function deletedBy(keys: Keys, row: AuditRow): number[] {
  // Only the migration that introduced signatures could write this row; the trigger rejects every other.
  if (row.action === SIGNED_FROM) return (JSON.parse(row.facts) as { erased_values: number[] }).erased_values
  return row.action === ERASED ? (erasedBy(keys, row) ?? []) : []
}

/** Why a row isn't as written, given the row before it; null if it is. */
export function whatIsBroken(row: AuditRow, last: AuditRow | undefined): string | null {
  const expected = (last?.audit_id ?? 0) + 1
  if (row.audit_id !== expected) return `row ${expected} before it is missing`
  if (row.previous_hash !== (last?.hash ?? '')) return 'it does not follow the row before it'
  if (row.hash !== hashOf(row)) return 'it was changed after it was written'
  if (row.personal === null) return null
  if (row.personal_commitment === null) return 'personal values were added beside it afterward'
  if (commitment(row.salt ?? '', row.personal) !== row.personal_commitment) return 'the personal values beside it were changed'
  return null
}

/** The same text as the trigger of the database hashes (function `audit_trail_chain`). */
function hashOf(row: AuditRow): string {
  if (row.row_salt === null) return sha256([...fieldsOf(row), row.previous_hash].join('|'))
  return sha256(`${rowDigest(row)}|${row.previous_hash}`)
}

/** What stands for a row whose facts aren't shown: nothing in it can be guessed without its salt. Null in rows older than salts. */
export function rowDigest(row: AuditRow): string | null {
  return row.row_salt === null ? null : sha256([row.row_salt, ...fieldsOf(row)].join('|'))
}

function fieldsOf({ audit_id, at, actor_kind, actor_id, action, subject_kind, subject_id, facts, personal_commitment }: AuditRow) {
  return [audit_id, at, actor_kind, actor_id ?? '', action, subject_kind, subject_id ?? '', facts, personal_commitment ?? '']
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
