import { listInterviews as listInterviewsCall, updateInterview as updateInterviewCall, type InterviewType } from '#contract/interviews.ts'
import { answer, type House } from '#server/http/answer.ts'
import { safeMarkup } from '#server/http/sanitise.ts'
import { listInterviews } from './store.ts'
import { updateInterview } from './update-interview.ts'

export function interviewsRoutes(house: House): void {
  const { db } = house.services

  answer(house, listInterviewsCall, async () => (await listInterviews(db)).map(safeInterview))

  answer(house, updateInterviewCall, async ({ input, caller }) => safeInterview(await updateInterview(db, caller, input)))
}

function safeInterview(interview: InterviewType): InterviewType {
  return { ...interview, interview_desc: safeMarkup(interview.interview_desc) }
}
