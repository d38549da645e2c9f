import type { FeedbackDetail, InterviewHeader, FeedbackGroup, OwnVersion } from '#contract/feedback.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { findHeader, findOwnHeader, listDetails, holdCandidate, listFullFeedback, type Triple } from './store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { findKnown } from '#server/people/find-known.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import { listVersionRows } from '#server/versions/version-store.ts'
import { versionText } from '#server/versions/version-text.ts'
import { rejectBeforeOwnFeedback } from './own-feedback-first.ts'

const EMPTY = 'That feedback was not found.'

/** Returns the caller's own header, even after the candidate leaves the panel interview stage; anyone else's is a 404. */
export async function findOwnFeedback({ db }: Pick<Services, 'db'>, caller: StaffCaller, wanted: Triple): Promise<InterviewHeader> {
  const isOwn = wanted.ref_interviewer_id === (await ownInterviewerId(db, caller))
  const header = isOwn ? await findHeader(db, wanted) : null
  if (!header) throw new HttpError(404, EMPTY)
  return header
}

export async function listOwnDetails({ db }: Pick<Services, 'db'>, caller: StaffCaller, interview_header_id: number): Promise<FeedbackDetail[]> {
  const header = await findOwnHeader(db, interview_header_id, await ownInterviewerId(db, caller))
  if (!header) throw new HttpError(404, EMPTY)
  return listDetails(db, interview_header_id)
}

/** Returns every version of the answers under the caller's own header; anyone else's is a 404. */
export async function readOwnVersions({ db }: Pick<Services, 'db'>, caller: StaffCaller, interview_header_id: number): Promise<OwnVersion[]> {
  const header = await findOwnHeader(db, interview_header_id, await ownInterviewerId(db, caller))
  if (!header) throw new HttpError(404, EMPTY)
  const questionOf = new Map(
    (await listDetails(db, interview_header_id)).map((one) => [one.if_interview_feedback_detail_id, one.if_interviewer_role_feedback_question_id]),
  )
  return (await listVersionRows(db, header.user_session_id)).flatMap(({ content, ...row }) => {
    const question = row.kind === 'feedback' && questionOf.get(row.of_id)
    return question ? [{ ...row, text: versionText(row.kind, content), if_interviewer_role_feedback_question_id: question }] : []
  })
}

/**
 * Returns all feedback on an applicant, including drafts; reading it is audited. 404 for an unknown applicant, 403 while a caller who interviews them
 * hasn't submitted their own.
 */
export async function readFullFeedback(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<FeedbackGroup[]> {
  return db.transaction(async (tx) => {
    if (!(await holdCandidate(tx, user_session_id, caller.scope))) throw new HttpError(404, `Applicant with user_session_id=${user_session_id} was not found`)
    await rejectBeforeOwnFeedback(tx, caller, user_session_id)
    const groups = await listFullFeedback(tx, user_session_id)
    await recordAudit(tx, {
      actor: caller,
      action: 'feedback.read',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { interviews: groups.length, identifiable },
    })
    if (identifiable && groups.length > 0) await recordReveal(tx, caller, { user_session_id, shown: 'feedback' })
    const { show } = viewOf((await findKnown(tx, user_session_id, caller.scope)) ?? NO_ONE, viewerOf(env, { identifiable }))
    return groups.map(({ feedback, ...group }) => ({ ...show('interview', group), feedback: feedback.map((one) => show('feedback', one)) }))
  })
}
