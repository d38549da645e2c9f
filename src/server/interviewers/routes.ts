import {
  addInterviewer as addInterviewerCall,
  listBookingsInterviewers as listBookingsInterviewersCall,
  listInterviewers as listInterviewersCall,
  readInterviewerByEmail,
  readCalendar as readCalendarCall,
  readOwnCalendar,
  saveCalendar as saveCalendarCall,
  saveOwnCalendar,
  updateInterviewer as updateInterviewerCall,
} from '#contract/interviewers.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { ownInterviewerId } from './own-interviewer.ts'
import { addInterviewer, updateInterviewer, listBookingsInterviewers, findByEmail, readCalendar, saveCalendar } from './interviewers.ts'
import { listInterviewers } from './store.ts'

export function interviewersRoutes(context: AppContext): void {
  const { services } = context
  const { db } = services

  answer(context, listInterviewersCall, () => listInterviewers(db))

  answer(context, listBookingsInterviewersCall, () => listBookingsInterviewers(services))

  answer(context, readInterviewerByEmail, ({ input, caller }) => findByEmail(db, caller, input.interviewer_email))

  answer(context, readOwnCalendar, async ({ caller }) => readCalendar(services, await ownInterviewerId(db, caller)))

  answer(context, saveOwnCalendar, async ({ input, caller }) => saveCalendar(services, caller, { id: await ownInterviewerId(db, caller), ...input }))

  answer(context, readCalendarCall, ({ input }) => readCalendar(services, input.id))

  answer(context, saveCalendarCall, ({ input, caller }) => saveCalendar(services, caller, input))

  answer(context, addInterviewerCall, ({ input, caller }) => addInterviewer(db, caller, input))

  answer(context, updateInterviewerCall, ({ input, caller }) => updateInterviewer(db, caller, input))
}
