import { missingReasonError } from '#contract/applicants/moves.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { StatusId } from '#contract/statuses/status-meanings.ts'
import {
  queueWritten,
  writeCandidateEmail,
  type CandidateEmail,
  type EmailContext,
  type PlannedPart,
  type Wording,
} from '#server/applicants/emails/queue-candidate-email.ts'
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import type { Db } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import { withdrawEmailsOf } from '#server/mail/store.ts'
import { fillOpening } from './fill-opening.ts'
import { countOwn } from './reason-store.ts'
import { findCurrentChange, insertStatusChanges, setEmailed, versionsReadFor, type LockedApplicant, type CurrentChange } from './move-store.ts'

/** Staff can undo a decision while its email is pending, and in any case for at least this long. */
const MIN_UNDO_SECONDS = 30

export type Grounds = { reason?: string | undefined; red_flag_ids?: number[] | undefined; feedback_ids?: number[] | undefined }
export type Decision = Grounds & {
  to: StatusId
  /** The email to send; without one, the candidate isn't notified. */
  email?: Wording | undefined
  /** Sets up interviews with the decision. */
  planning?: InterviewPlanner | undefined
  undoSeconds?: number
  action?: AuditAction
  facts?: Record<string, unknown>
}

/** Interviews set up with a decision; the domain they belong to comes after this one. */
export type InterviewPlanner = {
  /** Takes the locks that come before an applicant's. */
  begin: (tx: Db) => Promise<void>
  /** Checks the interviews of someone who'll be in `to`, changing nothing. Null leaves them as they are. Throws as `savePlan` does. */
  prepare: (tx: Db, applicant: LockedApplicant, to: number) => Promise<PreparedPlan | null>
}
export type PreparedPlan = { parts: PlannedPart[]; save: () => Promise<AuditEntry> }

/**
 * Decides on a locked applicant, in the caller's transaction: withdraws what's still pending from the previous decision, changes the status, queues
 * the email and writes the history and audit trail. Every decision goes through here; the caller has checked that the move is allowed. Throws as
 * `writeCandidateEmail` does, 409 when it would fill an opening and none is left, and 422 when the employer requires a reason and there's none, or
 * when the decision cites something about another person.
 */
export async function decide(desk: EmailContext, applicant: LockedApplicant, decision: Decision) {
  const current = await findCurrentChange(desk.tx, applicant.user_session_id)
  const [decided] = await recordDecision(desk, [await prepareDecision(desk, { applicant, current }, decision)], decision)
  return decided!
}

type DecisionTarget = { applicant: LockedApplicant; current: Pick<CurrentChange, 'status_change_id'> | null }
type PreparedDecision = DecisionTarget & { openings_left: number | null; plan: PreparedPlan | null; email: CandidateEmail | null }

/** What can stop a decision on one person: throws as `decide` does, and changes nothing about them. */
export async function prepareDecision(desk: EmailContext, { applicant, current }: DecisionTarget, decision: Decision): Promise<PreparedDecision> {
  const { to, email, planning } = decision
  await rejectWrongGrounds(desk, applicant, decision)
  const openings_left = await fillOpening(desk.tx, { user_session_id: applicant.user_session_id, to })
  const plan = (await planning?.prepare(desk.tx, applicant, to)) ?? null
  const written = email ? await writeCandidateEmail(desk, applicant, { ...email, ref_application_status_id: to, planned: plan?.parts }) : null
  return { applicant, current, openings_left, plan, email: written }
}

/** Makes a prepared decision on one or more people, with one statement for each step. */
export async function recordDecision(desk: EmailContext, prepared: PreparedDecision[], decision: Decision) {
  const { tx, env, actor } = desk
  const { to, reason } = decision
  const named = namedIn(decision)
  const earlier = await withdrawEmailsOf(
    tx,
    prepared.flatMap(({ current }) => current?.status_change_id ?? []),
  )
  const isWithdrawn = ({ current }: PreparedDecision) => current !== null && earlier.get(current.status_change_id) === 'withdrawn'
  const from = prepared.map((one) => ({
    user_session_id: one.applicant.user_session_id,
    from_status_id: one.applicant.ref_application_status_id,
    from_emailed: isWithdrawn(one) ? false : one.applicant.has_emailed_application_status,
  }))
  const change = { to_status_id: to, changed_by: actor === 'candidate' ? null : actor.staff_account_id, reason, ...named }
  const states = await insertStatusChanges(tx, from, change, {
    undoSeconds: decision.undoSeconds ?? Math.max(MIN_UNDO_SECONDS, env.MAIL_DELAY_SECONDS),
    isEmailed: decision.email !== undefined && actor !== 'candidate',
    isSearchable: Boolean(reason) || named.red_flag_ids.length + named.feedback_ids.length > 0,
    isSealed: meaningOf(to).isFinal,
  })
  const emails = await queueEmails(desk, prepared, states)
  const decided = states.map((state) => ({ state, queued: emails.get(state.user_session_id) }))
  const about = new Map(prepared.map((one) => [one.applicant.user_session_id, { ...one, isWithdrawn: isWithdrawn(one) }]))
  const entries = decided.flatMap((one) => entriesOf(actor, { ...one, ...about.get(one.state.user_session_id)! }, decision))
  for (const { plan } of prepared) if (plan) entries.push(await plan.save())
  await recordAudit(tx, ...entries)
  return decided.map(({ state, queued }) => ({
    ...state,
    has_emailed_application_status: queued !== undefined,
    email_id: queued?.email_id ?? null,
    openings_left: about.get(state.user_session_id)!.openings_left,
  }))
}

type CompletedDecision = PreparedDecision & { state: { status_change_id: number }; isWithdrawn: boolean; queued: { entry: AuditEntry } | undefined }

function entriesOf(
  actor: EmailContext['actor'],
  { applicant, state, isWithdrawn, queued }: CompletedDecision,
  { to, action = 'applicant.status-changed', ...more }: Decision,
): AuditEntry[] {
  const { user_session_id: subject_id, ref_application_status_id: from } = applicant
  const facts = { from, to, status_change_id: state.status_change_id, ...(isWithdrawn && { email_withdrawn: true }), ...more.facts }
  return [{ actor, action, subject_kind: 'applicant', subject_id, facts }, ...(queued ? [queued.entry] : [])]
}

/** Leaves out emails over the daily limit for what a candidate's own actions cause. */
async function queueEmails(desk: EmailContext, prepared: PreparedDecision[], changes: { user_session_id: number; status_change_id: number }[]) {
  const changeOf = new Map(changes.map((one) => [one.user_session_id, one.status_change_id]))
  const emails = prepared.flatMap(({ email }): CandidateEmail[] => {
    if (!email) return []
    const status_change_id = changeOf.get(email.user_session_id)!
    return [{ ...email, status_change_id, read_versions: versionsReadFor(status_change_id) }]
  })
  const queued = await queueWritten(desk, emails, desk.env.MAIL_DELAY_SECONDS)
  const [own] = desk.actor === 'candidate' ? emails : []
  if (own && queued.has(own.user_session_id)) {
    const { user_session_id, ref_application_status_id } = own
    await setEmailed(desk.tx, { user_session_id, ref_application_status_id: ref_application_status_id!, has_emailed_application_status: true })
  }
  return queued
}

const namedIn = ({ red_flag_ids, feedback_ids }: Decision) => ({ red_flag_ids: [...new Set(red_flag_ids)], feedback_ids: [...new Set(feedback_ids)] })

/** Throws 422 if a required reason is missing, or for red flags and feedback about another person. */
async function rejectWrongGrounds({ tx, env, actor }: EmailContext, { user_session_id }: LockedApplicant, decision: Decision): Promise<void> {
  const missing = actor !== 'candidate' && env.DECISION_REASON === 'required' ? missingReasonError(decision.to, decision.reason) : null
  if (missing) throw fieldError(422, 'reason', missing)
  const { red_flag_ids, feedback_ids } = namedIn(decision)
  if (red_flag_ids.length + feedback_ids.length === 0) return
  const own = await countOwn(tx, user_session_id, { red_flag_ids, feedback_ids })
  if (own.red_flags < red_flag_ids.length) throw fieldError(422, 'red_flag_ids', "A red flag you linked isn't in this applicant's review.")
  if (own.feedback < feedback_ids.length) throw fieldError(422, 'feedback_ids', "Feedback you linked hasn't been submitted for this applicant.")
}
