import { joinNames, type Booking, type BookingMark, type InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import { timeOf } from '#web/ui/clock.ts'

/** The text an interviewer sees about their own response. */
export const ANSWERED: Record<InterviewerAnswer, string> = {
  accepted: 'You accepted this interview.',
  declined: "You declined this interview. We've told the hiring lead.",
  proposed: "You proposed another time. We've told the hiring lead.",
}

/** The text an interviewer sees once a colleague has taken over. */
export const TAKEN_OVER = "A colleague will take over this interview. There's nothing else you need to do."

/** The text staff see next to an interview: the interviewer's response and, if it was marked afterward, how it went. */
export function answerNote({ interviewer_answer, proposed_at, marked_as }: AnsweredBooking, isToCome: boolean): string | null {
  if (!isToCome) return marked_as && MARKS[marked_as].toLowerCase()
  return interviewer_answer === 'proposed' && proposed_at ? `proposes ${timeOf(proposed_at)}` : (interviewer_answer ?? 'not answered')
}
type AnsweredBooking = Pick<Booking, 'interviewer_answer' | 'proposed_at' | 'marked_as'>

/** All interviewers with their responses: `A (accepted) and B (not answered)`. */
export function interviewersWithAnswers(booking: AnsweredBooking & Pick<Booking, 'interviewer_name' | 'other_interviewers'>): string {
  const first = `${booking.interviewer_name} (${answerNote(booking, true)})`
  return joinNames([first, ...booking.other_interviewers.map((one) => `${one.interviewer_name} (${one.interviewer_answer ?? 'not answered'})`)])
}

/** How an interview went, for staff and its interviewers; worded without blame. */
export const MARKS: Record<BookingMark, string> = { 'no-show': "Didn't take place", overran: 'Ran over' }

/** `2 declined, 1 with another time proposed`; false if there are none. */
export function urgentSummary(urgent: Pick<Booking, 'interviewer_answer'>[]): string | false {
  const declined = urgent.filter(({ interviewer_answer }) => interviewer_answer === 'declined').length
  const proposed = urgent.length - declined
  const said = [declined > 0 && `${declined} declined`, proposed > 0 && `${proposed} with another time proposed`].filter(Boolean)
  return said.length > 0 && said.join(', ')
}
