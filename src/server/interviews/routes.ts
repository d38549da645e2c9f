import { listInterviews as listInterviewsCall } from '#contract/interviews.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { listInterviews } from './store.ts'
import { safeInterview } from './update-interview.ts'

/** A change of an interview is answered where bookings are known: it may have to be told. */
export function interviewsRoutes(context: AppContext): void {
  const { db } = context.services

  answer(context, listInterviewsCall, async () => (await listInterviews(db)).map(safeInterview))
}
