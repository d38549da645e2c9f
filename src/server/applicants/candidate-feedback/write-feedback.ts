import type { CandidateFeedback } from '#contract/candidate/candidate-feedback.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { PURPOSES, type Purpose } from '#contract/templates/purposes.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { lockApplicant, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { fieldError } from '#server/http/changes.ts'
import { rejectStale } from '#server/http/versions.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { maskIn, viewerOf, viewOf, type View } from '#server/people/view-of.ts'
import { appendToSheet } from '#server/mail/layout.ts'
import type { Services } from '#server/services.ts'
import { recordVersion } from '#server/versions/record-version.ts'
import type { ComposedEmail } from '#server/templates/compose-email.ts'
import { deleteFeedback, readFeedback, setFeedback, setReviewed, type StoredFeedback } from './feedback-store.ts'

type Deps = Pick<Services, 'db' | 'env'>
const BLIND = { identifiable: false }
const CHANGED = 'This changed since you read it. Please read it again.'

/** Returns the feedback as this caller may see it; throws 404 for an unknown applicant. */
export async function findFeedback(
  { db, env }: Deps,
  caller: StaffCaller,
  { id, identifiable }: { id: number; identifiable: boolean },
): Promise<CandidateFeedback> {
  return db.transaction(async (tx) => {
    const applicant = await lockOrThrow(tx, caller, id)
    if (identifiable) await recordReveal(tx, caller, { user_session_id: id, shown: 'feedback to them' })
    return presentTo(caller, viewOf(applicant, viewerOf(env, { identifiable })), await readFeedback(tx, id))
  })
}

/**
 * Saves the hiring lead's feedback; an empty string removes it. Throws 403 for anyone else, 409 if it changed after the caller read it or the
 * candidate has been notified, and 422 for a mask in place of a name, because the candidate would read it.
 */
export async function writeFeedback(
  { db, env }: Deps,
  caller: StaffCaller,
  { id, feedback_text: typed, version }: { id: number; feedback_text: string; version?: number | undefined },
): Promise<CandidateFeedback> {
  return db.transaction(async (tx) => {
    const applicant = await lockOrThrow(tx, caller, id)
    if (applicant.hiring_lead_email.toLowerCase() !== caller.email) throw new HttpError(403, 'Only the hiring lead can write feedback to candidates.')
    rejectNotified(applicant)
    const stored = await readFeedback(tx, id)
    if (stored.written_at !== null) rejectStale({ ...stored, modified_at: stored.written_at, modified_by_email: stored.written_by_email }, version)
    else if (version !== undefined && version !== stored.version) throw new HttpError(409, CHANGED)
    const feedback_text = viewOf(applicant, viewerOf(env, BLIND)).restored(typed, stored.feedback_text === null ? [] : [stored.feedback_text])
    const mask = maskIn(feedback_text)
    if (mask) throw fieldError(422, 'feedback_text', `Write out ${mask}: the candidate would read it like this`)
    if (feedback_text === '') await deleteFeedback(tx, id)
    else await setFeedback(tx, { user_session_id: id, feedback_text, written_by: caller.staff_account_id })
    await recordVersion(tx, {
      kind: 'candidate_feedback',
      of_id: id,
      user_session_id: id,
      before:
        stored.feedback_text === null
          ? null
          : { content: { feedback_text: stored.feedback_text }, written_by: stored.written_by, written_at: stored.written_at! },
      after: feedback_text === '' ? null : { feedback_text },
      by: caller,
    })
    const action = feedback_text === '' ? 'applicant.feedback-removed' : 'applicant.feedback-written'
    await recordAudit(tx, { actor: caller, action, subject_kind: 'applicant', subject_id: id })
    return presentTo(caller, viewOf(applicant, viewerOf(env, BLIND)), await readFeedback(tx, id))
  })
}

/** Records a second person's approval. Throws 404 if there's no feedback, 409 for its author or if it changed after they read it. */
export async function reviewFeedback({ db, env }: Deps, caller: StaffCaller, { id, version }: { id: number; version: number }): Promise<CandidateFeedback> {
  return db.transaction(async (tx) => {
    const applicant = await lockOrThrow(tx, caller, id)
    const stored = await readFeedback(tx, id)
    if (stored.feedback_text === null) throw new HttpError(404, "There's no feedback yet.")
    if (stored.written_by === caller.staff_account_id) throw new HttpError(409, 'Someone else has to review your feedback.')
    if (stored.version !== version) throw new HttpError(409, CHANGED)
    await setReviewed(tx, id, caller.staff_account_id)
    await recordAudit(tx, { actor: caller, action: 'applicant.feedback-reviewed', subject_kind: 'applicant', subject_id: id, facts: { version } })
    return presentTo(caller, viewOf(applicant, viewerOf(env, BLIND)), await readFeedback(tx, id))
  })
}

/** Appends the reviewed feedback to the email if its purpose includes feedback. */
export async function appendFeedback(tx: Db, { user_session_id, purpose, hide = String }: FeedbackEmail, email: ComposedEmail): Promise<ComposedEmail> {
  const text = await findFeedbackFor(tx, { user_session_id, purpose, hide })
  if (text === null) return email
  const html = `<h2 style="margin:24px 0 8px;font-size:18px;line-height:1.3">${HEADING}</h2>\n${text
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:0 0 16px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n')}\n`
  return { ...email, html: appendToSheet(email.html, html), text: `${email.text}\n\n${HEADING}\n\n${text}` }
}

/** Feedback to append to the email's text, or null. */
export async function findFeedbackFor(tx: Db, { user_session_id, purpose, hide = String }: FeedbackEmail): Promise<string | null> {
  if (!purpose || !PURPOSES[purpose].carriesFeedback) return null
  const { feedback_text, reviewed_by_email } = await readFeedback(tx, user_session_id)
  return feedback_text === null || reviewed_by_email === null ? null : hide(feedback_text)
}

/** `hide` masks the candidate's name for readers who aren't allowed to see it. */
type FeedbackEmail = { user_session_id: number; purpose: Purpose | undefined; hide?: (text: string) => string }
const HEADING = 'Our feedback on your interviews'

async function lockOrThrow(tx: Db, caller: StaffCaller, id: number): Promise<LockedApplicant> {
  const applicant = await lockApplicant(tx, id, caller.scope)
  if (!applicant) throw notFound(id)
  return applicant
}

function rejectNotified(applicant: LockedApplicant): void {
  const isNotified = meaningOf(applicant.ref_application_status_id).isFinal && applicant.has_emailed_application_status
  if (isNotified) throw new HttpError(409, 'The candidate has already been emailed.')
}

/** Masks the name unless it's shown, except for the author. */
function presentTo(caller: StaffCaller, view: View, { written_by, ...stored }: StoredFeedback): CandidateFeedback {
  return written_by === caller.staff_account_id ? stored : view.show('told', stored)
}
