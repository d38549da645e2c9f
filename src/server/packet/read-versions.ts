import type { TextVersion, VersionKind } from '#contract/versions.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { owesFeedback } from '#server/feedback/owed-store.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { findKnown } from '#server/people/find-known.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { listVersionRows } from '#server/versions/version-store.ts'
import { versionText } from '#server/versions/version-text.ts'

/** Hidden along with the name: together with the day a question was reworded, the wording someone answered would reveal when they applied. */
const NAMED: readonly VersionKind[] = ['contact', 'question']

/** The versions a caller can read before submitting their own interview feedback. */
const NOT_FEEDBACK: readonly VersionKind[] = ['answer', 'contact', 'note', 'question']

/**
 * Returns everything about an applicant that has changed, as this caller can see it. Without `identifiable`, contact details are left out and names
 * are masked. While the caller's own interview feedback is pending, others' opinions are left out. Throws 404 for an unknown applicant.
 */
export async function readVersions(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { id, identifiable }: { id: number; identifiable: boolean },
): Promise<TextVersion[]> {
  const known = await findKnown(db, id, caller.scope)
  if (!known) throw notFound(id)
  const isWaiting = await owesFeedback(db, caller.email.toLowerCase(), id)
  const rows = (await listVersionRows(db, id)).filter(({ kind }) => !isWaiting || NOT_FEEDBACK.includes(kind))
  if (identifiable && rows.length > 0) await recordReveal(db, caller, { user_session_id: id, shown: 'versions' })
  const { show } = viewOf(known, viewerOf(env, { identifiable }))
  return rows
    .filter(({ kind }) => identifiable || !NAMED.includes(kind))
    .map(({ content, ...row }) => show('version', { ...row, text: versionText(row.kind, content) }))
}
