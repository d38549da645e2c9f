import sanitizeHtml from 'sanitize-html'
import { hasMarkup, SAFE_MARKUP } from '#contract/bullets.ts'

/**
 * What staff wrote about roles and interviews, with nothing in it but the allowed markup; plain text comes back as it is.
 * Applied when a text is saved and again when it is shown.
 */
export function safeMarkup(text: string): string {
  if (!hasMarkup(text)) return text
  const safe = sanitizeHtml(text, RULES).trim()
  // Escapes would be shown as they are if nothing but plain text were left.
  return safe === '' || hasMarkup(safe) ? safe : `<p>${safe}</p>`
}

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...SAFE_MARKUP.tags],
  allowedAttributes: { a: [...SAFE_MARKUP.attributes.a, 'rel'] },
  allowedSchemes: [...SAFE_MARKUP.schemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  // What stands inside these is code or a control, no text for a reader.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title', 'svg', 'math'],
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }) },
}
