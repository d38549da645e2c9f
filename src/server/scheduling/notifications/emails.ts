import { joinLinkOf, describePlace } from '#contract/interviews.ts'
import type { InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import { dateFormat } from '#contract/time-zone.ts'
import type { Env } from '#server/env.ts'
import { wrapInLayout, type Letterhead } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/email.ts'
import { senderOf } from '#server/mail/message.ts'
import { invitation, type Invitee } from './invitation.ts'
import type { BookingRow } from '#server/scheduling/store.ts'

/** Dependencies for writing emails. */
export type BookingSender = Letterhead & Pick<Env, 'MAIL_FROM'>

export type Candidate = {
  user_session_id: number
  first_name: string | null
  last_name: string | null
  email: string | null
  function_role_name: string
  hiring_lead_email: string
}
export type EmailDetails = {
  booking: BookingRow
  candidate: Candidate
  to: 'candidate' | 'interviewer'
  /** The recipient's time zone, shown next to each time. */
  time_zone: string
  /** The URL where an interviewer accepts or declines, or a candidate moves or cancels; sealed. */
  own_url?: string
  /** What's booked and what still needs a time, for the candidate. */
  left?: string | null
}
type Kind = 'booked' | 'moved' | 'place' | 'canceled' | 'reminder' | 'interviewer' | 'taken-over' | 'replaced'

const SUBJECT: Record<Kind, string> = {
  booked: 'Interview confirmed',
  moved: 'Interview moved',
  place: 'How to join your interview',
  canceled: 'Interview canceled',
  reminder: 'Interview reminder',
  interviewer: 'Interviewer changed',
  'taken-over': 'Interview taken over',
  replaced: 'Calendar entry replaced',
}
const LEAD: Record<Exclude<Kind, 'reminder'>, (who: string) => string> = {
  booked: (who) => `Your interview with ${who} is confirmed.`,
  moved: (who) => `Your interview with ${who} has a new time.`,
  place: (who) => `Here's how and where your interview with ${who} will take place. The time hasn't changed.`,
  canceled: (who) => `Your interview with ${who} has been canceled.`,
  interviewer: (who) => `Your interview is now with ${who}. The time hasn't changed.`,
  'taken-over': (who) => `A colleague will take over your interview with ${who}. There's nothing else you need to do.`,
  replaced: (who) => `A colleague is no longer part of your interview with ${who}, so a new calendar entry replaces this one. The time hasn't changed.`,
}

/** `who` is null in a reminder if everyone the candidate was told about has declined. */
function leadOf(kind: Kind, who: string | null): string {
  if (kind === 'reminder') return who === null ? 'Your interview is coming up.' : `Your interview with ${who} is coming up.`
  return LEAD[kind](who ?? '')
}

/** Whether this removes the calendar entry. */
export const removesEvent = (kind: Kind) => kind === 'canceled' || kind === 'taken-over' || kind === 'replaced'

const TO_CHANGE_IT = 'To change or cancel it, reply to this email.'
const ANSWERED: Record<InterviewerAnswer, string> = {
  accepted: 'You accepted it. If you can no longer make it, please tell us.',
  declined: "You declined it, and we've told the hiring lead. If you can make it after all, please let us know.",
  proposed: "You proposed another time, and we've told the hiring lead. If you can make this one after all, please let us know.",
}
const PLEASE_ANSWER =
  "Please tell us whether you can make it, or propose another time. If you decline, we'll ask a colleague who's free then, or the hiring lead will find another time."

/**
 * The interviewers' names as far as the reader knows: candidates hear of a stand-in only once they've accepted, and a reminder doesn't name anyone who
 * declined.
 */
function interviewersFor({ booking, to }: Pick<EmailDetails, 'booking' | 'to'>, kind?: Kind): string | null {
  if (to === 'interviewer') return booking.interviewer_names
  return kind === 'reminder' ? booking.expected_to_come : booking.expected_names
}

/** The email to one side of a booking, with a calendar invitation; reminders have none. */
export function bookingEmail(env: BookingSender, kind: Kind, details: EmailDetails): Email {
  const { booking, candidate, to } = details
  const reader = to === 'candidate' ? candidateOf(candidate) : { name: booking.interviewer_name, email: booking.interviewer_email }
  const other = to === 'candidate' ? interviewersFor(details, kind) : candidateOf(candidate).name
  const subject = `${SUBJECT[kind]}: ${booking.interview_name}, ${candidate.function_role_name}`
  const method = removesEvent(kind) ? 'CANCEL' : 'REQUEST'
  const content = {
    title: SUBJECT[kind],
    paragraphs: [leadOf(kind, other), ...(details.left ? [details.left] : []), ...nextStepText(kind, details)],
    facts: factsOf(details, kind),
    ...(details.own_url && { button: { label: buttonFor(details, kind), url: details.own_url } }),
    footer:
      to === 'candidate'
        ? `You're getting this email because you're a candidate at ${env.COMPANY_NAME}.`
        : "You're getting this email because you're an interviewer.",
  }
  return {
    purpose: 'interview',
    user_session_id: booking.user_session_id,
    to_address: reader.email,
    to_name: reader.name,
    reply_to: candidate.hiring_lead_email,
    subject,
    ...wrapInLayout(env, content),
    ...(kind !== 'reminder' && {
      calendar_method: method,
      calendar: invitation(method, {
        ...booking,
        ...locationIn(booking),
        title: titleOf(env, details),
        description: descriptionOf(env, details, kind),
        organizer: organizerOf(env),
        attendee: reader,
      }),
    }),
  }
}

/** The candidate's booked interview as a calendar file. It has the same UID as the invitations, so a calendar doesn't show it twice. */
export function calendarFile(env: BookingSender, { booking, candidate }: Pick<EmailDetails, 'booking' | 'candidate'>): string {
  const title = titleOf(env, { booking, candidate, to: 'candidate', time_zone: 'UTC' })
  const description = `Your interview with ${interviewersFor({ booking, to: 'candidate' })}. Change or cancel it: ${env.BASE_URL}/application`
  return invitation('PUBLISH', { ...booking, ...locationIn(booking), title, description, organizer: organizerOf(env), attendee: candidateOf(candidate) })
}

/** Explains why someone other than the candidate gets the email: `to` is their address, null for the hiring lead. */
export function teamFooter(to: string | null): string {
  return to === null ? "You're getting this because you're the hiring lead for this role." : "You're getting this because you're a coordinator for this role."
}

/** Tells the hiring lead, or `to` on the role's team, what the candidate asked for. */
export function preferencesEmail(
  env: BookingSender,
  candidate: Candidate & { hiring_lead_name: string },
  { preferences, to }: { preferences: string; to: string | null },
): Email {
  const { name } = candidateOf(candidate)
  const content = {
    title: 'Interview request',
    paragraphs: [`${name} (${candidate.function_role_name}) asked for something other than the interview times we offer:`, ...preferences.split('\n')],
    button: { label: 'Answer', url: `${env.BASE_URL}/admin/applications/${candidate.user_session_id}/interviews` },
    footer: teamFooter(to),
  }
  return {
    purpose: 'notice',
    user_session_id: candidate.user_session_id,
    to_address: to ?? candidate.hiring_lead_email,
    to_name: to === null ? candidate.hiring_lead_name : '',
    subject: `Interview request: ${name}`,
    ...wrapInLayout(env, content),
  }
}

/** The staff's answer; the candidate can reply to the hiring lead. */
export function preferencesAnswerEmail(env: BookingSender, candidate: Candidate, { answer, link }: { answer: string; link: string }): Email {
  const { name, email } = candidateOf(candidate)
  const content = {
    title: 'About your interviews',
    paragraphs: [
      `Here's our answer to your request about your ${candidate.function_role_name} interviews:`,
      ...answer.split('\n').filter((line) => line.trim() !== ''),
    ],
    button: { label: 'Your interviews', url: link },
    footer: `You're getting this email because you're a candidate at ${env.COMPANY_NAME}.`,
  }
  return {
    purpose: 'interview',
    user_session_id: candidate.user_session_id,
    to_address: email,
    to_name: name,
    reply_to: candidate.hiring_lead_email,
    subject: `About your interviews: ${candidate.function_role_name}`,
    ...wrapInLayout(env, content),
  }
}

export function feedbackDueEmail(env: BookingSender, { booking, candidate }: Pick<EmailDetails, 'booking' | 'candidate'>): Email {
  const { name } = candidateOf(candidate)
  const link = `${env.BASE_URL}/interviewer/dashboard?interview=${booking.ref_interview_id}&candidate=${booking.user_session_id}`
  const content = {
    title: 'Feedback due',
    paragraphs: [`The hiring team is waiting for your feedback on ${name} (${booking.interview_name}, ${candidate.function_role_name}).`],
    button: { label: 'Write feedback', url: link },
    footer: 'We send up to five reminders, and none once your feedback is in.',
  }
  return {
    purpose: 'interview',
    user_session_id: booking.user_session_id,
    to_address: booking.interviewer_email,
    to_name: booking.interviewer_name,
    subject: `Feedback due: ${booking.interview_name}, ${name}`,
    ...wrapInLayout(env, content),
  }
}

/** `Monday, May 4, 2026 at 9:30 AM EDT`: always with its time zone. */
export function timeIn(time_zone: string, moment: string): string {
  return dateFormat(time_zone, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(moment))
}

function nextStepText(kind: Kind, { booking, to }: EmailDetails): string[] {
  if (removesEvent(kind)) return []
  // Within the last day, candidates can't change it themselves.
  if (to === 'candidate') return [...(booking.is_changeable ? [] : [TO_CHANGE_IT]), ...booking.candidate_text.split('\n').filter((line) => line.trim() !== '')]
  return [booking.interviewer_answer ? ANSWERED[booking.interviewer_answer] : PLEASE_ANSWER]
}

function factsOf(details: EmailDetails, kind: Kind): [string, string][] {
  const { booking, candidate, time_zone } = details
  const interviewerNames = interviewersFor(details, kind)
  const minutes = Math.round((Date.parse(booking.ends_at) - Date.parse(booking.starts_at)) / 60_000)
  return [
    ['Interview', `${booking.interview_name}, ${minutes} minutes`],
    ['Role', candidate.function_role_name],
    ...(interviewerNames !== null && booking.other_interviewers.length > 0 && !removesEvent(kind)
      ? ([['Interviewers', interviewerNames]] as [string, string][])
      : []),
    ['When', timeIn(time_zone, booking.starts_at)],
    ...(removesEvent(kind) ? [] : ([['Where', describePlace(booking, time_zone, Date.now())]] as [string, string][])),
  ]
}

function buttonFor({ booking, to }: EmailDetails, kind: Kind): string {
  if (to === 'interviewer') return booking.interviewer_answer ? 'Change your answer' : 'Accept or decline'
  return kind === 'canceled' ? 'Pick another time' : booking.is_changeable ? 'Change or cancel' : 'Your interviews'
}

/** Calendars are often visible to colleagues, so this answer link requires signing in. */
function descriptionOf(env: BookingSender, details: EmailDetails, kind: Kind): string {
  if (details.to === 'candidate') return leadOf(kind, interviewersFor(details, kind))
  const leadSentence = leadOf(kind, candidateOf(details.candidate).name)
  return removesEvent(kind) ? leadSentence : `${leadSentence} Accept or decline: ${env.BASE_URL}/interviewer/dashboard`
}

/** The location for a calendar, without the date by which details will follow. */
function locationIn(booking: BookingRow): { location: string; url: string | null } {
  const { where, join_url } = booking
  return {
    location: join_url ?? where.text ?? describePlace(booking, 'UTC', Date.parse(booking.starts_at) - 1),
    url: joinLinkOf(booking, Date.parse(booking.starts_at)),
  }
}

function titleOf(env: BookingSender, { booking, candidate, to }: EmailDetails): string {
  return to === 'candidate' ? `${booking.interview_name} at ${env.COMPANY_NAME}` : `${booking.interview_name}: ${candidateOf(candidate).name}`
}

export function candidateOf({ first_name, last_name, email }: Candidate): Invitee {
  return { name: [first_name, last_name].filter(Boolean).join(' ') || 'the candidate', email: email ?? '' }
}

function organizerOf(env: BookingSender): Invitee {
  const { name, address } = senderOf(env.MAIL_FROM)
  return { name: name || env.COMPANY_NAME, email: address }
}
