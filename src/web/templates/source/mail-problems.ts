import { placeholdersIn, unknownPlaceholders, nearestPlaceholder } from '#contract/templates/placeholders.ts'
import { contrast, hexOf } from '#contract/brand/colors.ts'
import { textRuns, type Run } from './text-runs.ts'

export type Problem = { message: string; isBlocking: boolean }

/** Gmail clips longer emails. */
const CLIPPED_BYTES = 102 * 1024
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
/** Tags whose end tag can be omitted. */
const OPTIONAL_END = new Set(['p', 'li', 'td', 'th', 'tr', 'dt', 'dd', 'tbody', 'thead', 'tfoot', 'colgroup', 'html', 'head', 'body'])
const VAGUE_LINKS = /^(click( here)?|here|link|more|learn more|read more|this( link| page)?)[.!]?$/i
const ADDRESS = /^(https?:\/\/|www\.)\S+$/i

/** Problems that readers of this email would notice; an unknown placeholder prevents saving. */
export function problemsOf({ email_subject, email_base_html }: { email_subject: string; email_base_html: string }): Problem[] {
  return [...unknownIn('subject', email_subject), ...unknownIn('HTML', email_base_html), ...warningsOf(email_subject, email_base_html)]
}

function unknownIn(where: string, text: string): Problem[] {
  return unknownPlaceholders(text).map((name) => ({
    isBlocking: true,
    message: `{${name}} in the ${where} isn't a placeholder. Did you mean {${nearestPlaceholder(name)}}?`,
  }))
}

function warningsOf(subject: string, html: string): Problem[] {
  const runs = textRuns(html)
  const warnings = [
    subject.trim() === '' && 'The subject is empty.',
    /<img\b(?![^>]*\balt=)[^>]*>/i.test(html) && "An image has no alt text: readers who can't see images will miss it.",
    ...linkWarnings(html),
    ...runs.map(faintness),
    runs.some(isForeign) && 'Some words are in another language. Add a lang attribute so screen readers pronounce them correctly.',
    unclosedTag(html),
    new TextEncoder().encode(html).length > CLIPPED_BYTES && 'The email is longer than 102 KB: some email apps will clip it.',
    html.trim() !== '' && placeholdersIn(html).length === 0 && 'No placeholders used: every candidate gets the same text.',
  ]
  return [...new Set(warnings)].filter((message) => typeof message === 'string').map((message) => ({ message, isBlocking: false }))
}

function linkWarnings(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*>([\s\S]*?)<\/a>/gi)].flatMap(([, text]) => {
    const words = text!.replace(/<[^>]*>/g, '').trim()
    if (VAGUE_LINKS.test(words)) return [`The link '${words}' doesn't say where it goes.`]
    if (ADDRESS.test(words)) return [`The link '${words}' is a web address: use words that say where it goes.`]
    return words === '' && !/<img[^>]*\balt="[^"]/i.test(text!) ? ['A link has no text.'] : []
  })
}

/** WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for large text. */
function faintness({ text, color, ground, size, isBold }: Run): string | null {
  const found = contrast(color, ground)
  const needed = size >= 24 || (isBold && size >= 18.66) ? 3 : 4.5
  if (found >= needed) return null
  const words = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return `'${words}' is hard to read: ${hexOf(color)} on ${hexOf(ground)} has a contrast of ${(Math.floor(found * 10) / 10).toFixed(1)} to 1, ${needed} is needed.`
}

/** Emails are marked as English; another script or Spanish punctuation means a different language. */
function isForeign({ text, lang }: Run): boolean {
  return lang === null && /[¿¡]|(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u.test(text)
}

/** The first element without an end tag. */
function unclosedTag(html: string): string | null {
  const open: string[] = []
  const bare = html.replace(/<!--[\s\S]*?-->/g, '').replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
  for (const [, slash, name, end] of bare.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:[^"'<>]|"[^"]*"|'[^']*')*?(\/?)>/gi)) {
    const tag = name!.toLowerCase()
    if (VOID.has(tag) || OPTIONAL_END.has(tag) || end) continue
    if (!slash) open.push(tag)
    else if (open.at(-1) === tag) open.pop()
    else if (open.includes(tag)) return `<${open.at(-1)!}> isn't closed.`
  }
  return open[0] ? `<${open[0]}> isn't closed.` : null
}
