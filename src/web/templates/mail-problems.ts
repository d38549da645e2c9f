import { placeholdersIn, unknownPlaceholders, nearestPlaceholder } from '#contract/placeholders.ts'

export type Problem = { message: string; isBlocking: boolean }

/** Gmail cuts longer letters off. */
const CLIPPED_BYTES = 102 * 1024
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
/** Their end tags may be left out. */
const OPTIONAL_END = new Set(['p', 'li', 'td', 'th', 'tr', 'dt', 'dd', 'tbody', 'thead', 'tfoot', 'colgroup', 'html', 'head', 'body'])
const VAGUE_LINKS = /^(click here|here|link|more|read more|this link)$/i

/** What a reader of this letter would stumble over; blocking: a placeholder that would never be filled in. */
export function problemsOf({ email_subject, email_base_html }: { email_subject: string; email_base_html: string }): Problem[] {
  return [...unknownIn('subject', email_subject), ...unknownIn('HTML', email_base_html), ...warningsOf(email_subject, email_base_html)]
}

function unknownIn(where: string, text: string): Problem[] {
  return unknownPlaceholders(text).map((name) => ({
    isBlocking: true,
    message: `{${name}} in the ${where} is not known. Did you mean {${nearestPlaceholder(name)}}?`,
  }))
}

function warningsOf(subject: string, html: string): Problem[] {
  const warnings: string[] = []
  if (subject.trim() === '') warnings.push('The subject is empty.')
  if (/<img\b(?![^>]*\balt=)[^>]*>/i.test(html)) warnings.push('A picture has no alt text: readers without pictures miss it.')
  for (const [, text] of html.matchAll(/<a\b[^>]*>([\s\S]*?)<\/a>/gi)) {
    const words = text!.replace(/<[^>]*>/g, '').trim()
    if (words === '' && !/<img[^>]*\balt="[^"]/i.test(text!)) warnings.push('A link has no text.')
    if (VAGUE_LINKS.test(words)) warnings.push(`The link '${words}' does not say where it leads.`)
  }
  const unclosed = unclosedTag(html)
  if (unclosed) warnings.push(`<${unclosed}> is not closed.`)
  if (new TextEncoder().encode(html).length > CLIPPED_BYTES) warnings.push('The letter is longer than 102 KB: some mail programs cut it off.')
  if (html.trim() !== '' && placeholdersIn(html).length === 0) warnings.push('No placeholder is used: every candidate gets the same words.')
  return [...new Set(warnings)].map((message) => ({ message, isBlocking: false }))
}

/** The name of the first element without an end, or null. */
function unclosedTag(html: string): string | null {
  const open: string[] = []
  const bare = html.replace(/<!--[\s\S]*?-->/g, '').replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
  for (const [, slash, name, end] of bare.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:[^"'<>]|"[^"]*"|'[^']*')*?(\/?)>/gi)) {
    const tag = name!.toLowerCase()
    if (VOID.has(tag) || OPTIONAL_END.has(tag) || end) continue
    if (!slash) open.push(tag)
    else if (open.at(-1) === tag) open.pop()
    else if (open.includes(tag)) return open.at(-1)!
  }
  return open[0] ?? null
}
