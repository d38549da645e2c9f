import { createHash } from 'node:crypto'
import { commitment } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { findStrayPersonal, listAuditRows, type AuditRow } from './audit-store.ts'

const ROWS_AT_ONCE = 2000
const WRITTEN_ANEW = 'it is not the row that was noted earlier: the trail was written anew'

export type Verdict = { rows: number; erased: number; head: string | null; broken: null } | { broken: { audit_id: number; because: string } }

/**
 * Makes every hash of the audit trail again, outside of the database, and says the first row that is not what it was. A trail whose
 * newest rows were cut off is whole in itself: `known` (`id:hash`, as an earlier run said it) must still stand in it.
 */
export async function verifyAudit(db: Db, known: { audit_id: number; hash: string } | null = null): Promise<Verdict> {
  let last: AuditRow | undefined
  let [rows, erased, isKnownSeen] = [0, 0, known === null]
  for (;;) {
    const some = await listAuditRows(db, last?.audit_id ?? 0, ROWS_AT_ONCE)
    for (const row of some) {
      const isKnown = row.audit_id === known?.audit_id
      const because = whatIsBroken(row, last) ?? (isKnown && row.hash !== known.hash ? WRITTEN_ANEW : null)
      if (because) return { broken: { audit_id: row.audit_id, because } }
      isKnownSeen ||= isKnown
      rows++
      if (row.personal_commitment !== null && row.personal === null) erased++
      last = row
    }
    if (some.length < ROWS_AT_ONCE) break
  }
  if (!isKnownSeen) return { broken: { audit_id: (last?.audit_id ?? 0) + 1, because: `the trail ends before row ${known!.audit_id}, which was noted earlier` } }
  const stray = await findStrayPersonal(db)
  if (stray !== null) return { broken: { audit_id: stray, because: 'it has personal values and no row' } }
  return { rows, erased, head: last ? `${last.audit_id}:${last.hash}` : null, broken: null }
}

function whatIsBroken(row: AuditRow, last: AuditRow | undefined): string | null {
  const expected = (last?.audit_id ?? 0) + 1
  if (row.audit_id !== expected) return `row ${expected} before it is missing`
  if (row.previous_hash !== (last?.hash ?? '')) return 'it does not follow the row before it'
  if (row.hash !== hashOf(row)) return 'it was changed after it was written'
  if (row.personal === null) return null
  if (row.personal_commitment === null) return 'personal values were put beside it afterwards'
  if (commitment(row.salt ?? '', row.personal) !== row.personal_commitment) return 'the personal values beside it were changed'
  return null
}

/** The same text as the trigger of the database hashes (migration `0001_audit_chain`). */
function hashOf(row: AuditRow): string {
  const { actor_id, subject_id, personal_commitment } = row
  const parts = [
    row.audit_id,
    row.at,
    row.actor_kind,
    actor_id ?? '',
    row.action,
    row.subject_kind,
    subject_id ?? '',
    row.facts,
    personal_commitment ?? '',
    row.previous_hash,
  ]
  return createHash('sha256').update(parts.join('|')).digest('hex')
}
