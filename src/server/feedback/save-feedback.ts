import type { FeedbackAnswer, FeedbackDetail, InterviewHeader } from '#contract/feedback.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError, type FieldError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { recordVersion } from '#server/versions/record-version.ts'
import { wasDecidedSince } from '#server/versions/version-store.ts'
import { lockWritableCandidate } from './open-header.ts'
import { listDetails, listQuestions, lockOwnHeader, NOW, setDetails, setHeader } from './store.ts'

export type SavedFeedback = InterviewHeader & { feedbacks: FeedbackDetail[]; isFirst: boolean }

/**
 * Saves all or none of the answers under the caller's own header, and submits them if `submitted` is set. 404 for someone else's header; 409 if the
 * candidate left the panel interview stage more than 72 hours ago (before that, the header is marked late) or if an answer was changed elsewhere
 * after it was read; 422 for a question from another interview.
 */
export async function saveFeedback(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { feedbacks, submitted }: { feedbacks: FeedbackAnswer[]; submitted: boolean },
): Promise<SavedFeedback> {
  return db.transaction(async (tx) => {
    const ref_interviewer_id = await ownInterviewerId(tx, caller)
    const header = await lockOwnHeader(tx, singleHeader(feedbacks), ref_interviewer_id)
    if (!header) throw new HttpError(404, 'That feedback was not found.')
    const isLate = await lockWritableCandidate(tx, header)
    await rejectForeignQuestions(tx, header.ref_interview_id, feedbacks)

    const { interview_header_id } = header
    const stored = await listDetails(tx, interview_header_id)
    rejectChangedElsewhere(stored, feedbacks)
    const changed = feedbacks.filter((one) => storedFor(stored, one)?.interviewer_feedback !== one.interviewer_feedback)
    if (changed.length > 0)
      await setDetails(
        tx,
        changed.map((one) => rowOf(one, ref_interviewer_id)),
      )

    await keepVersions(tx, caller, { header, stored, changed })
    const after = await stateAfterSave(tx, caller, { header, isChanged: changed.length > 0, submitted, isLate })
    const now = await listDetails(tx, interview_header_id)
    const isFirst = now.length > stored.length
    return { ...after, feedbacks: now.filter((detail) => feedbacks.some((one) => isSameQuestion(detail, one))), isFirst }
  })
}

function singleHeader(feedbacks: FeedbackAnswer[]): number {
  const ids = new Set(feedbacks.map((one) => one.if_interview_header_id))
  if (ids.size !== 1) throw fieldError(422, 'feedbacks', 'These answers belong to different interviews.')
  return feedbacks[0]!.if_interview_header_id
}

async function rejectForeignQuestions(tx: Db, ref_interview_id: number, feedbacks: FeedbackAnswer[]): Promise<void> {
  const questions = await listQuestions(tx, ref_interview_id)
  const foreign = findErrors(feedbacks, 'if_interviewer_role_feedback_question_id', (one) =>
    questions.some((question) => isSameQuestion(question, one)) ? null : 'This question belongs to another interview',
  )
  const duplicates = findErrors(feedbacks, 'if_interviewer_role_feedback_question_id', (one) =>
    feedbacks.find((other) => isSameQuestion(other, one)) === one ? null : 'This question was answered twice',
  )
  const errors = [...foreign, ...duplicates]
  if (errors.length > 0) throw new HttpError(422, errors[0]!.message, { errors })
}

/** Outdated answers from another window or device never overwrite newer ones. */
function rejectChangedElsewhere(stored: FeedbackDetail[], feedbacks: FeedbackAnswer[]): void {
  const errors = findErrors(feedbacks, 'interviewer_feedback', (one) => {
    const current = storedFor(stored, one)
    const isKnown = one.replaces === undefined || one.replaces === (current?.modified_at ?? null)
    const isLoss = current !== undefined && current.interviewer_feedback !== '' && current.interviewer_feedback !== one.interviewer_feedback
    return isKnown || !isLoss ? null : 'This answer was changed in another window or on another device'
  })
  if (errors.length > 0) throw new HttpError(409, 'This feedback was changed in another window or on another device. Nothing was overwritten.', { errors })
}

type ChangedFeedback = { header: InterviewHeader; stored: FeedbackDetail[]; changed: FeedbackAnswer[] }

/** Drafts are overwritten as their author types. Text that was submitted, or that was there when someone made a decision, is kept. */
async function keepVersions(tx: Db, caller: StaffCaller, { header, stored, changed }: ChangedFeedback): Promise<void> {
  const { user_session_id } = header
  const now = changed.length > 0 ? await listDetails(tx, header.interview_header_id) : []
  for (const one of now.filter((detail) => changed.some((answer) => isSameQuestion(answer, detail)))) {
    const was = storedFor(stored, one)
    if (was && header.submitted_at === null && !(await wasDecidedSince(tx, user_session_id, was.modified_at))) continue
    await recordVersion(tx, {
      kind: 'feedback',
      of_id: one.if_interview_feedback_detail_id,
      user_session_id,
      before: was ? { content: { interviewer_feedback: was.interviewer_feedback }, written_by: caller.staff_account_id, written_at: was.modified_at } : null,
      after: { interviewer_feedback: one.interviewer_feedback },
      by: caller,
    })
  }
}

type FeedbackState = { header: InterviewHeader; isChanged: boolean; submitted: boolean; isLate: boolean }

/** Feedback is submitted once. Later changes are marked as edited, and anything written after the candidate left the panel is marked late. */
async function stateAfterSave(tx: Db, caller: StaffCaller, { header, isChanged, submitted, isLate }: FeedbackState): Promise<InterviewHeader> {
  const isSubmission = submitted && header.submitted_at === null
  const isEdit = isChanged && header.submitted_at !== null
  const isFirstLate = isLate && (isChanged || isSubmission) && !header.late
  const action = isSubmission ? 'feedback.submitted' : isEdit && header.edited_at === null ? 'feedback.edited' : isFirstLate ? 'feedback.late' : null
  if (action) {
    await recordAudit(tx, {
      actor: caller,
      action,
      subject_kind: 'applicant',
      subject_id: header.user_session_id,
      facts: { interview_header_id: header.interview_header_id, ref_interview_id: header.ref_interview_id, ...(isLate && { late: true }) },
    })
  }
  if (!isSubmission && !isEdit && !isFirstLate) return header
  return setHeader(tx, header.interview_header_id, {
    ...(isSubmission && { submitted_at: NOW }),
    ...(isEdit && { edited_at: NOW }),
    ...(isFirstLate && { late: true }),
  })
}

function rowOf({ if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback }: FeedbackAnswer, row_created_user_id: number) {
  return { if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback, row_created_user_id }
}

type Params = { if_interviewer_role_feedback_question_id: number }
const isSameQuestion = (a: Params, b: Params) => a.if_interviewer_role_feedback_question_id === b.if_interviewer_role_feedback_question_id
const storedFor = (stored: FeedbackDetail[], asked: Params) => stored.find((one) => isSameQuestion(one, asked))

function findErrors(feedbacks: FeedbackAnswer[], field: keyof FeedbackAnswer, whatIsWrong: (one: FeedbackAnswer) => string | null): FieldError[] {
  return feedbacks.flatMap((one, place) => {
    const message = whatIsWrong(one)
    return message === null ? [] : [{ path: `feedbacks.${place}.${field}`, message }]
  })
}

/** Sets when the caller's interview took place. 404 for anyone else's header, 409 once the editing window has closed. */
export async function correctInterviewTime(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { id, interview_datetime_utc }: { id: number; interview_datetime_utc: string },
): Promise<InterviewHeader> {
  return db.transaction(async (tx) => {
    const header = await lockOwnHeader(tx, id, await ownInterviewerId(tx, caller))
    if (!header) throw new HttpError(404, 'That feedback was not found.')
    await lockWritableCandidate(tx, header)
    const isSame = Date.parse(header.interview_datetime_utc) === Date.parse(interview_datetime_utc)
    if (isSame && header.time_confirmed) return header
    await recordAudit(tx, {
      actor: caller,
      action: 'feedback.time-corrected',
      subject_kind: 'applicant',
      subject_id: header.user_session_id,
      facts: { interview_header_id: id, from: header.interview_datetime_utc, to: new Date(interview_datetime_utc).toISOString() },
    })
    return setHeader(tx, id, { interview_datetime_utc, time_confirmed: true })
  })
}
