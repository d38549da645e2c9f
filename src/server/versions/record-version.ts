import { isLocked } from '#contract/statuses/statuses.ts'
import type { VersionKind } from '#contract/versions.ts'
import type { Db } from '#server/db/connect.ts'
import { requestSeal } from './seal-request-store.ts'
import { findNewest, findCurrentStatus, insertVersions, type Content, type VersionRow } from './version-store.ts'

type Author = { staff_account_id: number } | 'candidate' | null

export type NextVersion = {
  kind: VersionKind
  /** The row's key in the table for its kind. */
  of_id: number
  /** Null for wording that isn't about one applicant. */
  user_session_id: number | null
  /** The previous version, its author and when it was written; null if this is the first version. */
  before: { content: Content; written_by: number | null; by_candidate?: boolean; written_at: string } | null
  /** The new version; null if it was deleted. */
  after: Content | null
  by: Author
  why?: string | undefined
}

/**
 * Records a text's content before it changes, in the caller's transaction, which holds the text's row. The first version is saved only along with the
 * second, so texts that never change take no space. After a final decision, the version is marked and the packet is sealed again.
 */
export async function recordVersion(tx: Db, next: NextVersion): Promise<void> {
  const { kind, of_id, user_session_id, before, after } = next
  const current = user_session_id === null ? null : await findCurrentStatus(tx, user_session_id)
  const isAfter = current !== null && isLocked(current)
  if (!before && !isAfter) return
  const own = { kind, of_id, user_session_id }
  const newest = await findNewest(tx, kind, of_id)
  const rows: VersionRow[] = []
  if (before && newest === 0) rows.push({ ...own, version: 1, ...before })
  rows.push({
    ...own,
    version: Math.max(newest, rows.length) + 1,
    content: after,
    deleted: after === null,
    written_by: next.by === null || next.by === 'candidate' ? null : next.by.staff_account_id,
    by_candidate: next.by === 'candidate',
    why: next.why ?? null,
    after_decision: isAfter,
    after_change_id: isAfter ? current.status_change_id : null,
  })
  await insertVersions(tx, rows)
  if (isAfter) await requestSeal(tx, { user_session_id: user_session_id!, because: 'added', status_change_id: current.status_change_id })
}
