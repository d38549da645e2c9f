import { createHash, randomBytes } from 'node:crypto'
import { Access } from '#contract/staff/access.ts'
import type { Db } from '#server/db/connect.ts'
import { insertAuditRows, type AuditRow } from './audit-store.ts'
import type { AuditAction } from './sentences.ts'
import type { Caller } from '#server/http/caller.ts'

export type AuditEntry = {
  /** Null for the app itself. */
  actor: Caller | 'candidate' | null
  /** Noun and verb separated by a dot: 'applicant.status-changed'. */
  action: AuditAction | `test.${string}`
  subject_kind: string
  subject_id?: number
  /** IDs, statuses, counts and field names; no personal data. */
  facts?: Record<string, unknown>
  /**
   * Personal values other than the actor's network address. They're stored outside the chain, where they can be erased; the chain only has a salted
   * commitment.
   */
  personal?: Record<string, unknown>
}

/** Recorded by the backup command and shown on the admin home page. */
export const BACKUP_MADE = 'backup.made'
/** Recorded when a backup has been restored into a separate database and its audit trail verified. */
export const BACKUP_REHEARSED = 'backup.rehearsed'

/** Recorded when a possible exclusion match is closed. */
export const MATCH_CLOSED = 'license.exclusion-closed'

/**
 * Whether a row's applicant and personal values must stay hidden from everyone who reads the trail: earlier versions recorded whose exclusion match was
 * closed and why, which only one person may know. The match itself has both.
 */
export function hidesApplicant({ action }: { action: string }): boolean {
  return action === MATCH_CLOSED
}

/**
 * Appends rows to the audit trail in this order, in the same transaction as the events they record. Call it last: anyone
 * else who records something waits until the transaction ends.
 */
export async function recordAudit(tx: Db, ...entries: AuditEntry[]): Promise<void> {
  await insertAuditRows(
    tx,
    entries.map((entry) => ({ ...rowOf(entry), ...personalOf(entry) })),
  )
}

/**
 * Like `recordAudit` for something the caller read; every GET that reads something worth recording calls this. A HEAD request reads nothing, so it
 * isn't recorded. `actor` is the caller unless it's the candidate.
 */
export async function recordRead(tx: Db, caller: Caller, entry: Omit<AuditEntry, 'actor'> & { actor?: 'candidate' }): Promise<void> {
  if (!caller.isHead) await recordAudit(tx, { actor: caller, ...entry })
}

function rowOf({ actor, action, subject_kind, subject_id, facts }: AuditEntry) {
  const actor_id = actor === 'candidate' ? null : (actor?.staff_account_id ?? null)
  return { actor_kind: actorKind(actor), actor_id, action, subject_kind, subject_id: subject_id ?? null, facts: facts ?? {} }
}

function personalOf({ actor, personal: given }: AuditEntry) {
  const salt = randomBytes(16).toString('hex')
  const values = { ...(actor !== null && actor !== 'candidate' && { ip: actor.ip }), ...given }
  const personal = Object.keys(values).length > 0 ? JSON.stringify(values) : null
  return { salt, personal, personal_commitment: personal && commitment(salt, personal) }
}

export function commitment(salt: string, personal: string): string {
  return createHash('sha256').update(`${salt}.${personal}`).digest('hex')
}

function actorKind(actor: AuditEntry['actor']): AuditRow['actor_kind'] {
  if (!actor) return 'system'
  if (actor === 'candidate') return actor
  // In the order of the access table: if the actor has several roles, the one with the most access is recorded.
  return Access.options.find((role) => actor.roles.includes(role)) ?? 'visitor'
}
