import type { InterviewHeader } from '#contract/feedback.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { holdWritable } from './open-header.ts'
import { lockOwnHeader, setHeader } from './store.ts'

/** Sets when the caller's interview took place. 404 for anyone else's header, 409 once the editing window has closed. */
export async function correctInterviewTime(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { id, interview_datetime_utc }: { id: number; interview_datetime_utc: string },
): Promise<InterviewHeader> {
  return db.transaction(async (tx) => {
    const header = await lockOwnHeader(tx, id, await ownInterviewerId(tx, caller))
    if (!header) throw new HttpError(404, 'That feedback was not found.')
    await holdWritable(tx, header)
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
