import type { FeedbackDetail, InterviewHeader } from '#contract/feedback.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { findHeader, findOwnHeader, listDetails, type Triple } from './store.ts'

const NONE = 'That feedback was not found.'

/** Returns the caller's own header, even after the candidate leaves the panel interview stage; anyone else's is a 404. */
export async function findOwnFeedback({ db }: Pick<Services, 'db'>, caller: StaffCaller, wanted: Triple): Promise<InterviewHeader> {
  const isOwn = wanted.ref_interviewer_id === (await ownInterviewerId(db, caller))
  const header = isOwn ? await findHeader(db, wanted) : null
  if (!header) throw new HttpError(404, NONE)
  return header
}

export async function listOwnDetails({ db }: Pick<Services, 'db'>, caller: StaffCaller, interview_header_id: number): Promise<FeedbackDetail[]> {
  const header = await findOwnHeader(db, interview_header_id, await ownInterviewerId(db, caller))
  if (!header) throw new HttpError(404, NONE)
  return listDetails(db, interview_header_id)
}
