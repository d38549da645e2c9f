import type sanitizeHtml from 'sanitize-html'
import { SAFE_MARKUP } from '#contract/text/bullets.ts'
import { cleanHtml } from '#server/http/sanitize.ts'

const CELL = ['align', 'valign', 'width', 'height', 'bgcolor', 'colspan', 'rowspan', 'scope']
/** A style's value: no function that fetches or runs, and no way out of the declaration. */
const PLAIN_VALUE = [/^(?!.*(?:url|expression|image|src|attr|env|var|element|paint|cross-fade|image-set)\s*\()[-\w\s#%.,()'"!/]{1,200}$/i]
const STYLES = `
  background-color border border-bottom border-collapse border-color border-left border-radius border-right border-spacing border-style
  border-top border-width color direction display font font-family font-size font-style font-weight height letter-spacing line-height
  list-style list-style-type margin margin-bottom margin-left margin-right margin-top max-width min-width padding padding-bottom
  padding-left padding-right padding-top text-align text-decoration text-transform vertical-align white-space width word-break
  mso-line-height-rule mso-table-lspace mso-table-rspace`
const TAGS = `
  h1 h2 h5 h6 div span center small sub sup pre dl dt dd font img table caption colgroup col thead tbody tfoot tr th td`

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...SAFE_MARKUP.tags, ...wordsOf(TAGS)],
  allowedAttributes: {
    '*': ['style', 'class', 'lang', 'dir', 'role', 'align'],
    a: [...SAFE_MARKUP.attributes.a, 'rel'],
    img: ['src', 'alt', 'width', 'height', 'border', 'title'],
    table: [...CELL, 'border', 'cellpadding', 'cellspacing'],
    tr: CELL,
    td: CELL,
    th: CELL,
    col: ['width', 'span'],
    font: ['color', 'face', 'size'],
  },
  allowedSchemes: [...SAFE_MARKUP.schemes, 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  allowedStyles: { '*': Object.fromEntries(wordsOf(STYLES).map((property) => [property, PLAIN_VALUE])) },
  // Their content is code or controls, not text.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title', 'svg', 'math', 'xmp', 'noembed', 'noframes'],
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...absolute(attribs, 'href'), rel: 'noopener noreferrer' } }),
    img: (tagName, attribs) => ({ tagName, attribs: absolute(attribs, 'src') }),
  },
}

const STYLE_SHEET = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi
/** Anything that would leave the style sheet, fetch something, cover the page, or run in an old mail client. */
const UNSAFE_CSS = /[<\\]|@import|@charset|@namespace|@font-face|url\s*\(|image-set\s*\(|expression\s*\(|behavior\s*:|-moz-binding|position\s*:\s*fixed/i

/**
 * An email's HTML: more markup than other texts may have (tables, pictures over https, a subset of styles), but nothing that runs, submits,
 * navigates or fetches by itself. Style sheets are kept, at the front, if they contain only rules. Applying it twice changes nothing more.
 */
export function safeMail(html: string): string {
  const sheets = [...html.matchAll(STYLE_SHEET)].map(([, css]) => css!.trim()).filter((css) => css !== '' && !UNSAFE_CSS.test(css))
  const body = cleanHtml(html.replace(STYLE_SHEET, ''), RULES).trim()
  return [...sheets.map((css) => `<style>${css}</style>\n`), body].join('')
}

/** An email has no base URL: relative links lead to wherever its reader happens to be. */
function absolute(attribs: sanitizeHtml.Attributes, name: string): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([key, value]) => key !== name || /^\s*(https?:\/\/|mailto:|tel:)/i.test(value)))
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}
