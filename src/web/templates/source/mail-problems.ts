import { placeholdersIn, unknownPlaceholders, nearestPlaceholder } from '#contract/templates/placeholders.ts'
import { contrast, toHex, type Color } from '#contract/brand/colors.ts'

export type Problem = { message: string; isBlocking: boolean }

/** Gmail clips longer emails. */
const CLIPPED_BYTES = 102 * 1024
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
/** Tags whose end tag can be omitted. */
const OPTIONAL_END = new Set(['p', 'li', 'td', 'th', 'tr', 'dt', 'dd', 'tbody', 'thead', 'tfoot', 'colgroup', 'html', 'head', 'body'])
const VAGUE_LINKS = /^(click( here)?|here|link|more|learn more|read more|this( link| page)?)[.!]?$/i
const ADDRESS = /^(https?:\/\/|www\.)\S+$/i

/** Problems that readers of this email would notice; an unknown placeholder prevents saving. */
export function findProblems({ email_subject, email_base_html }: { email_subject: string; email_base_html: string }): Problem[] {
  return [
    ...findUnknownPlaceholders('subject', email_subject),
    ...findUnknownPlaceholders('HTML', email_base_html),
    ...findWarnings(email_subject, email_base_html),
  ]
}

function findUnknownPlaceholders(where: string, text: string): Problem[] {
  return unknownPlaceholders(text).map((name) => ({
    isBlocking: true,
    message: `{${name}} in the ${where} isn't a placeholder. Did you mean {${nearestPlaceholder(name)}}?`,
  }))
}

function findWarnings(subject: string, html: string): Problem[] {
  const runs = textRuns(html)
  const warnings = [
    subject.trim() === '' && 'The subject is empty.',
    /<img\b(?![^>]*\balt=)[^>]*>/i.test(html) && "An image has no alt text: readers who can't see images will miss it.",
    ...findLinkWarnings(html),
    ...runs.map(contrastWarning),
    runs.some(isForeign) && 'Some words are in another language. Add a lang attribute so screen readers pronounce them correctly.',
    unclosedTag(html),
    new TextEncoder().encode(html).length > CLIPPED_BYTES && 'The email is longer than 102 KB: some email apps will clip it.',
    html.trim() !== '' && placeholdersIn(html).length === 0 && 'No placeholders used: every candidate gets the same text.',
  ]
  return [...new Set(warnings)].filter((message) => typeof message === 'string').map((message) => ({ message, isBlocking: false }))
}

function findLinkWarnings(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*>([\s\S]*?)<\/a>/gi)].flatMap(([, text]) => {
    const words = text!.replace(/<[^>]*>/g, '').trim()
    if (VAGUE_LINKS.test(words)) return [`The link '${words}' doesn't say where it goes.`]
    if (ADDRESS.test(words)) return [`The link '${words}' is a web address: use words that say where it goes.`]
    return words === '' && !/<img[^>]*\balt="[^"]/i.test(text!) ? ['A link has no text.'] : []
  })
}

/** WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for large text. */
function contrastWarning({ text, color, ground, size, isBold }: TextRun): string | null {
  const found = contrast(color, ground)
  const needed = size >= 24 || (isBold && size >= 18.66) ? 3 : 4.5
  if (found >= needed) return null
  const words = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return `'${words}' is hard to read: ${toHex(color)} on ${toHex(ground)} has a contrast of ${(Math.floor(found * 10) / 10).toFixed(1)} to 1; at least ${needed} is needed.`
}

/** Emails are marked as English; another script or Spanish punctuation means a different language. */
function isForeign({ text, lang }: TextRun): boolean {
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

/** A piece of an email's text with its appearance, based on the attributes and inline styles around it. */
type TextRun = TextStyle & { text: string }
type TextStyle = {
  color: Color
  ground: Color
  /** In pixels. */
  size: number
  isBold: boolean
  lang: string | null
}

/** How email apps show unstyled text. */
const PLAIN: TextStyle = { color: [17, 17, 17], ground: [255, 255, 255], size: 16, isBold: false, lang: null }
const LINK: Color = [0, 0, 238]
const SIZES: Record<string, number> = { h1: 32, h2: 24, h3: 18.7, small: 13 }
const BOLD = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Elements that are closed by a second one of the same kind. */
const SELF_CLOSING = new Set(['p', 'li', 'td', 'th', 'tr', 'dt', 'dd'])
const TOKEN = /<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style\s*>|<(\/?)([a-z][a-z0-9]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>|[^<]+|</gi

/** An email's text, in order. Style sheets are ignored, because their effect isn't known here. */
function textRuns(html: string): TextRun[] {
  const runs: TextRun[] = []
  const open: { tag: string; look: TextStyle }[] = []
  const currentStyle = () => open.at(-1)?.look ?? PLAIN
  for (const [whole, slash, name, attributes] of html.matchAll(TOKEN)) {
    const tag = name?.toLowerCase()
    if (tag === undefined) {
      if (!whole.startsWith('<') && whole.trim() !== '') runs.push({ text: whole.trim(), ...currentStyle() })
    } else if (slash) {
      const place = open.findLastIndex((one) => one.tag === tag)
      if (place >= 0) open.length = place
    } else if (!VOID.has(tag) && !attributes!.endsWith('/')) {
      if (SELF_CLOSING.has(tag) && open.at(-1)?.tag === tag) open.pop()
      open.push({ tag, look: styleOf(tag, attributes!, currentStyle()) })
    }
  }
  return runs
}

function styleOf(tag: string, attributes: string, around: TextStyle): TextStyle {
  const style = attributeOf(attributes, 'style')
  const said = (property: string) => new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;!]+)`, 'i').exec(style)?.[1]?.trim() ?? ''
  const weight = said('font-weight')
  return {
    color: colorOf(said('color') || attributeOf(attributes, 'color')) ?? (tag === 'a' ? LINK : around.color),
    ground: colorOf(said('background-color') || said('background') || attributeOf(attributes, 'bgcolor')) ?? around.ground,
    size: sizeOf(said('font-size'), around.size) ?? SIZES[tag] ?? around.size,
    isBold: weight === '' ? around.isBold || BOLD.has(tag) : /^(bold|bolder|[7-9]00)$/i.test(weight),
    lang: attributeOf(attributes, 'lang') || around.lang,
  }
}

function attributeOf(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
}

function sizeOf(text: string, around: number): number | null {
  const [, number, unit] = /^([\d.]+)(px|pt|em|rem|%)$/i.exec(text) ?? []
  if (!number) return null
  const scale = { px: 1, pt: 4 / 3, em: around, rem: 16, '%': around / 100 }[unit!.toLowerCase()]!
  return Number(number) * scale
}

/** The color names common in emails; others aren't checked. */
const NAMED_COLORS: Record<string, string> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  lime: '#00ff00',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
}

/** Parses a color from CSS or a legacy attribute; null unless it's plain and opaque. */
function colorOf(text: string): Color | null {
  const words = text.trim().toLowerCase()
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(NAMED_COLORS[words] ?? words)?.[1]
  if (digits) {
    const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!
    return pairs.map((pair) => Number.parseInt(pair, 16)) as unknown as Color
  }
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*1(?:\.0*)?\s*)?\)$/.exec(words)
  return parts ? ([1, 2, 3].map((place) => Math.min(255, Number(parts[place]))) as unknown as Color) : null
}
