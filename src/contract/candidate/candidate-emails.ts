import { z } from 'zod'
import { identifiable } from '../applicants/applicants.ts'
import { endpoint, Id, IdText, Instant, boundedText } from '../endpoint.ts'
import { InterviewLocation } from '../interviews.ts'
import { EmailWording } from '../templates/templates.ts'

export const sendCandidateEmail = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/user-session/send_candidate_email',
  counted: 'emails_queued',
  longText: true,
  summary: "Queue an email to the applicant's address with their values; 409 if it was already queued for this status",
  status: 202,
  body: z.object({
    /** Only the ID is used: the recipient and placeholder values come from the stored application. */
    candidate_info: z.object({ user_session_id: Id }),
    ...EmailWording.shape,
    /** The status the email is for; 409 if the applicant's status has since changed. */
    expected_status_id: Id.optional(),
  }),
  output: z.object({ message: z.string(), email_id: Id, send_after: Instant, /** Cancels the email until it's sent. */ undo_token: z.string() }),
})

export const emailMany = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/applicants/email',
  counted: 'emails_queued',
  longText: true,
  summary: 'Email up to 500 applicants without moving them; each result has the status the single call would have returned',
  body: z.object({
    user_session_ids: z.array(Id).min(1).max(500),
    /** The status each email is for, one per applicant. */
    expected_status_ids: z.array(Id).max(500).optional(),
    ...EmailWording.shape,
  }),
  output: z.object({
    results: z.array(
      z.object({
        user_session_id: Id,
        email_id: Id.nullable(),
        send_after: Instant.nullable(),
        undo_token: z.string().nullable(),
        status: z.int(),
        detail: z.string().nullable(),
      }),
    ),
  }),
})

export const previewCandidateEmail = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/user-session/preview_candidate_email',
  longText: true,
  reveals: true,
  summary: 'Preview the email as it would be sent; while names are hidden, without the recipient and with the name masked',
  body: z.object({
    user_session_id: Id,
    /** Without a template or text, the email is empty. */
    ...EmailWording.shape,
    identifiable: z.boolean().default(false),
    /** The new reply date that the email would promise. */
    until: z.iso.date().optional(),
    /** The planned interviews that the email would list, instead of the stored ones. */
    planned: z
      .array(z.object({ ref_interview_id: Id, minutes: z.int().min(0).max(1000), where: InterviewLocation.nullish() }))
      .max(20)
      .optional(),
  }),
  output: z.object({
    to_name: z.string().optional(),
    to_address: z.string().optional(),
    subject: z.string(),
    html: z.string(),
    /** The text before placeholders are filled in. */
    template: z.object({ subject: z.string(), html: z.string() }),
    /** The value of each placeholder; placeholders without a value are omitted. */
    values: z.record(z.string(), z.string()),
    /** Replies to the email go to this address. */
    reply_to: z.string(),
    /** The reviewed feedback for the candidate, appended to the text. */
    feedback: z.string().nullable(),
  }),
})

export const checkCandidateEmail = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/user-session/check_candidate_email',
  longText: true,
  summary: "Check wording before it's sent; `names` lists applicants' names that appear in it",
  body: z.object({ subject: boundedText(500), html: boundedText(100_000), template_name: boundedText(200).optional() }),
  output: z.object({ problems: z.array(z.object({ message: z.string(), is_blocking: z.boolean() })), names: z.array(z.string()) }),
})

export const CandidateEmail = z.object({
  email_id: Id,
  user_session_id: Id,
  template_name: z.string().nullable(),
  /** True if the sender changed the template's text. */
  is_reworded: z.boolean(),
  /** Where replies go; null means the address that all emails are sent from. */
  reply_to: z.string().nullable(),
  /** Included only with identities shown. */
  to_address: z.string().optional(),
  subject: z.string(),
  /** The HTML as sent, for a sandboxed frame; included only with identities shown. */
  html: z.string().optional(),
  /** The plain text as sent, with names masked while they're hidden; empty once it was deleted. */
  text: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'withdrawn']),
  tries: z.int(),
  last_error: z.string().nullable(),
  ref_application_status_id: Id.nullable(),
  created_at: Instant,
  send_after: Instant,
  sent_at: Instant.nullable(),
  created_by_email: z.string().nullable(),
  /** Cancels the email; set only while it's queued. */
  undo_token: z.string().optional(),
  /** Whether it failed and can be queued again. */
  is_retryable: z.boolean(),
})
export type CandidateEmail = z.infer<typeof CandidateEmail>

export const listCandidateEmails = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/user-session/emails/{user_session_id}',
  reveals: true,
  summary: 'List the emails to an applicant, newest first',
  params: z.object({ user_session_id: IdText }),
  query: z.object({ identifiable }),
  output: z.array(CandidateEmail),
})

export const undoCandidateEmail = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/user-session/emails/undo',
  reveals: true,
  summary: "Withdraw an email that hasn't been sent; 409 if it was sent or already withdrawn",
  body: z.object({ undo_token: boundedText(300) }),
  query: z.object({ identifiable }),
  output: CandidateEmail,
})

export const retryCandidateEmail = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/user-session/emails/{email_id}/retry',
  reveals: true,
  summary: "Retry an email that couldn't be sent; 409 if it didn't fail",
  params: z.object({ email_id: IdText }),
  query: z.object({ identifiable }),
  output: CandidateEmail,
})
