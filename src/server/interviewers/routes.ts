import {
  addInterviewer as addInterviewerCall,
  listBookingsInterviewers as listBookingsInterviewersCall,
  listInterviewers as listInterviewersCall,
  readInterviewerByEmail,
  readOwnCalendar as readOwnCalendarCall,
  saveOwnCalendar as saveOwnCalendarCall,
  updateInterviewer as updateInterviewerCall,
} from '#contract/interviewers.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { findByEmail } from './find-by-email.ts'
import { listBookingsInterviewers } from './list-bookings-interviewers.ts'
import { readOwnCalendar, saveOwnCalendar } from './own-calendar.ts'
import { addInterviewer, updateInterviewer } from './save-interviewer.ts'
import { listInterviewers } from './store.ts'

export function interviewersRoutes(context: AppContext): void {
  const { services } = context
  const { db } = services

  answer(context, listInterviewersCall, () => listInterviewers(db))

  answer(context, listBookingsInterviewersCall, () => listBookingsInterviewers(services))

  answer(context, readInterviewerByEmail, ({ input, caller }) => findByEmail(db, caller, input.interviewer_email))

  answer(context, readOwnCalendarCall, ({ caller }) => readOwnCalendar(services, caller))

  answer(context, saveOwnCalendarCall, ({ input, caller }) => saveOwnCalendar(services, caller, input))

  answer(context, addInterviewerCall, ({ input, caller }) => addInterviewer(db, caller, input))

  answer(context, updateInterviewerCall, ({ input, caller }) => updateInterviewer(db, caller, input))
}
