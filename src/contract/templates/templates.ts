import { z } from 'zod'
import { Empty, endpoint, Id, IdText, Instant, boundedText, requiredText } from '../endpoint.ts'
import { unknownPlaceholderError } from './placeholders.ts'
import { PURPOSE_NAMES } from './purposes.ts'

/** A template without its HTML. */
export const EmailTemplateMetadata = z.object({
  ref_email_base_id: Id,
  email_name: z.string(),
  /** The kind of email that Rounds uses it for; `other` if staff created it. */
  purpose: z.enum(PURPOSE_NAMES),
  email_desc: z.string(),
  email_subject: z.string(),
  disabled_flag: z.boolean(),
  /** The statuses it's meant for. */
  fits_status_ids: z.array(Id),
  version: z.int(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type EmailTemplateMetadata = z.infer<typeof EmailTemplateMetadata>

export const EmailTemplate = EmailTemplateMetadata.extend({
  email_base_html: z.string(),
  /** The number of emails sent or queued with it; a template that's been used can only be disabled, not deleted. */
  used: z.int(),
})
export type EmailTemplate = z.infer<typeof EmailTemplate>

export const MAX_SUBJECT_LENGTH = 300
export const MAX_HTML_LENGTH = 200_000

/** Text that contains only known placeholders. */
function withPlaceholders(longest: number) {
  return boundedText(longest).check(({ value, issues }) => {
    const unknown = unknownPlaceholderError(value)
    if (unknown) issues.push({ code: 'custom', input: value, message: unknown })
  })
}

/** What staff write in a template. */
export const TemplateText = z.object({
  email_name: requiredText(200, 'Template Name is required'),
  email_desc: boundedText(2_000).trim(),
  email_subject: withPlaceholders(MAX_SUBJECT_LENGTH)
    .trim()
    .regex(/^[^\r\n]*$/, 'Keep it to one line'),
  email_base_html: withPlaceholders(MAX_HTML_LENGTH).refine((html) => html.trim() !== '', 'Email HTML Content is required'),
  disabled_flag: z.boolean(),
  fits_status_ids: z.array(Id).max(50),
})
export type TemplateText = z.infer<typeof TemplateText>

/** A template, with text that overrides its own in this email only; without a template, both fields are required. */
export const EmailWording = z.object({
  template_name: boundedText(200).optional(),
  subject: boundedText(500).optional(),
  html: boundedText(100_000).optional(),
})

const required = (message: string) => ({ error: (issue: { input?: unknown }) => (issue.input === undefined ? message : undefined) })
export const byId = z.object({ id: IdText })

export const listTemplates = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/email-templates/metadata',
  summary: 'List all email templates, without their HTML',
  output: z.array(EmailTemplateMetadata),
})

export const readTemplate = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/email-templates/{id}',
  summary: 'Get an email template',
  params: byId,
  output: EmailTemplate,
})

export const createTemplate = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/email-templates',
  longText: true,
  summary: 'Create an email template; 409 if the name is taken',
  status: 201,
  body: z.object({
    email_name: z.string(required('Template Name is required')).pipe(TemplateText.shape.email_name),
    email_desc: TemplateText.shape.email_desc.default(''),
    email_subject: TemplateText.shape.email_subject.default(''),
    email_base_html: z.string(required('Email HTML Content is required')).pipe(TemplateText.shape.email_base_html),
    disabled_flag: z.boolean().default(false),
    fits_status_ids: TemplateText.shape.fits_status_ids.default([]),
  }),
  output: EmailTemplate,
})

export const updateTemplate = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/email-templates/{id}',
  longText: true,
  summary: "Update the given fields of a template; 409 if `version` isn't the current one or the name is taken",
  params: byId,
  body: TemplateText.partial().extend({ version: z.int().optional() }),
  output: EmailTemplate,
})

export const deleteTemplate = endpoint({
  who: 'admin',
  method: 'DELETE',
  path: '/api/email-templates/{id}',
  summary: 'Delete a template, or disable it if it was ever used or Rounds sends it',
  status: 204,
  params: byId,
  output: Empty,
})

export const TemplateVersion = z.object({
  version: z.int(),
  email_name: z.string(),
  email_desc: z.string(),
  email_subject: z.string(),
  email_base_html: z.string(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

export const listTemplateVersions = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/email-templates/{id}/versions',
  summary: "List the template's last 10 earlier versions, newest first",
  params: byId,
  output: z.array(TemplateVersion),
})

export const restoreTemplateVersion = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/email-templates/{id}/restore',
  summary: 'Restore an earlier version of the template as a new version',
  params: byId,
  body: z.object({ restored_version: z.int(), version: z.int().optional() }),
  output: EmailTemplate,
})
