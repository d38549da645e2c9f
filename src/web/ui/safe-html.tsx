import { createElement, Fragment, type ReactNode } from 'react'
import { splitBullets, hasMarkup, SAFE_MARKUP } from '#contract/text/bullets.ts'

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>|<|[^<]+/gi
const ATTRIBUTE = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi
const VOID = new Set(['br', 'hr'])
/** Elements whose content isn't text. */
const DROPPED_ELEMENTS = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'svg', 'math', 'textarea', 'title', 'select'])

type Element = { tag: string; attributes: Record<string, string>; children: ReactNode[] }

/** Markup by staff as React elements; anything not on the allowlist becomes text, so nothing can be injected on either side. */
export function SafeHtml({ html }: { html: string }): ReactNode {
  const root: Element = { tag: '', attributes: {}, children: [] }
  const open: Element[] = [root]
  let silent: string | null = null
  for (const [token, slash, name, rest] of html.matchAll(TOKEN)) {
    const tag = name?.toLowerCase()
    if (silent) {
      if (slash && tag === silent) silent = null
    } else if (tag && DROPPED_ELEMENTS.has(tag)) {
      if (!slash) silent = tag
    } else if (tag && slash) close(open, tag)
    else if (tag) openElement(open, tag, rest ?? '')
    else if (!token.startsWith('<!--')) open.at(-1)!.children.push(decode(token))
  }
  while (open.length > 1) close(open, open.at(-1)!.tag)
  return root.children
}

function openElement(open: Element[], tag: string, rest: string): void {
  if (!(SAFE_MARKUP.tags as readonly string[]).includes(tag)) return
  const element: Element = { tag, attributes: allowed(tag, rest), children: [] }
  if (VOID.has(tag)) append(open, element)
  else open.push(element)
}

function close(open: Element[], tag: string): void {
  if (!open.slice(1).some((element) => element.tag === tag)) return
  for (;;) {
    const element = open.pop()!
    append(open, element)
    if (element.tag === tag) return
  }
}

function append(open: Element[], { tag, attributes, children }: Element): void {
  const parent = open.at(-1)!
  parent.children.push(createElement(tag, { key: parent.children.length, ...attributes }, ...(VOID.has(tag) ? [] : children)))
}

function allowed(tag: string, rest: string): Record<string, string> {
  const names: readonly string[] = (SAFE_MARKUP.attributes as Record<string, readonly string[]>)[tag] ?? []
  const kept: Record<string, string> = {}
  for (const [, name, double, single, bare] of rest.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? bare ?? '')
    if (names.includes(name!.toLowerCase()) && (name!.toLowerCase() !== 'href' || isSafeLink(value))) kept[name!.toLowerCase()] = value
  }
  if (tag === 'a') kept['rel'] = 'noopener noreferrer'
  return kept
}

function isSafeLink(href: string): boolean {
  if (!URL.canParse(href)) return false
  return (SAFE_MARKUP.schemes as readonly string[]).includes(new URL(href).protocol.slice(0, -1))
}

const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  bull: '•',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED_ENTITIES[(name as string).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}

/** For responsibilities, requirements and instructions: lines become bullets, markup is kept. */
export function Bullets({ text }: { text: string }): ReactNode {
  if (hasMarkup(text)) return <SafeHtml html={text} />
  return (
    <ul>
      {splitBullets(text).map((line, place) => (
        <li key={place}>{line}</li>
      ))}
    </ul>
  )
}

/** Markup that determines the layout of text. */
const BLOCK_ELEMENTS = /<(?:p|br|ul|ol|li|h3|h4|blockquote|hr)\b/i

/** For descriptions: blank lines separate paragraphs, line breaks are kept, and so is markup that determines the layout. */
export function Paragraphs({ text }: { text: string }): ReactNode {
  if (hasMarkup(text) && BLOCK_ELEMENTS.test(text)) return <SafeHtml html={text} />
  return paragraphsOf(text).map((paragraph, place) => (
    <p key={place}>{hasMarkup(paragraph) ? <SafeHtml html={paragraph.replace(/\r?\n/g, '<br>')} /> : <Lines text={paragraph} />}</p>
  ))
}

function Lines({ text }: { text: string }): ReactNode {
  return text.split(/\r?\n/).map((line, place) => (
    <Fragment key={place}>
      {place > 0 && <br />}
      {line}
    </Fragment>
  ))
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

/** Text without its markup, in linear time. */
export function plainText(text: string): string {
  return decode(hasMarkup(text) ? withoutMarkup(text) : text)
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

const BREAKS = /^<(?:\/(?:p|li|h3|h4)|br\s*\/?)>$/i
const SKIPPED_ELEMENTS = /^<(script|style)\b/i

function withoutMarkup(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const openElement = text.indexOf('<', at)
    const end = openElement === -1 ? -1 : text.indexOf('>', openElement)
    if (end === -1) return parts.join('') + text.slice(at)
    const tag = text.slice(openElement, end + 1)
    parts.push(text.slice(at, openElement), BREAKS.test(tag) ? '\n' : '')
    at = skipElement(text, end + 1, SKIPPED_ELEMENTS.exec(tag)?.[1])
  }
}

/** The position after the end of a script or style; one that isn't closed extends to the end. */
function skipElement(text: string, from: number, name: string | undefined): number {
  if (!name) return from
  const closing = new RegExp(`</${name}\\s*>`, 'gi')
  closing.lastIndex = from
  return closing.test(text) ? closing.lastIndex : text.length
}
