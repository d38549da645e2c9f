import type { CandidateEmail } from '#contract/candidate/candidate-emails.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { viewerOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { findSubmitted } from '#server/applicants/one/history-store.ts'
import { listEmails } from './email-store.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { presentEmail } from './present-email.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'

/** The emails to an applicant, newest first; with names hidden, without recipients and texts. Throws 404 if there's no such application. */
export async function listEmailsTo(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<CandidateEmail[]> {
  if (!(await findSubmitted(db, user_session_id, caller.scope))) throw notFound(user_session_id)
  const emails = await listEmails(db, user_session_id)
  if (identifiable && emails.length > 0) await recordReveal(db, caller, { user_session_id, shown: 'emails' })
  return emails.map((email) => presentEmail(email, { viewer: viewerOf(env, { identifiable }), keys }))
}
