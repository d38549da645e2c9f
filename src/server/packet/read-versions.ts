import type { TextVersion } from '#contract/versions.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { rejectBeforeOwnFeedback } from '#server/feedback/own-feedback-first.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { findKnown } from '#server/people/find-known.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { listVersionRows } from '#server/versions/version-store.ts'
import { versionText } from '#server/versions/version-text.ts'

/**
 * Returns everything about an applicant that has changed, as this caller can see it: without `identifiable`, contact details are left out and names
 * are masked. Throws 404 for an unknown applicant, 403 while the caller's own interview feedback is pending.
 */
export async function readVersions(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { id, identifiable }: { id: number; identifiable: boolean },
): Promise<TextVersion[]> {
  const known = await findKnown(db, id, caller.scope)
  if (!known) throw notFound(id)
  await rejectBeforeOwnFeedback(db, caller, id)
  const rows = await listVersionRows(db, id)
  if (identifiable && rows.length > 0) await recordReveal(db, caller, { user_session_id: id, shown: 'versions' })
  const { show } = viewOf(known, viewerOf(env, { identifiable }))
  return rows
    .filter(({ kind }) => identifiable || kind !== 'contact')
    .map(({ content, ...row }) => show('version', { ...row, text: versionText(row.kind, content) }))
}
