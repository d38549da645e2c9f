import type { PDFDocumentProxy } from 'pdfjs-dist'

/** The name under which `pdf-pages.module.css` highlights matches. */
const HIGHLIGHT = 'found-in-resume'

/** Read once: every email of a search asks for all of them. */
const texts = new WeakMap<PDFDocumentProxy, Promise<string[]>>()

/** How often a text occurs on each page of the first `most`, pages without it left out. Not case-sensitive. */
export async function findInPdf(document: PDFDocumentProxy, sought: string, most: number): Promise<{ page: number; count: number }[]> {
  const read = texts.get(document) ?? textsOf(document, most)
  texts.set(document, read)
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

function textsOf(document: PDFDocumentProxy, most: number): Promise<string[]> {
  const numbers = Array.from({ length: Math.min(document.numPages, most) }, (_, index) => index + 1)
  return Promise.all(numbers.map((number) => textOf(document, number)))
}

async function textOf(document: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('\n')
    .toLowerCase()
}

/** Highlights matches in the text layer over the drawn pages; a browser without highlights only counts them. */
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
