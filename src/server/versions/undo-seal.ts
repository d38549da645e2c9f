import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Caller } from '#server/http/caller.ts'
import { dropSeal, setEditionsUndone } from './seal-request-store.ts'

type UndoneDecision = { user_session_id: number; status_change_id: number }

/** Handles undoing a sealed decision: the packet is kept, and the audit trail records the undo. */
export async function undoSeal(tx: Db, actor: Caller | 'candidate' | null, { user_session_id, status_change_id }: UndoneDecision): Promise<void> {
  await dropSeal(tx, status_change_id)
  for (const { edition, manifest_sha256 } of await setEditionsUndone(tx, status_change_id)) {
    const facts = { edition, sha256: manifest_sha256, status_change_id }
    await recordAudit(tx, { actor, action: 'packet.undone', subject_kind: 'applicant', subject_id: user_session_id, facts })
  }
}
