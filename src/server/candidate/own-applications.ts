import {
  CANDIDATE_ACTIONS,
  CLOSED_WITHOUT_EMAIL,
  roleClosedText,
  STAGE_LABELS,
  type CandidateAction,
  type OwnApplication,
  type OwnInterview,
} from '#contract/candidate/candidate.ts'
import { joinLinkOf, describePlace } from '#contract/interviews.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { displayedAnswer } from '#contract/questions/question-rules.ts'
import type { CandidateStage } from '#contract/statuses/status-meanings.ts'
import { meaningOf, SUBMITTED, WITHDRAWN } from '#contract/statuses/statuses.ts'
import type { Applicant } from '#server/applications/access-store.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { longestKeepingDays } from '#contract/candidate/retention.ts'
import type { Services } from '#server/services.ts'
import { candidateZone, readChecklist } from './read-checklist.ts'
import { listOwnSuggestions } from './suggestions/list-own-suggestions.ts'
import { findOwnRow, hasOwnApplication, listOwnRows, lockOwnApplication, type OwnRow, type VisibleDecision } from './store.ts'

type Deps = Pick<Services, 'db' | 'env'>
/** `last_step_at`: the last step the candidate has been told about. */
type VisibleApplication = Omit<OwnApplication, 'keep_until' | 'checklist' | 'suggestions' | 'interviews'> &
  Pick<OwnRow, 'ref_function_role_id' | 'role_closed_at' | 'interviews'> & { last_step_at: string }
const DAY = 24 * 60 * 60 * 1000

/** The applications that this person's cookie gives access to, newest first, limited to what they may see. */
export async function listOwn({ db, env }: Deps, applicant: Applicant): Promise<OwnApplication[]> {
  const all: OwnApplication[] = []
  for (const row of await listOwnRows(db, applicant)) all.push(await withDetails({ db, env }, presentOwn(row)))
  return all
}

/** One of this person's applications; throws 404 for anyone else's, as if it didn't exist. */
export async function readOwn(db: Db, email_key: string, user_session_id: number): Promise<VisibleApplication> {
  const row = await findOwnRow(db, email_key, user_session_id)
  if (!row) throw notYoursError()
  return presentOwn(row)
}

/** Throws 404 like `readOwn`. */
export async function checkOwn(db: Db, { email_key, user_session_id }: { email_key: string; user_session_id: number }): Promise<void> {
  if (!(await hasOwnApplication(db, email_key, user_session_id))) throw notYoursError()
}

/** Locks the application before any decision about it; throws 404 like `readOwn`. */
export async function lockOwn(tx: Db, { email_key, user_session_id }: { email_key: string; user_session_id: number }) {
  const session = await lockOwnApplication(tx, email_key, user_session_id)
  if (!session) throw notYoursError()
  return session
}

export function notYoursError(): HttpError {
  return new HttpError(404, "We couldn't find this application.")
}

/**
 * What the candidate sees. A decision appears once its email has been sent or, if it has none, once it can no longer be undone. Until then everything
 * here stays the same, so the page reveals no more than our emails did.
 */
function presentOwn({ reply_due_at, changes, erasure_due_at, ...row }: OwnRow): VisibleApplication {
  const known = lastKnown(changes)
  const stage = meaningOf(known?.to_status_id ?? SUBMITTED).candidateSees.stage
  const { isOpen, next } = STAGE_LABELS[stage]
  const [last] = changes
  const undo_until = last && isOwnWithdrawal(last) && last.is_undoable ? instant(last.undo_until!) : null
  return {
    ...row,
    stage,
    stage_text: stage === 'withdrawn' ? withdrawnText(undo_until, row.interviews) : stage === 'closed' && !known?.is_told ? CLOSED_WITHOUT_EMAIL : next,
    applied_at: instant(row.applied_at),
    last_step_at: instant(known?.changed_at ?? row.applied_at),
    reply_by: isOpen ? instant(reply_due_at) : null,
    actions: actionsFor({ stage, canUndo: undo_until !== null, isErasing: erasure_due_at !== null, row }),
    earlier_contacts: row.earlier_contacts.map((one) => ({ ...one, corrected_at: instant(one.corrected_at) })),
    earlier_resume_at: row.earlier_resume_at && instant(row.earlier_resume_at),
    accommodation_asked_at: row.accommodation_asked_at && instant(row.accommodation_asked_at),
    undo_until,
    erasure_due_at: erasure_due_at && instant(erasure_due_at),
    interviews: stage === 'interviews' ? row.interviews : [],
    answers: row.answers.map(({ answer, ...asked }) => ({ question_text: asked.question_text, answer: displayedAnswer(asked, answer) })),
    emails: row.emails.map(({ subject, sent_at }) => ({ subject, sent_at: instant(sent_at) })),
  }
}

/**
 * Adds the interview checklist, the suggested roles, and the date until which the law may require keeping the application, counted from the last step
 * the candidate knows about.
 */
export async function withDetails({ db, env }: Deps, { last_step_at, role_closed_at, ...own }: VisibleApplication): Promise<OwnApplication> {
  const checklist = own.stage === 'interviews' ? await readChecklist(db, env, own) : null
  const next = checklist && checklist.items.length > 0 ? checklist.summary : own.stage_text
  const stage_text = [next, role_closed_at && roleClosedText(own, formatLongDay(env.TIME_ZONE, role_closed_at))].filter(Boolean).join(' ')
  const suggestions = await listOwnSuggestions(db, own.user_session_id)
  const interviews = own.interviews.map((one) => presentInterview(one, candidateZone(env, one)))
  const keep_until = new Date(Date.parse(last_step_at) + longestKeepingDays(env) * DAY).toISOString()
  return { ...own, stage_text, checklist, suggestions, interviews, keep_until }
}

function lastKnown(changes: VisibleDecision[]): VisibleDecision | undefined {
  return changes.find((change) => change.is_own || (isAnnouncedByEmail(change) ? change.is_told : !change.is_undoable))
}

function isAnnouncedByEmail({ to_status_id }: VisibleDecision): boolean {
  return meaningOf(to_status_id).candidateSees.when === 'once-emailed'
}

function isOwnWithdrawal({ is_own, to_status_id }: VisibleDecision): boolean {
  return is_own && meaningOf(to_status_id).candidateSees.stage === meaningOf(WITHDRAWN).candidateSees.stage
}

const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Interviews that start within the undo period are canceled right away; the others are kept until it ends. */
function withdrawnText(undo_until: string | null, interviews: OwnRow['interviews']): string {
  const { next } = STAGE_LABELS.withdrawn
  if (undo_until === null) return `${next} This can no longer be undone.`
  const kept = interviews.filter(({ starts_at }) => Date.parse(starts_at) > Date.parse(undo_until)).map((one) => one.interview_name)
  return kept.length === 0 ? next : `${next} ${AND.format(kept)} will stay booked as long as you can undo this.`
}

function presentInterview(row: OwnRow['interviews'][number], time_zone: string): OwnInterview {
  const booked = { ...row, time_zone, starts_at: instant(row.starts_at), ends_at: instant(row.ends_at) }
  const now = Date.now()
  return { ...booked, is_over: Date.parse(row.ends_at) <= now, where_text: describePlace(booked, time_zone, now), join_url: joinLinkOf(booked, now) }
}

type Row = Pick<OwnRow, 'no_drafts' | 'earlier_contact' | 'earlier_resume_at' | 'accommodation_asked_at' | 'pending_email'>
type ApplicationState = { stage: CandidateStage; canUndo: boolean; isErasing: boolean; row: Row }

function actionsFor({ stage, canUndo, isErasing, row }: ApplicationState): CandidateAction[] {
  const { isOpen } = STAGE_LABELS[stage]
  const takesResume = stage === 'received' || stage === 'in-review'
  const isOffered: Record<CandidateAction, boolean> = {
    resume: isOpen && takesResume,
    'undo-resume': isOpen && takesResume && row.earlier_resume_at !== null,
    contact: isOpen,
    'undo-contact': isOpen && row.earlier_contact !== null,
    'keep-address': isOpen && row.pending_email !== null,
    accommodation: isOpen,
    'undo-accommodation': isOpen && row.accommodation_asked_at !== null,
    'no-drafts': isOpen && !row.no_drafts,
    'undo-no-drafts': isOpen && row.no_drafts,
    withdraw: isOpen,
    'undo-withdraw': canUndo,
    export: true,
    erasure: !isErasing,
  }
  return CANDIDATE_ACTIONS.filter((action) => isOffered[action])
}

function instant(at: string): string {
  return new Date(at).toISOString()
}
