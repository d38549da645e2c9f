import sanitizeHtml from 'sanitize-html'
import { hasMarkup, SAFE_MARKUP } from '#contract/bullets.ts'

/**
 * Text that staff wrote about roles and interviews, reduced to the allowed markup; plain text is returned unchanged.
 * Applied when a text is saved and again when it's shown.
 */
export function safeMarkup(text: string): string {
  if (!hasMarkup(text)) return text
  const safe = sanitizeHtml(text, RULES).trim()
  // If only plain text is left, its escapes would be shown literally.
  return safe === '' || hasMarkup(safe) ? safe : `<p>${safe}</p>`
}

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...SAFE_MARKUP.tags],
  allowedAttributes: { a: [...SAFE_MARKUP.attributes.a, 'rel'] },
  allowedSchemes: [...SAFE_MARKUP.schemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  // Their content is code or controls, not text.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title', 'svg', 'math'],
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }) },
}
