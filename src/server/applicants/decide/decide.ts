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
import { moveReplyDateBack } from '#server/applications/reply-date-store.ts'
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import type { Db } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import { withdrawEmailsOf } from '#server/mail/store.ts'
import { fillOpening } from './fill-opening.ts'
import { countOwn } from './reason-store.ts'
import { insertStatusChanges, listReplacedChanges, setEmailed, versionsReadFor, type LockedApplicant, type ReplacedChange } from './move-store.ts'

/** Staff can undo a decision until its email goes out, and always for at least this long. */
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

/** Sets up interviews with a decision. Passed in by the caller because scheduling is a later domain. */
export type InterviewPlanner = {
  /** Takes the locks that come before an applicant's. */
  begin: (tx: Db) => Promise<void>
  /** Checks the interviews of someone moving to `to`, without changing anything. Null keeps them as they are. Throws the same errors as `savePlan`. */
  prepare: (tx: Db, applicant: LockedApplicant, to: number) => Promise<PreparedPlan | null>
}
export type PreparedPlan = { parts: PlannedPart[]; save: () => Promise<AuditEntry> }

/**
 * Decides on a locked applicant, in the caller's transaction: withdraws what's still pending from the previous decision, changes the status, queues
 * the email and writes the history and audit trail. Every decision goes through here; the caller has checked that the move is allowed. Throws the
 * same errors as `writeCandidateEmail`, plus 409 when it needs an opening and none is left, and 422 when a required reason is missing or the decision
 * cites something about another person.
 */
export async function decide(context: EmailContext, applicant: LockedApplicant, decision: Decision) {
  const { user_session_id } = applicant
  const replaced = (await listReplacedChanges(context.tx, [user_session_id])).get(user_session_id)!
  const [decided] = await recordDecision(context, [await prepareDecision(context, { applicant, replaced }, decision)], decision)
  return decided!
}

type DecisionTarget = { applicant: LockedApplicant; replaced: ReplacedChange }
type PreparedDecision = DecisionTarget & { openings_left: number | null; plan: PreparedPlan | null; email: CandidateEmail | null }

/** Runs the checks that can stop a decision on one person, without changing anything. Throws the same errors as `decide`. */
export async function prepareDecision(context: EmailContext, { applicant, replaced }: DecisionTarget, decision: Decision): Promise<PreparedDecision> {
  const { to, email, planning } = decision
  await checkGrounds(context, applicant, decision)
  const openings_left = await fillOpening(context.tx, { user_session_id: applicant.user_session_id, to })
  const plan = (await planning?.prepare(context.tx, applicant, to)) ?? null
  const written = email ? await writeCandidateEmail(context, applicant, { ...email, ref_application_status_id: to, planned: plan?.parts }) : null
  return { applicant, replaced, openings_left, plan, email: written }
}

/** Records a prepared decision for one or more people, with one statement per step. */
export async function recordDecision(context: EmailContext, prepared: PreparedDecision[], decision: Decision) {
  const { tx, env, actor } = context
  const { to, reason } = decision
  const cited = citedIn(decision)
  const { isWithdrawn, wasEmailed } = await withdrawReplaced(tx, prepared, to)
  const from = prepared.map(({ applicant }) => ({
    user_session_id: applicant.user_session_id,
    from_status_id: applicant.ref_application_status_id,
    from_emailed: wasEmailed(applicant),
  }))
  const change = { to_status_id: to, changed_by: actor === 'candidate' ? null : actor.staff_account_id, reason, ...cited }
  const states = await insertStatusChanges(tx, from, change, {
    undoSeconds: decision.undoSeconds ?? Math.max(MIN_UNDO_SECONDS, env.MAIL_DELAY_SECONDS),
    isEmailed: decision.email !== undefined && actor !== 'candidate',
    isSearchable: Boolean(reason) || cited.red_flag_ids.length + cited.feedback_ids.length > 0,
    isSealed: meaningOf(to).isFinal,
  })
  const emails = await queueEmails(context, prepared, states)
  const decided = states.map((state) => ({ state, queued: emails.get(state.user_session_id) }))
  const preparedById = new Map(prepared.map((one) => [one.applicant.user_session_id, { ...one, isWithdrawn: isWithdrawn(one.applicant) }]))
  const entries = decided.flatMap((one) => auditEntriesOf(actor, { ...one, ...preparedById.get(one.state.user_session_id)! }, decision))
  for (const { plan } of prepared) if (plan) entries.push(await plan.save())
  await recordAudit(tx, ...entries)
  return decided.map(({ state, queued }) => ({
    ...state,
    has_emailed_application_status: queued !== undefined,
    email_id: queued?.email_id ?? null,
    openings_left: preparedById.get(state.user_session_id)!.openings_left,
  }))
}

/**
 * Withdraws the unsent emails that decisions replace, and moves back the reply dates they promised. Setting someone aside for review decides nothing: what
 * they're told about the date, or asked, stays true.
 */
async function withdrawReplaced(tx: Db, prepared: PreparedDecision[], to: StatusId) {
  const replaced = prepared.map((one) => one.replaced)
  const untied = meaningOf(to).isUndecided ? [] : replaced.filter(({ status_change_id, has_untied }) => has_untied || status_change_id !== null)
  const emails = await withdrawEmailsOf(tx, {
    user_session_ids: untied.map(({ user_session_id }) => user_session_id),
    status_change_ids: replaced.flatMap(({ status_change_id }) => status_change_id ?? []),
  })
  const unsent = emails.filter(({ isGone, state, ref_application_status_id }) => !isGone && state === 'queued' && ref_application_status_id === null)
  await moveReplyDateBack(
    tx,
    unsent.map(({ email_id }) => email_id),
  )
  const emailsOf = Map.groupBy(emails, (email) => email.user_session_id)
  return {
    isWithdrawn: ({ user_session_id }: LockedApplicant) => (emailsOf.get(user_session_id) ?? []).some(({ isGone }) => !isGone),
    /** Whether the candidate was told about the status they were in, after all. */
    wasEmailed: ({ user_session_id, ref_application_status_id, has_emailed_application_status }: LockedApplicant) => {
      const about = (emailsOf.get(user_session_id) ?? []).filter((email) => email.ref_application_status_id === ref_application_status_id)
      return has_emailed_application_status && (about.length === 0 || about.some(({ isGone }) => isGone))
    },
  }
}

type CompletedDecision = PreparedDecision & { state: { status_change_id: number }; isWithdrawn: boolean; queued: { entry: AuditEntry } | undefined }

function auditEntriesOf(
  actor: EmailContext['actor'],
  { applicant, state, isWithdrawn, queued }: CompletedDecision,
  { to, action = 'applicant.status-changed', ...more }: Decision,
): AuditEntry[] {
  const { user_session_id: subject_id, ref_application_status_id: from } = applicant
  const facts = { from, to, status_change_id: state.status_change_id, ...(isWithdrawn && { email_withdrawn: true }), ...more.facts }
  return [{ actor, action, subject_kind: 'applicant', subject_id, facts }, ...(queued ? [queued.entry] : [])]
}

/** Skips emails over the daily limit for emails caused by a candidate's own actions. */
async function queueEmails(context: EmailContext, prepared: PreparedDecision[], changes: { user_session_id: number; status_change_id: number }[]) {
  const changeOf = new Map(changes.map((one) => [one.user_session_id, one.status_change_id]))
  const emails = prepared.flatMap(({ email }): CandidateEmail[] => {
    if (!email) return []
    const status_change_id = changeOf.get(email.user_session_id)!
    return [{ ...email, status_change_id, read_versions: versionsReadFor(status_change_id) }]
  })
  const queued = await queueWritten(context, emails, context.env.MAIL_DELAY_SECONDS)
  const [own] = context.actor === 'candidate' ? emails : []
  if (own && queued.has(own.user_session_id)) {
    const { user_session_id, ref_application_status_id } = own
    await setEmailed(context.tx, { user_session_id, ref_application_status_id: ref_application_status_id!, has_emailed_application_status: true })
  }
  return queued
}

const citedIn = ({ red_flag_ids, feedback_ids }: Decision) => ({ red_flag_ids: [...new Set(red_flag_ids)], feedback_ids: [...new Set(feedback_ids)] })

/** Throws 422 if a required reason is missing, or for red flags and feedback about another person. */
async function checkGrounds({ tx, env, actor }: EmailContext, { user_session_id }: LockedApplicant, decision: Decision): Promise<void> {
  const missing = actor !== 'candidate' && env.DECISION_REASON === 'required' ? missingReasonError(decision.to, decision.reason) : null
  if (missing) throw fieldError(422, 'reason', missing)
  const { red_flag_ids, feedback_ids } = citedIn(decision)
  if (red_flag_ids.length + feedback_ids.length === 0) return
  const own = await countOwn(tx, user_session_id, { red_flag_ids, feedback_ids })
  if (own.red_flags < red_flag_ids.length) throw fieldError(422, 'red_flag_ids', "A red flag you linked isn't in this applicant's review.")
  if (own.feedback < feedback_ids.length) throw fieldError(422, 'feedback_ids', "Feedback you linked hasn't been submitted for this applicant.")
}
