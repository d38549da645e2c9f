import { whatIsUnknown } from '#contract/templates/placeholders.ts'
import type { EmailTemplate, TemplateText } from '#contract/templates/templates.ts'
import type { Faults } from '#web/ui/editor/use-editing.ts'
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

export function textOf({
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

export function faultsOf({ email_name, email_subject, email_base_html }: TemplateText): Faults {
  const faults: [keyof TemplateText, string | null][] = [
    ['email_name', email_name.trim() === '' ? 'Template Name is required' : null],
    ['email_subject', whatIsUnknown(email_subject)],
    ['email_base_html', email_base_html.trim() === '' ? 'Email HTML Content is required' : whatIsUnknown(email_base_html)],
  ]
  return Object.fromEntries(faults.filter((fault): fault is [keyof TemplateText, string] => fault[1] !== null))
}
