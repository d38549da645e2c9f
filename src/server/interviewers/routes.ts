import {
  addInterviewer as addInterviewerCall,
  listBookingsInterviewers as listBookingsInterviewersCall,
  listInterviewers as listInterviewersCall,
  readInterviewerByEmail,
  updateInterviewer as updateInterviewerCall,
} from '#contract/interviewers.ts'
import { answer, type House } from '#server/http/answer.ts'
import { findByEmail } from './find-by-email.ts'
import { listBookingsInterviewers } from './list-bookings-interviewers.ts'
import { addInterviewer, updateInterviewer } from './save-interviewer.ts'
import { listInterviewers } from './store.ts'

export function interviewersRoutes(house: House): void {
  const { services } = house
  const { db } = services

  answer(house, listInterviewersCall, () => listInterviewers(db))

  answer(house, listBookingsInterviewersCall, () => listBookingsInterviewers(services))

  answer(house, readInterviewerByEmail, ({ input, caller }) => findByEmail(db, caller, input.interviewer_email))

  answer(house, addInterviewerCall, ({ input, caller }) => addInterviewer(db, caller, input))

  answer(house, updateInterviewerCall, ({ input, caller }) => updateInterviewer(db, caller, input))
}
