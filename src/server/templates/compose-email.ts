import { createRequire } from 'node:module'
import { fill, unfilledPlaceholders, isPlaceholder, unknownPlaceholderError, type Values } from '#contract/templates/placeholders.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { HttpError } from '#server/http/http-error.ts'
import { asHeader } from '#server/mail/email.ts'
import { wrapInLetterhead, type Letterhead } from '#server/mail/layout.ts'
import { safeMail } from './safe-mail.ts'

export type TemplateText = { email_subject: string; email_base_html: string }
export type ComposedEmail = { subject: string; html: string; text: string }

/**
 * Returns the email with its placeholders filled in, ready to send. 409 for a template with an unknown placeholder or a missing value, so no email
 * goes out with raw placeholders or gaps.
 */
export function composeEmail(letterhead: Letterhead, template: TemplateText, values: Values): ComposedEmail {
  const given = { ...values, company_name: letterhead.COMPANY_NAME }
  const unknown = unknownPlaceholderError(template.email_subject) ?? unknownPlaceholderError(template.email_base_html)
  if (unknown) throw new HttpError(409, `This email template can't be sent: ${unknown}`)
  const missing = gapsOf(template, given)
  if (missing.length > 0) throw new HttpError(409, `This email is missing a value it needs: ${missing.join(', ')}.`)
  return compose(letterhead, template, (name) => valueOf(given, name))
}

/** Composes the email for staff to preview, with missing values highlighted. */
export function previewEmail(letterhead: Letterhead, template: TemplateText, values: Values): ComposedEmail & { gaps: string[] } {
  const given = { ...values, company_name: letterhead.COMPANY_NAME }
  const gaps = gapsOf(template, given)
  const email = compose(letterhead, template, (name) => (gaps.includes(name) ? gapOf(name) : valueOf(given, name)))
  return { ...email, html: gaps.reduce(markGaps, email.html), gaps }
}

function gapsOf(template: TemplateText, given: Values): string[] {
  return [...new Set([...unfilledPlaceholders(template.email_subject, given), ...unfilledPlaceholders(template.email_base_html, given)])]
}

function compose(letterhead: Letterhead, template: TemplateText, valueFor: (name: string) => string): ComposedEmail {
  const subject = asHeader(fill(template.email_subject, valueFor))
  // Escaping a value doesn't make a link safe, so the finished HTML is sanitized again.
  const body = safeMail(fill(template.email_base_html, (name) => escapeHtml(valueFor(name))))
  return { subject, html: asDocument(letterhead, body), text: asText(body) }
}

/** Returns the value on a single line, so it can't break a header or a paragraph. */
function valueOf(values: Values, name: string): string {
  return isPlaceholder(name) ? asHeader(values[name] ?? '') : ''
}

function gapOf(name: string): string {
  return `[${name.replaceAll('_', ' ')} is missing]`
}

/** Marks gaps in text only. Inside a tag, a gap is part of an attribute, which the markup would break. */
function markGaps(html: string, name: string): string {
  const mark = `<span class="gap" style="background-color:#ffe3e3;color:#7a1f1f">${gapOf(name)}</span>`
  return html.replace(/<[^>]*>|[^<]+/g, (piece) => (piece.startsWith('<') ? piece : piece.replaceAll(gapOf(name), mark)))
}

function asDocument(letterhead: Letterhead, written: string): string {
  const sheets = /^(?:<style>[^<]*<\/style>\n)*/.exec(written)![0]
  const footer = `You're getting this email because you applied for a role at ${letterhead.COMPANY_NAME}.`
  return wrapInLetterhead(letterhead, { title: `${letterhead.COMPANY_NAME} Careers`, body: written.slice(sheets.length), footer, sheets })
}

/** Whether nothing can be read in the HTML once it's sanitized. A placeholder counts as text. 422 if it's nested too deep. */
export function isBlank(html: string): boolean {
  return asText(safeMail(fill(html, (name) => `{${name}}`))) === ''
}

const require = createRequire(import.meta.url)
let toText: ((html: string) => string) | undefined

/** Returns the plain-text version. */
export function asText(html: string): string {
  toText ??= (require('html-to-text') as typeof import('html-to-text')).compile({
    wordwrap: false,
    selectors: [
      { selector: 'style', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'block' },
    ],
  })
  return toText(html).trim()
}
