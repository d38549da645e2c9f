import { createHash, randomBytes } from 'node:crypto'
import { Access } from '#contract/staff/access.ts'
import type { Db } from '#server/db/connect.ts'
import type { AuditAction } from './sentences.ts'
import { audit_personal, audit_trail } from '#server/db/tables.ts'
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

/** Appends one row to the audit trail, in the same transaction as the event it records. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  const salt = randomBytes(16).toString('hex')
  const values = { ...(entry.actor !== null && entry.actor !== 'candidate' && { ip: entry.actor.ip }), ...entry.personal }
  const personal = Object.keys(values).length > 0 ? JSON.stringify(values) : null
  const [row] = await tx
    .insert(audit_trail)
    .values({
      actor_kind: actorKind(entry.actor),
      actor_id: entry.actor === 'candidate' ? null : (entry.actor?.staff_account_id ?? null),
      action: entry.action,
      subject_kind: entry.subject_kind,
      subject_id: entry.subject_id ?? null,
      facts: entry.facts ?? {},
      personal_commitment: personal && commitment(salt, personal),
    })
    .returning({ audit_id: audit_trail.audit_id })
  if (personal) await tx.insert(audit_personal).values({ audit_id: row!.audit_id, salt, personal })
}

export function commitment(salt: string, personal: string): string {
  return createHash('sha256').update(`${salt}.${personal}`).digest('hex')
}

function actorKind(actor: AuditEntry['actor']) {
  if (!actor) return 'system'
  if (actor === 'candidate') return actor
  // In the order of the access table: if the actor has several roles, the one with the most access is recorded.
  return Access.options.find((role) => actor.roles.includes(role)) ?? 'visitor'
}
