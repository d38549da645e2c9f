import { TemplateText, type EmailTemplate } from '#contract/templates/templates.ts'
import { validationErrors } from '#web/ui/editor/validation-errors.ts'
import type { FieldErrors } from '#web/ui/editor/use-editing.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'

export type { TemplateText }

export const LABELS = {
  email_name: 'Template Name',
  email_desc: 'Description',
  email_subject: 'Subject',
  email_base_html: 'Email HTML Content',
  disabled_flag: 'Status',
  fits_status_ids: 'Written for',
} satisfies Record<keyof TemplateText, string>

export function toTemplateText({
  email_name,
  email_desc,
  email_subject,
  email_base_html,
  disabled_flag,
  fits_status_ids,
  version,
}: EmailTemplate): Versioned<TemplateText> {
  return { text: { email_name, email_desc, email_subject, email_base_html, disabled_flag, fits_status_ids }, version }
}

export function findErrors(text: TemplateText): FieldErrors {
  return validationErrors(TemplateText, text)
}
