import type sanitizeHtml from 'sanitize-html'
import { SAFE_MARKUP } from '#contract/text/bullets.ts'
import { HttpError } from '#server/http/http-error.ts'
import { cleanHtml } from '#server/http/sanitize.ts'
import { createRequire } from 'node:module'

const CELL = ['align', 'valign', 'width', 'height', 'bgcolor', 'colspan', 'rowspan', 'scope']
/** A style's value: no function that fetches or runs anything, and nothing that ends the declaration. */
const PLAIN_VALUE = [/^(?=[-\w\s#%.,()'"!/]{1,200}$)(?!.*(?:url|expression|image|src|attr|env|var|element|paint|cross-fade|image-set)\s*\()/i]
const MAX_STYLE = 2_000
const TOO_DEEP = "This email's HTML is nested too deep. Simplify it."
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
  // Their content is code or controls rather than text.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title', 'svg', 'math', 'xmp', 'noembed', 'noframes'],
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: withShortStyle(attribs) }),
    a: (tagName, attribs) => ({ tagName, attribs: { ...absolute(attribs, 'href'), rel: 'noopener noreferrer' } }),
    img: (tagName, attribs) => ({ tagName, attribs: absolute(attribs, 'src') }),
  },
}

/** Anything that would break out of the style sheet, fetch something, cover the page, or run in an old mail client. */
const UNSAFE_CSS =
  /[<\\]|@import|@charset|@namespace|@font-face|url\s*\(|image-set\s*\(|expression\s*\(|behavior\s*:|-moz-binding|(?<![-\w])position\s*:\s*(?!\s|static\b|relative\b)/i

/**
 * Sanitizes an email's HTML. More markup is allowed than in other text (tables, images over https, some styles), but nothing that runs, submits,
 * navigates or fetches on its own. Style sheets are moved to the front and kept if they contain only rules. Sanitizing the result again doesn't
 * change it. 422 for HTML that's nested too deep for some mail programs.
 */
export function safeMail(html: string): string {
  const read = readMail(html)
  if (!read) throw new HttpError(422, TOO_DEEP)
  const sheets = read.sheets.map((css) => withoutComments(css).trim()).filter((css) => css !== '' && !UNSAFE_CSS.test(css))
  return [...sheets.map((css) => `<style>${css}</style>\n`), cleanHtml(html, RULES).trim()].join('')
}

/** A comment can appear between any two parts of a rule; everything after an unclosed one is ignored. */
function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*')
  return rest.reduce((kept, part) => {
    const end = part.indexOf('*/')
    return end === -1 ? kept : kept + part.slice(end + 2)
  }, first)
}

/** An email has no base URL, so a relative link would resolve against whatever page it's read on. */
function absolute(attribs: sanitizeHtml.Attributes, name: string): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([key, value]) => key !== name || /^\s*(https?:\/\/|mailto:|tel:)/i.test(value)))
}

function withShortStyle({ style, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return style === undefined || style.length > MAX_STYLE ? attribs : { ...attribs, style }
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}

const require = createRequire(import.meta.url)

/** Real emails nest tables up to about 60 deep; recursive HTML parsers overflow at a few thousand. */
const MAX_DEPTH = 200
const NOT_TEXT = ['script', 'textarea', 'option', 'select', 'noscript', 'template', 'iframe', 'title', 'svg', 'math', 'xmp', 'noembed', 'noframes']

/** Returns the style sheets in an email's HTML, using the same parser as the sanitizer; null for HTML that's nested too deep. Runs in linear time. */
function readMail(html: string): { sheets: string[] } | null {
  const { Parser } = require('htmlparser2') as typeof import('htmlparser2')
  const open: string[] = []
  const sheets: string[] = []
  let hidden = 0
  const depth = { most: 0 }
  const parser = new Parser({
    onopentagname(name) {
      open.push(name)
      if (NOT_TEXT.includes(name)) hidden += 1
      if (name === 'style' && hidden === 0) sheets.push('')
      depth.most = Math.max(depth.most, open.length)
    },
    ontext(text) {
      if (open.at(-1) === 'style' && hidden === 0) sheets.push(sheets.pop()! + text)
    },
    onclosetag(name) {
      if (open.at(-1) !== name) return
      open.pop()
      if (NOT_TEXT.includes(name)) hidden -= 1
    },
  })
  for (let at = 0; at < html.length && depth.most <= MAX_DEPTH; at += 4_096) parser.write(html.slice(at, at + 4_096))
  if (depth.most > MAX_DEPTH) return null
  parser.end()
  return { sheets }
}
