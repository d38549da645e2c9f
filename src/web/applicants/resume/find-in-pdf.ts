import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { GuardedPdf } from './guarded-pdf.ts'

/** The name under which `pdf-pages.module.css` highlights matches. */
const HIGHLIGHT = 'found-in-resume'

/** Read once: every email of a search asks for all of them. */
const texts = new WeakMap<GuardedPdf, Promise<string[]>>()

/** How often a text occurs on each of the first `most` pages; omits pages without matches. Not case-sensitive. */
export async function findInPdf(pdf: GuardedPdf, sought: string, most: number): Promise<{ page: number; count: number }[]> {
  const read = texts.get(pdf) ?? textsOf(pdf, most)
  texts.set(pdf, read)
  const pages = await read
  const counted = (needles: string[]) =>
    pages
      .map((text, index) => ({ page: index + 1, count: needles.reduce((sum, needle) => sum + text.split(needle).length - 1, 0) }))
      .filter(({ count }) => count > 0)
  return firstThatFinds(sought, counted)
}

/** Shorter words occur in almost any text. */
const MIN_LETTERS = 3

/** The text as typed; if it isn't found, each of its longer words. */
function firstThatFinds<Place>(sought: string, find: (needles: string[]) => Place[]): Place[] {
  const text = sought.trim().toLowerCase()
  if (text === '') return []
  const whole = find([text])
  return whole.length > 0 ? whole : find([...new Set(text.split(/\s+/))].filter((word) => word.length >= MIN_LETTERS))
}

/** One after the other, so pages can render in between. A page that can't be shown has no text. */
async function textsOf({ document, work }: GuardedPdf, most: number): Promise<string[]> {
  const found: string[] = []
  for (let number = 1; number <= Math.min(document.numPages, most); number++) found.push(await work(number, () => textOf(document, number)).catch(() => ''))
  return found
}

async function textOf(document: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('\n')
    .toLowerCase()
}

/** Highlights matches in the text layer over the rendered pages; in a browser without highlights, it only counts them. */
export function highlight(place: Element, sought: string): void {
  if (!('highlights' in CSS)) return
  const ranges = firstThatFinds(sought, (needles) => needles.flatMap((needle) => rangesIn(place, needle)))
  CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges))
}

function rangesIn(place: Element, words: string): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase()
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + words.length)
      ranges.push(range)
    }
  }
  return ranges
}
