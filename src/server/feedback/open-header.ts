import { LATE_AFTER_HOURS, type InterviewHeader } from '#contract/feedback.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { findDesk } from './desk-store.ts'
import { findHeader, hasInterview, lockCandidate, insertHeader, isWithinLateWindow, type HeaderKey } from './store.ts'

/**
 * Returns the header of the caller's own feedback on a candidate's interview. The first call creates it; later ones find it, even after the candidate
 * has left the panel. 403 for another interviewer's ID, 404 for an unknown candidate or interview, 409 for a new header outside the panel stage.
 */
export async function openHeader(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  wanted: HeaderKey & { interview_datetime_utc: string; time_confirmed: boolean },
): Promise<{ header: InterviewHeader; isFirst: boolean }> {
  return db.transaction(async (tx) => {
    const ref_interviewer_id = await ownInterviewerId(tx, caller)
    if (wanted.ref_interviewer_id !== ref_interviewer_id) throw new HttpError(403, 'You can only write feedback as yourself.')
    const known = await findHeader(tx, wanted)
    if (known) return { header: known, isFirst: false }
    await lockPanelCandidate(tx, wanted.user_session_id)
    if (!(await hasInterview(tx, wanted.ref_interview_id))) throw new HttpError(404, 'That interview was not found.')

    const { user_session_id, ref_interview_id } = wanted
    const made = await insertHeader(tx, { user_session_id, ref_interview_id, ref_interviewer_id, ...(await timeOf(tx, wanted)) })
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

/** Returns the booked time unless the interviewer set a different one. */
async function timeOf(tx: Db, { interview_datetime_utc, time_confirmed, ...triple }: HeaderKey & { interview_datetime_utc: string; time_confirmed: boolean }) {
  const starts_at = time_confirmed ? null : ((await findDesk(tx, triple))?.starts_at ?? null)
  return starts_at === null ? { interview_datetime_utc, time_confirmed } : { interview_datetime_utc: starts_at, time_confirmed: true }
}

/** 404 for an unknown applicant, 409 for one who hasn't reached the panel interview stage or has left it. */
async function lockPanelCandidate(tx: Db, user_session_id: number): Promise<void> {
  const candidate = await lockCandidate(tx, user_session_id, 'everyone')
  if (!candidate) throw new HttpError(404, 'That candidate was not found.')
  if (!meaningOf(candidate.ref_application_status_id).takesFeedback)
    throw new HttpError(409, 'You can only start feedback while the candidate is in the panel interview.')
}

/**
 * Locks the candidate of a header that's about to change, and returns true if they've already left the panel interview stage. 404 if they can't be
 * shown, 409 if they left more than 72 hours ago.
 */
export async function lockWritableCandidate(tx: Db, { interview_header_id, user_session_id }: InterviewHeader): Promise<boolean> {
  const candidate = await lockCandidate(tx, user_session_id, 'everyone')
  if (!candidate) throw new HttpError(404, 'That candidate was not found.')
  if (meaningOf(candidate.ref_application_status_id).takesFeedback) return false
  if (!(await isWithinLateWindow(tx, interview_header_id)))
    throw new HttpError(
      409,
      `This candidate left the panel interview stage more than ${LATE_AFTER_HOURS} hours ago, so this feedback can no longer be changed.`,
    )
  return true
}
