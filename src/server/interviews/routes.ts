import { listInterviews as listInterviewsCall } from '#contract/interviews.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { listInterviews } from './store.ts'
import { safeInterview } from './update-interview.ts'

/** Interview updates are handled in the domain that has bookings, because people may have to be notified. */
export function interviewsRoutes(context: AppContext): void {
  const { db } = context.services

  answer(context, listInterviewsCall, async () => (await listInterviews(db)).map(safeInterview))
}
