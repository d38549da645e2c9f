import { RETENTION_PERIODS } from './retention.ts'
import { z } from 'zod'
import { isEmailAddress } from '../applications/answer-checks.ts'
import { Empty, endpoint, Id, IdText, Instant, Message, boundedText, requiredText } from '../endpoint.ts'
import { InterviewLocation } from '../interviews.ts'
import { Checklist } from './checklist.ts'
import { OwnSuggestion } from './suggestions.ts'
import { CANDIDATE_STAGES, type CandidateStage } from '../statuses/status-meanings.ts'

/** What candidates can do with an application on their own page, in display order. */
export const CANDIDATE_ACTIONS = [
  'resume',
  'undo-resume',
  'contact',
  'undo-contact',
  'keep-address',
  'accommodation',
  'undo-accommodation',
  'no-drafts',
  'undo-no-drafts',
  'withdraw',
  'undo-withdraw',
  'export',
  'erasure',
] as const
export type CandidateAction = (typeof CANDIDATE_ACTIONS)[number]

/** Each stage in the candidate's words, with what comes next. */
export const STAGE_LABELS: Record<CandidateStage, { name: string; next: string; isOpen: boolean }> = {
  received: { name: 'Received', next: "We've received your application. A person on the hiring team will read it.", isOpen: true },
  'in-review': { name: 'In review', next: 'The hiring team is reading your application.', isOpen: true },
  interviews: { name: 'Interviews', next: "We've invited you to interview. The details are in the email we sent you.", isOpen: true },
  closed: { name: 'Closed', next: "This application is closed. We've emailed you about it.", isOpen: false },
  hired: { name: 'Hired', next: 'Welcome to the team!', isOpen: false },
  withdrawn: { name: 'Withdrawn', next: 'You withdrew this application.', isOpen: false },
}

/** Shown for a final status without an email, such as an offer the candidate declined. */
export const CLOSED_WITHOUT_EMAIL = 'This application is closed.'

/** Tells the candidate that the role closed on `day`, as long as the application is open or the withdrawal can be undone; null after that. */
export function roleClosedText({ stage, undo_until }: { stage: CandidateStage; undo_until: string | null }, day: string): string | null {
  if (STAGE_LABELS[stage].isOpen) return `This role closed to new applications on ${day}. You'll still hear from us.`
  return undo_until && `This role closed on ${day}. If you undo your withdrawal, we'll ask the hiring team to reply to you.`
}

/** Shown for any address, even one that has already received all of today's links. */
export const LINK_SENT =
  "If we have an application with this address, we'll email it a link within a few minutes. Each address gets only a few links a day. If you don't get one, use an earlier link or try again tomorrow."

/** What can be undone: corrections, requests and an opt-out. */
export const UndoRequest = z.enum(['undo-contact', 'keep-address', 'undo-resume', 'undo-accommodation', 'undo-no-drafts'])
export type UndoRequest = z.infer<typeof UndoRequest>

export const OwnInterview = z.object({
  interview_booking_id: Id,
  interview_name: z.string(),
  interviewer_name: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  is_over: z.boolean(),
  /** The time zone in which the candidate picked the time. */
  time_zone: z.string(),
  where: InterviewLocation,
  /** The format and location, in words. */
  where_text: z.string(),
  candidate_text: z.string(),
  join_url: z.string().nullable(),
})
export type OwnInterview = z.infer<typeof OwnInterview>

export const OwnApplication = z.object({
  user_session_id: Id,
  reference: z.string(),
  function_role_name: z.string(),
  stage: z.enum(CANDIDATE_STAGES),
  stage_text: z.string(),
  applied_at: Instant,
  /** The date we promised to reply by; null once the application has ended. */
  reply_by: Instant.nullable(),
  actions: z.array(z.enum(CANDIDATE_ACTIONS)),
  hiring_lead_name: z.string(),
  hiring_lead_email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  /** A new address that hasn't been confirmed yet. */
  pending_email: z.string().nullable(),
  linkedin_profile_url: z.string().nullable(),
  /** Name and profile before the last correction; null if they never changed. */
  earlier_contact: z.object({ first_name: z.string().nullable(), last_name: z.string().nullable(), linkedin_profile_url: z.string().nullable() }).nullable(),
  /** Name, address and profile before each correction, oldest first. */
  earlier_contacts: z.array(
    z.object({
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      email: z.string().nullable(),
      linkedin_profile_url: z.string().nullable(),
      corrected_at: Instant,
    }),
  ),
  has_resume: z.boolean(),
  /** When the previous resume was uploaded, if it was replaced within the last day; null if it can't be restored. */
  earlier_resume_at: Instant.nullable(),
  /** The latest accommodation request, until it has been arranged. */
  accommodation_asked_at: Instant.nullable(),
  no_drafts: z.boolean(),
  /** Set as long as the withdrawal can be undone. */
  undo_until: Instant.nullable(),
  erasure_due_at: Instant.nullable(),
  /**
   * The law may require us to keep the application until at least then. A requested erasure locks the application until that time and is carried out
   * afterward.
   */
  keep_until: Instant,
  /** Other roles we suggested, newest first. */
  suggestions: z.array(OwnSuggestion),
  answers: z.array(z.object({ question_text: z.string(), answer: z.string() })),
  emails: z.array(z.object({ subject: z.string(), sent_at: Instant })),
  /** What's booked and what's still to pick; set while the candidate is interviewing. */
  checklist: Checklist.nullable(),
  /** Booked interviews, while the candidate is interviewing. */
  interviews: z.array(OwnInterview),
})
export type OwnApplication = z.infer<typeof OwnApplication>

const Email = boundedText(254).trim().toLowerCase().refine(isEmailAddress, 'Please enter a valid email address')
const params = z.object({ id: IdText })
const ownParams = { who: 'applicant', params } as const

export const requestLink = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/candidate/link',
  summary: "Email a link to someone's own page; the response is the same for every address",
  body: z.object({ email: Email }),
  output: Message,
})

export const signOut = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/candidate/sign-out',
  summary: "Sign this browser out of the candidate's own page",
  status: 204,
  output: Empty,
})

export const listOwnApplications = endpoint({
  who: 'applicant',
  method: 'GET',
  path: '/api/candidate/applications',
  summary: "List all applications with the emailed link's address, newest first",
  output: z.array(OwnApplication),
})

export const withdrawApplication = endpoint({
  ...ownParams,
  method: 'POST',
  path: '/api/candidate/applications/{id}/withdraw',
  summary: 'Withdraw an application; can be undone until `undo_until`',
  body: z.object({ reason: boundedText(2000).optional() }),
  output: z.object({ undo_until: Instant }),
})

export const undoWithdrawal = endpoint({
  ...ownParams,
  method: 'POST',
  path: '/api/candidate/applications/{id}/withdraw/undo',
  summary: "Undo a withdrawal; 409 if it's too late",
  output: Message,
})

export const changeContact = endpoint({
  ...ownParams,
  method: 'PUT',
  path: '/api/candidate/applications/{id}/contact',
  summary: "Correct a name, address or profile; a new address takes effect once it's confirmed from the link emailed to it",
  body: z.object({
    first_name: requiredText(200, 'This field is required').optional(),
    last_name: requiredText(200, 'This field is required').optional(),
    email: Email.optional(),
    linkedin_profile_url: boundedText(500).trim().optional(),
  }),
  output: Message,
})

export const replaceOwnResume = endpoint({
  ...ownParams,
  method: 'POST',
  path: '/api/candidate/applications/{id}/resume',
  summary: 'Add or replace the resume as a form with the PDF `resume`, up to 10 MB; 409 once it can no longer be changed',
  status: 201,
  consumes: 'multipart',
  form: z.object({ resume: z.string().meta({ contentMediaType: 'application/pdf', contentEncoding: 'binary' }) }),
  output: Message,
})

export const downloadOwnResume = endpoint({
  ...ownParams,
  method: 'GET',
  path: '/api/candidate/applications/{id}/resume',
  summary: "Download the resume as the candidate uploaded it; 404 if there's none",
  produces: 'application/pdf',
  output: z.unknown(),
})

export const refuseDrafts = endpoint({
  ...ownParams,
  method: 'POST',
  path: '/api/candidate/applications/{id}/no-drafts',
  summary: 'Opt out of AI drafts',
  output: Message,
})

export const requestAccommodation = endpoint({
  ...ownParams,
  method: 'POST',
  path: '/api/candidate/applications/{id}/accommodation',
  summary: 'Ask the hiring lead for an accommodation; stored separately from the application and never shown to interviewers',
  status: 201,
  body: z.object({ message: requiredText(4000, 'Tell us what would help.') }),
  output: Message,
})

export const takeBack = endpoint({
  ...ownParams,
  method: 'POST',
  path: '/api/candidate/applications/{id}/take-back',
  summary:
    'Undo the last correction, a pending new address, a replaced resume, an accommodation request or an opt-out of AI drafts; 409 if `actions` no longer lists it',
  body: z.object({ action: UndoRequest }),
  output: Message,
})

export const exportOwn = endpoint({
  ...ownParams,
  method: 'GET',
  path: '/api/candidate/applications/{id}/export',
  summary: 'Export everything the candidate sent us and we sent them, as JSON',
  output: z.looseObject({ exported_at: Instant, application: OwnApplication }),
})

export const requestErasure = endpoint({
  ...ownParams,
  method: 'POST',
  path: '/api/candidate/applications/{id}/erasure',
  summary: `Ask for erasure; staff carry it out, or it happens automatically after ${RETENTION_PERIODS.requestedErasure} days. Until \`keep_until\`, the application is locked instead`,
  status: 202,
  output: z.object({ message: z.string(), due_at: Instant, keep_until: Instant }),
})
