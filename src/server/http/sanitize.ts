import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { hasMarkup, SAFE_MARKUP } from '#contract/text/bullets.ts'

/**
 * Reduces text that staff wrote about roles and interviews to the allowed markup; plain text is returned unchanged. Applied when it's saved and
 * again when it's shown.
 */
export function safeMarkup(text: string): string {
  if (!hasMarkup(text)) return text
  const safe = cleanHtml(text, RULES).trim()
  // If only plain text is left, its escapes would be shown literally.
  return safe === '' || hasMarkup(safe) ? safe : `<p>${safe}</p>`
}

const require = createRequire(import.meta.url)

/** Loads the sanitizer on first use: a process that shows only plain text doesn't need its 20 MB. */
export function cleanHtml(html: string, rules: sanitizeHtml.IOptions): string {
  return (require('sanitize-html') as typeof sanitizeHtml)(html, rules)
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
