import type { InterviewHeader } from '#contract/feedback.ts'
import { meaningOf } from '#contract/statuses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { findHeader, hasInterview, holdCandidate, insertHeader, type Triple } from './store.ts'

/**
 * The header of one's own feedback on a candidate in an interview: made by the first who asks, found by all others. 403 for another
 * interviewer's id, 404 for an unknown candidate or interview, 409 for a candidate who is not in the panel interview.
 */
export async function openHeader(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  wanted: Triple & { interview_datetime_utc: string },
): Promise<{ header: InterviewHeader; isFirst: boolean }> {
  return db.transaction(async (tx) => {
    const ref_interviewer_id = await ownInterviewerId(tx, caller)
    if (wanted.ref_interviewer_id !== ref_interviewer_id) throw new HttpError(403, 'Feedback can only be written in your own name.')
    await holdPanelCandidate(tx, wanted.user_session_id)
    if (!(await hasInterview(tx, wanted.ref_interview_id))) throw new HttpError(404, 'That interview was not found.')

    const { user_session_id, ref_interview_id, interview_datetime_utc } = wanted
    const made = await insertHeader(tx, { user_session_id, ref_interview_id, ref_interviewer_id, interview_datetime_utc })
    if (!made) return { header: (await findHeader(tx, wanted))!, isFirst: false }
    await recordAudit(tx, {
      actor: caller,
      action: 'feedback.started',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { interview_header_id: made.interview_header_id, ref_interview_id },
    })
    return { header: made, isFirst: true }
  })
}

/** 404 for an unknown applicant, 409 for one who has not reached the panel interview or has left it. */
export async function holdPanelCandidate(tx: Db, user_session_id: number): Promise<void> {
  const candidate = await holdCandidate(tx, user_session_id, 'everyone')
  if (!candidate) throw new HttpError(404, 'That candidate was not found.')
  if (!meaningOf(candidate.ref_application_status_id).takesFeedback)
    throw new HttpError(409, 'Feedback can only be written while the candidate is in the panel interview.')
}
