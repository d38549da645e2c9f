import { whyReasonIsMissing } from '#contract/applicants/moves.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { StatusId } from '#contract/statuses/status-meanings.ts'
import { queueCandidateEmail, type Desk, type Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { fieldError } from '#server/http/changes.ts'
import { withdrawEmails } from '#server/mail/store.ts'
import { fillOpening } from './fill-opening.ts'
import { countOwn } from './reason-store.ts'
import { findStandingChange, insertStatusChange, setEmailed, type LockedApplicant, type StandingChange } from './move-store.ts'

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
  const standing = await findStandingChange(desk.tx, applicant.user_session_id)
  const { entries, ...decided } = await decideUnrecorded(desk, { applicant, standing }, decision)
  await recordAudit(desk.tx, ...entries)
  return decided
}

export type Deciding = { applicant: LockedApplicant; standing: Pick<StandingChange, 'status_change_id'> | null }

/**
 * The same in a transaction that decides on many people: it has already read the change each of them stands in, and passes the `entries` of all of
 * them to `recordAudit` at its end.
 */
export async function decideUnrecorded(desk: Desk, { applicant, standing }: Deciding, decision: Decision) {
  const { tx, env, actor } = desk
  const { user_session_id, ref_application_status_id: from } = applicant
  const { to } = decision
  const { reason, ...named } = await groundsOf(desk, applicant, decision)
  const openings_left = await fillOpening(tx, { user_session_id, to })
  const earlier = standing ? await withdrawEmails(tx, standing.status_change_id) : 'none'
  const undoSeconds = decision.undoSeconds ?? Math.max(MIN_UNDO_SECONDS, env.MAIL_DELAY_SECONDS)
  const change = {
    user_session_id,
    from_status_id: from,
    from_emailed: earlier === 'withdrawn' ? false : applicant.has_emailed_application_status,
    to_status_id: to,
    changed_by: actor === 'candidate' ? null : actor.staff_account_id,
    ...named,
    ...(reason && { reason }),
  }
  const state = await insertStatusChange(tx, change, {
    undoSeconds,
    isEmailed: decision.email !== undefined && actor !== 'candidate',
    isSearchable: Boolean(reason) || named.red_flag_ids.length + named.feedback_ids.length > 0,
    isSealed: meaningOf(to).isFinal,
  })
  const email = await queueEmailOf(desk, applicant, { ...decision, status_change_id: state.status_change_id })
  const facts = { from, to, status_change_id: state.status_change_id, ...(earlier === 'withdrawn' && { email_withdrawn: true }), ...decision.facts }
  const moved = { actor, action: decision.action ?? 'applicant.status-changed', subject_kind: 'applicant', subject_id: user_session_id, facts } as const
  const entries: AuditEntry[] = [moved, ...(email ? [email.entry] : [])]
  return { ...state, has_emailed_application_status: email !== null, email_id: email?.email_id ?? null, openings_left, entries }
}

/** Null if there's no email, or if the candidate's own action may not cause one today. */
async function queueEmailOf(desk: Desk, applicant: LockedApplicant, { email, to, status_change_id }: Decision & { status_change_id: number }) {
  if (!email) return null
  const queued = await queueCandidateEmail(desk, applicant, {
    ...email,
    ref_application_status_id: to,
    status_change_id,
    delaySeconds: desk.env.MAIL_DELAY_SECONDS,
  })
  const { user_session_id } = applicant
  if (queued && desk.actor === 'candidate') await setEmailed(desk.tx, { user_session_id, ref_application_status_id: to, has_emailed_application_status: true })
  return queued
}

/** What the decision is based on; red flags and feedback about another person are rejected. */
async function groundsOf({ tx, env, actor }: Desk, { user_session_id }: LockedApplicant, { to, reason, ...named }: Decision) {
  const missing = actor !== 'candidate' && env.DECISION_REASON === 'required' ? whyReasonIsMissing(to, reason) : null
  if (missing) throw fieldError(422, 'reason', missing)
  const [red_flag_ids, feedback_ids] = [[...new Set(named.red_flag_ids)], [...new Set(named.feedback_ids)]]
  if (red_flag_ids.length + feedback_ids.length === 0) return { reason, red_flag_ids, feedback_ids }
  const own = await countOwn(tx, user_session_id, { red_flag_ids, feedback_ids })
  if (own.red_flags < red_flag_ids.length) throw fieldError(422, 'red_flag_ids', "A red flag you linked isn't in this applicant's review.")
  if (own.feedback < feedback_ids.length) throw fieldError(422, 'feedback_ids', "Feedback you linked hasn't been submitted for this applicant.")
  return { reason, red_flag_ids, feedback_ids }
}
