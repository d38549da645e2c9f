import type { CandidateEmail } from '#contract/candidate/candidate-emails.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { viewerOf, viewOf, type Viewer } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { findSubmitted } from '#server/applicants/one/history-store.ts'
import { listEmails, findEmail, hasOtherEmail, type EmailRow, hasSameEmail } from './email-store.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { sign, verify, type Keys } from '#server/http/keys.ts'
import { findApplicant, lockApplicant, setEmailed, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { moveReplyDateBack } from '#server/applications/reply-date-store.ts'
import { moveReplyDateAgain } from '#server/applicants/decide/reply-date-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { withoutSealed } from '#server/mail/sealed.ts'
import { withdrawEmail, retryEmail } from '#server/mail/store.ts'
import { isOwedReply } from '#contract/statuses/statuses.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'

/**
 * The emails to an applicant, newest first; with names hidden, recipients are omitted and text is masked. Throws 404 if there's no such
 * application.
 */
export async function listEmailsTo(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<CandidateEmail[]> {
  if (!(await findSubmitted(db, user_session_id, caller.scope))) throw notFound(user_session_id)
  const emails = await listEmails(db, user_session_id)
  if (identifiable && emails.length > 0) await recordReveal(db, caller, { user_session_id, shown: 'emails' })
  const viewer = viewerOf(env, { identifiable })
  const current = emails.some(({ state }) => state === 'failed') ? await findApplicant(db, user_session_id, caller.scope) : null
  return Promise.all(
    emails.map(async (email) => {
      const is_retryable = email.state === 'failed' && current !== null && (await retryErrorOf(db, current, email)) === null
      return presentEmail(email, { viewer, keys, is_retryable })
    }),
  )
}

type Presenting = { viewer: Viewer; keys: Keys; is_retryable?: boolean }

/** An email as reviewers see it; with names hidden, it omits recipient and HTML and masks the name in the rest. */
function presentEmail(row: EmailRow, { viewer, keys, is_retryable = false }: Presenting): CandidateEmail {
  return viewOf(row, viewer).show('email', {
    ...row,
    text: withoutSealed(row.text),
    ...(row.state === 'queued' && { undo_token: undoTokenOf(keys, row.email_id) }),
    is_retryable,
  })
}

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
    if (!(await withdrawEmail(tx, email_id))) throw new HttpError(409, await undoError(tx, email_id))

    const { user_session_id } = applicant
    const { ref_application_status_id, template_name } = seen
    if (ref_application_status_id !== null && !(await hasOtherEmail(tx, { user_session_id, ref_application_status_id }))) {
      await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: false })
    }
    await moveReplyDateBack(tx, [email_id])
    const facts = { email_id, template_name }
    await recordAudit(tx, { actor: caller, action: 'applicant.email-withdrawn', subject_kind: 'applicant', subject_id: user_session_id, facts })
    return presentEmail((await findEmail(tx, email_id))!, { viewer: viewerOf(env, { identifiable }), keys })
  })
}

async function undoError(tx: Parameters<typeof findEmail>[0], email_id: number): Promise<string> {
  const email = await findEmail(tx, email_id)
  return email?.state === 'withdrawn' ? 'This email was already withdrawn.' : 'This email has already been sent.'
}

/**
 * Queues a failed email again. Throws 404 for an unknown email, 409 when it didn't fail, the applicant's status has since changed, its date has passed,
 * or it needs the applicant's consent.
 */
export async function retryCandidateEmail(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  { email_id, identifiable }: { email_id: number; identifiable: boolean },
): Promise<CandidateEmail> {
  return db.transaction(async (tx) => {
    const email = await findEmail(tx, email_id)
    const applicant = email && (await lockApplicant(tx, email.user_session_id, caller.scope))
    if (!applicant) throw new HttpError(404, 'That email was not found.')
    const { user_session_id, ref_application_status_id } = applicant
    const { isDecision, movesDate } = kindOf(email)
    const refusal = await retryErrorOf(tx, applicant, email)
    if (refusal) throw new HttpError(409, refusal)
    if (!(await retryEmail(tx, email_id))) throw new HttpError(409, 'Only failed emails can be sent again.')

    if (isDecision) await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: true })
    if (movesDate && !(await moveReplyDateAgain(tx, email_id))) throw new HttpError(409, 'The date in this email has passed. Choose another one.')
    await recordAudit(tx, { actor: caller, action: 'applicant.email-retried', subject_kind: 'applicant', subject_id: user_session_id, facts: { email_id } })
    return presentEmail((await findEmail(tx, email_id))!, { viewer: viewerOf(env, { identifiable }), keys })
  })
}

type Standing = Pick<LockedApplicant, 'ref_application_status_id' | 'has_emailed_application_status'>

/** Why a failed email no longer applies; null if it does. */
async function retryErrorOf(db: Db, applicant: Standing, email: EmailRow): Promise<string | null> {
  const { isDecision, movesDate } = kindOf(email)
  if (isDecision && email.ref_application_status_id !== applicant.ref_application_status_id)
    return 'This applicant has been moved since, so this email no longer applies.'
  if (email.template_purpose && PURPOSES[email.template_purpose].isAutomatic)
    return "This email was written automatically and can't be sent again. Write a new one."
  // They may have opted out since, which is checked for each new suggestion.
  if (email.unsubscribe_url) return "An email that suggests a role can't be sent again. Suggest the role again."
  if (movesDate && !isOwedReply(applicant)) return "This applicant isn't waiting for a reply."
  return (await hasSameEmail(db, email)) ? 'The same email has been sent since.' : null
}

const kindOf = ({ ref_application_status_id, template_purpose }: EmailRow) => ({
  isDecision: ref_application_status_id !== null,
  movesDate: template_purpose === 'more-time',
})

const PURPOSE = 'undo-email'

export function undoTokenOf(keys: Keys, email_id: number): string {
  return sign(keys, PURPOSE, String(email_id))
}

/** The email that a token can undo, or null for a token that isn't ours. */
function emailToUndo(keys: Keys, undo_token: string): number | null {
  const email_id = Number(verify(keys, PURPOSE, undo_token) ?? Number.NaN)
  return Number.isSafeInteger(email_id) ? email_id : null
}
