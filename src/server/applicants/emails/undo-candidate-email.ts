import type { CandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { lockApplicant, MOVES_THE_DATE, setEmailed } from '#server/applicants/decide/move-store.ts'
import { moveReplyDateBack } from '#server/applicants/decide/reply-date-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { withdrawEmail } from '#server/mail/store.ts'
import { viewerOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { findEmail, hasOtherEmail } from './email-store.ts'
import { presentEmail } from './present-email.ts'
import { emailToUndo } from './undo-token.ts'

/**
 * Withdraws an unsent email; the applicant counts as not emailed unless another email for the same status remains. Throws 404 for a token that isn't
 * ours, 409 when the email has been sent or was already withdrawn.
 */
export async function undoCandidateEmail(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  { undo_token, identifiable }: { undo_token: string; identifiable: boolean },
): Promise<CandidateEmail> {
  const email_id = emailToUndo(keys, undo_token)
  if (email_id === null) throw new HttpError(404, "There's nothing to undo here.")
  return db.transaction(async (tx) => {
    const seen = await findEmail(tx, email_id)
    const applicant = seen && (await lockApplicant(tx, seen.user_session_id, caller.scope))
    if (!applicant) throw new HttpError(404, "There's nothing to undo here.")
    if (!(await withdrawEmail(tx, email_id))) throw new HttpError(409, await whyNot(tx, email_id))

    const { user_session_id } = applicant
    const { ref_application_status_id, template_name } = seen
    if (ref_application_status_id !== null && !(await hasOtherEmail(tx, { user_session_id, ref_application_status_id }))) {
      await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: false })
    }
    if (template_name === MOVES_THE_DATE) await moveReplyDateBack(tx, email_id)
    const facts = { email_id, template_name }
    await recordAudit(tx, { actor: caller, action: 'applicant.email-withdrawn', subject_kind: 'applicant', subject_id: user_session_id, facts })
    return presentEmail((await findEmail(tx, email_id))!, { viewer: viewerOf(env, { identifiable }), keys })
  })
}

async function whyNot(tx: Parameters<typeof findEmail>[0], email_id: number): Promise<string> {
  const email = await findEmail(tx, email_id)
  return email?.state === 'withdrawn' ? 'This email was already withdrawn.' : 'This email has already been sent.'
}
