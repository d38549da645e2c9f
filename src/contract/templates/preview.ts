import { z } from 'zod'
import { endpoint, Id, Message, boundedText } from '../endpoint.ts'
import { byId, MAX_HTML_LENGTH, MAX_SUBJECT_LENGTH } from './templates.ts'

/**
 * Values for the placeholders. If there are none at all, sample text is used; otherwise missing values show as gaps. The link and the interviews are
 * always samples.
 */
export const CandidateDetails = z.object({
  user_session_id: Id.nullish(),
  first_name: boundedText(500).nullish(),
  last_name: boundedText(500).nullish(),
  email: boundedText(500).nullish(),
  function_role_name: boundedText(500).nullish(),
  ref_function_role_id: Id.nullish(),
  hiring_lead_email: boundedText(500).nullish(),
  hiring_lead_name: boundedText(500).nullish(),
})
export type CandidateDetails = z.infer<typeof CandidateDetails>

const Draft = { email_subject: boundedText(MAX_SUBJECT_LENGTH).optional(), email_base_html: boundedText(MAX_HTML_LENGTH).optional() }

/** An email as it would be sent; `gaps` lists placeholders without a value, which are highlighted in the HTML. */
export const FilledEmail = z.object({ subject: z.string(), html: z.string(), text: z.string(), gaps: z.array(z.string()) })
export type FilledEmail = z.infer<typeof FilledEmail>

export const previewTemplate = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/email-templates/{id}/preview',
  longText: true,
  summary: 'Preview an email with its placeholders filled in; `email_subject` and `email_base_html` override the stored ones',
  params: byId,
  body: z.object({ candidate_info: CandidateDetails.optional(), ...Draft }),
  output: FilledEmail,
})

export const previewDraft = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/email-templates/preview',
  longText: true,
  summary: "Preview a template that isn't saved yet",
  body: z.object({
    candidate_info: CandidateDetails.optional(),
    email_subject: boundedText(MAX_SUBJECT_LENGTH).default(''),
    email_base_html: boundedText(MAX_HTML_LENGTH),
  }),
  output: FilledEmail,
})

export const sendTestEmail = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/email-templates/{id}/test',
  longText: true,
  summary: "Send the email to the caller, with '[Test] ' before its subject",
  status: 202,
  params: byId,
  body: z.object({ candidate_info: CandidateDetails.optional(), ...Draft }),
  output: Message.extend({ email_id: Id }),
})
