import type { PDFDocumentProxy } from 'pdfjs-dist'

/** The name under which `pdf-pages.module.css` paints what was found. */
const HIGHLIGHT = 'found-in-resume'

/** Read once: every email of a search asks for all of them. */
const texts = new WeakMap<PDFDocumentProxy, Promise<string[]>>()

/** How often a text occurs on each page of the first `most`, pages without it left out. Not case-sensitive. */
export async function findInPdf(document: PDFDocumentProxy, sought: string, most: number): Promise<{ page: number; count: number }[]> {
  const words = sought.trim().toLowerCase()
  if (words === '') return []
  const read = texts.get(document) ?? textsOf(document, most)
  texts.set(document, read)
  const counts = (await read).map((text, index) => ({ page: index + 1, count: text.split(words).length - 1 }))
  return counts.filter(({ count }) => count > 0)
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

/** Paints what is sought in the text that lies over the drawn pages; a browser without highlights only counts. */
export function highlight(place: Element, sought: string): void {
  if (!('highlights' in CSS)) return
  const words = sought.trim().toLowerCase()
  const ranges = words === '' ? [] : rangesIn(place, words)
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
