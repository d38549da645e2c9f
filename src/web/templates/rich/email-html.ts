import { isPlaceholder, placeholdersIn } from '#contract/templates/placeholders.ts'
import { CHIP } from './placeholder-chip.ts'

/** The tags that the text editor shows and writes back unchanged, with the only attribute it preserves. */
const PLAIN_TAGS = /<\/?(?:p|br|strong|b|em|i|u|ul|ol|li|h[1-3]|blockquote|hr)\s*\/?>|<a\s+href=(?:"[^"<>]*"|'[^'<>]*')\s*>|<\/a\s*>/gi
const BLOCKS = 'p, h1, h2, h3, ul, ol, blockquote, hr, li'

/**
 * Whether the text editor can edit this HTML without loss; colors, tables and pictures are edited as HTML. Doesn't use a parser, because parsing
 * would report each style as a violation of the page's policy.
 */
export function isPlain(html: string): boolean {
  return !html.replace(PLAIN_TAGS, '').includes('<')
}

/** As loaded into the editor, with each known placeholder as a chip. */
export function placeholdersToChips(html: string): string {
  const { body } = parseHtml(html)
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) text.replaceWith(...insertChips(text.data))
  return body.innerHTML
}

function insertChips(words: string): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = []
  let at = 0
  for (const { name, from, to } of placeholdersIn(words).filter((one) => isPlaceholder(one.name))) {
    const chip = document.createElement('span')
    chip.setAttribute(CHIP, name)
    parts.push(words.slice(at, from), chip)
    at = to
  }
  return [...parts, words.slice(at)]
}

/** As stored: placeholders in braces, one block per line, and no paragraphs in lists, because email apps would add space around them. */
export function chipsToPlaceholders(html: string): string {
  const { body } = parseHtml(html)
  for (const chip of body.querySelectorAll(`[${CHIP}]`)) chip.replaceWith(`{${chip.getAttribute(CHIP)}}`)
  for (const only of body.querySelectorAll('li > p:only-child')) only.replaceWith(...only.childNodes)
  // The editor keeps an empty line below a list for typing.
  for (let last = body.lastElementChild; last?.tagName === 'P' && last.childNodes.length === 0; last = body.lastElementChild) last.remove()
  for (const block of body.querySelectorAll(BLOCKS)) block.after('\n')
  for (const list of body.querySelectorAll('ul, ol, blockquote')) list.prepend('\n')
  const isEmpty = body.textContent.trim() === '' && body.querySelector('hr') === null
  return isEmpty ? '' : `${body.innerHTML.trim()}\n`
}

function parseHtml(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}
