import type { TextVersion } from '#contract/versions.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { findApplicantRow } from '#server/applicants/list/list-store.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { rejectBeforeOwnFeedback } from '#server/feedback/own-feedback-first.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { hiderOf } from '#server/people/hide-identity.ts'
import type { Services } from '#server/services.ts'
import { listVersionRows } from '#server/versions/version-store.ts'
import { versionText } from '#server/versions/version-text.ts'

/**
 * Everything about an applicant that has changed, as this caller may see it: without `identifiable`, contact details aren't in it and names
 * are masked. 404 for an unknown applicant, 403 before an interviewer's own feedback is in.
 */
export async function readVersions(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { id, identifiable }: { id: number; identifiable: boolean },
): Promise<TextVersion[]> {
  const applicant = await findApplicantRow(db, { user_session_id: id, scope: caller.scope }, { withIdentity: identifiable })
  if (!applicant) throw notFound(id)
  await rejectBeforeOwnFeedback(db, caller, id)
  const rows = await listVersionRows(db, id)
  if (identifiable && rows.length > 0) await recordReveal(db, caller, { user_session_id: id, shown: 'versions' })
  const { hide } = hiderOf(applicant)
  return rows
    .filter(({ kind }) => identifiable || kind !== 'contact')
    .map(({ content, ...row }) => {
      const text = versionText(row.kind, content)
      return { ...row, text: text === null || identifiable ? text : hide(text), why: row.why === null || identifiable ? row.why : hide(row.why) }
    })
}
