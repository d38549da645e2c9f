import type { InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import type { Email } from '#server/mail/email.ts'
import { layOut } from '#server/mail/layout.ts'
import type { BookingRow } from '#server/scheduling/store.ts'
import { candidateOf, teamFooter, timeIn, type Candidate, type Desk } from '#server/scheduling/notifications/emails.ts'

type EmailDetails = {
  booking: BookingRow
  candidate: Candidate & { hiring_lead_name: string }
  answer: InterviewerAnswer
  proposed_at: string | null
  time_zone: string
  to: string | null
}

const WORDS: Record<InterviewerAnswer, { title: string; what: string; next: string }> = {
  declined: {
    title: 'Interviewer declined',
    what: "can't make their interview with",
    next: 'We found no one else in the plan who’s free then. It stays booked until you cancel it so the candidate can pick another time, or choose other interviewers.',
  },
  proposed: {
    title: 'Interviewer proposes another time',
    what: 'proposes another time for their interview with',
    next: 'It stays booked as it is until you move it, give it to someone else or cancel it. The candidate hasn’t been told.',
  },
  accepted: { title: 'Interviewer accepted after all', what: 'can make their interview after all, with', next: 'There’s nothing you need to do.' },
}

/** Tells the hiring lead, or `to` on the role's team, that an interviewer declined, proposed another time or reversed that; replies go to the interviewer. */
export function answerEmail(desk: Desk, { booking, candidate, answer, proposed_at, time_zone, to }: EmailDetails): Email {
  const { title, what, next } = WORDS[answer]
  const { name } = candidateOf(candidate)
  const content = {
    title,
    paragraphs: [`${booking.interviewer_name} ${what} ${name}.`, next],
    facts: [
      ['Interview', booking.interview_name],
      ['Role', candidate.function_role_name],
      ['When', timeIn(time_zone, booking.starts_at)],
      ...(proposed_at ? [['Proposed', timeIn(time_zone, proposed_at)] as [string, string]] : []),
    ] as [string, string][],
    button: { label: 'Open the interviews', url: `${desk.BASE_URL}/admin/applications/${booking.user_session_id}/interviews` },
    footer: teamFooter(to),
  }
  return {
    purpose: 'notice',
    user_session_id: booking.user_session_id,
    to_address: to ?? candidate.hiring_lead_email,
    to_name: to === null ? candidate.hiring_lead_name : '',
    reply_to: booking.interviewer_email,
    subject: `${title}: ${booking.interviewer_name}, ${booking.interview_name}, ${candidate.function_role_name}`,
    ...layOut(desk, content),
  }
}
