import { escapeHtml } from '#contract/text/escape-html.ts'

/** Returns the email as sent to one person in the demo. */
export function emailOf(
  template: { email_subject: string; email_base_html: string },
  values: Record<string, string>,
): { subject: string; html: string; text: string } {
  const html = template.email_base_html.replace(/\{(\w+)\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))
  const text = template.email_base_html
    .replace(/<li>/g, '- ')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { subject: template.email_subject.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''), html, text }
}
