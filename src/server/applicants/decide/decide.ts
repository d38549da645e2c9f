import { whyReasonIsMissing } from '#contract/applicants/moves.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { StatusId } from '#contract/statuses/status-meanings.ts'
import { queueCandidateEmail, type Desk, type Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { fieldRefusal } from '#server/http/changes.ts'
import { withdrawEmails } from '#server/mail/store.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import { wantSeal } from '#server/versions/seal-wanted-store.ts'
import { listStandingVersions } from '#server/versions/version-store.ts'
import { fillOpening } from './fill-opening.ts'
import { countOwn } from './reason-store.ts'
import { findStandingChange, insertStatusChange, setStanding, type LockedApplicant } from './move-store.ts'

/** Staff can undo a decision while its email is pending, and in any case for at least this long. */
const MIN_UNDO_SECONDS = 30

export type Grounds = { reason?: string | undefined; red_flag_ids?: number[] | undefined; feedback_ids?: number[] | undefined }
type Decision = Grounds & {
  to: StatusId
  /** The email to send; without one, the candidate isn't notified. */
  email?: Wording | undefined
  undoSeconds?: number
  action?: AuditAction
  facts?: Record<string, unknown>
}

/**
 * Decides on a locked applicant, in the caller's transaction: withdraws what's still pending from the previous decision, changes the status, queues
 * the email and writes the history and audit trail. Every decision goes through here; the caller has checked that the move is allowed. Throws as
 * `queueCandidateEmail` does, 409 when it would fill an opening and none is left, and 422 when the employer requires a reason and there's none, or
 * when the decision cites something about another person.
 */
export async function decide(desk: Desk, applicant: LockedApplicant, decision: Decision) {
  const { tx, env, actor } = desk
  const { user_session_id, ref_application_status_id: from } = applicant
  const { to } = decision
  const { reason, ...named } = await groundsOf(desk, applicant, decision)
  const openings_left = await fillOpening(tx, { user_session_id, to })
  const standing = await findStandingChange(tx, user_session_id)
  const earlier = standing ? await withdrawEmails(tx, standing.status_change_id) : 'none'
  const undoSeconds = decision.undoSeconds ?? Math.max(MIN_UNDO_SECONDS, env.MAIL_DELAY_SECONDS)
  const change = {
    user_session_id,
    from_status_id: from,
    from_emailed: earlier === 'withdrawn' ? false : applicant.has_emailed_application_status,
    to_status_id: to,
    changed_by: actor === 'candidate' ? null : actor.staff_account_id,
    ...named,
    read_versions: await listStandingVersions(tx, user_session_id),
    ...(reason && { reason }),
  }
  const { status_change_id, undo_until } = await insertStatusChange(tx, change, undoSeconds)
  const state = await setStanding(tx, { user_session_id, ref_application_status_id: to, has_emailed_application_status: false })
  if (reason || named.red_flag_ids.length + named.feedback_ids.length > 0) await queueForSearch(tx, user_session_id)
  if (meaningOf(to).isFinal) await wantSeal(tx, { user_session_id, because: 'decided', status_change_id })
  const facts = { from, to, status_change_id, ...(earlier === 'withdrawn' && { email_withdrawn: true }), ...decision.facts }
  await recordAudit(tx, { actor, action: decision.action ?? 'applicant.status-changed', subject_kind: 'applicant', subject_id: user_session_id, facts })
  if (!decision.email) return { ...state, status_change_id, undo_until, email_id: null, openings_left }
  const queued = await queueCandidateEmail(desk, applicant, {
    ...decision.email,
    ref_application_status_id: to,
    status_change_id,
    delaySeconds: env.MAIL_DELAY_SECONDS,
  })
  return { ...state, has_emailed_application_status: queued !== null, status_change_id, undo_until, email_id: queued?.email_id ?? null, openings_left }
}

/** What the decision is based on; red flags and feedback about another person are rejected. */
async function groundsOf({ tx, env, actor }: Desk, { user_session_id }: LockedApplicant, { to, reason, ...named }: Decision) {
  const missing = actor !== 'candidate' && env.DECISION_REASON === 'required' ? whyReasonIsMissing(to, reason) : null
  if (missing) throw fieldRefusal(422, 'reason', missing)
  const [red_flag_ids, feedback_ids] = [[...new Set(named.red_flag_ids)], [...new Set(named.feedback_ids)]]
  if (red_flag_ids.length + feedback_ids.length === 0) return { reason, red_flag_ids, feedback_ids }
  const own = await countOwn(tx, user_session_id, { red_flag_ids, feedback_ids })
  if (own.red_flags < red_flag_ids.length) throw fieldRefusal(422, 'red_flag_ids', "A red flag you linked isn't in this applicant's review.")
  if (own.feedback < feedback_ids.length) throw fieldRefusal(422, 'feedback_ids', "Feedback you linked hasn't been submitted for this applicant.")
  return { reason, red_flag_ids, feedback_ids }
}
