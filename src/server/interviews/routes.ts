import { listInterviews as listInterviewsCall, updateInterview as updateInterviewCall, type InterviewType } from '#contract/interviews.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { safeMarkup } from '#server/http/sanitize.ts'
import { listInterviews } from './store.ts'
import { updateInterview } from './update-interview.ts'

export function interviewsRoutes(context: AppContext): void {
  const { db } = context.services

  answer(context, listInterviewsCall, async () => (await listInterviews(db)).map(safeInterview))

  answer(context, updateInterviewCall, async ({ input, caller }) => safeInterview(await updateInterview(db, caller, input)))
}

function safeInterview(interview: InterviewType): InterviewType {
  return { ...interview, interview_desc: safeMarkup(interview.interview_desc) }
}
