import { ActionIcon, Text, TextInput } from '@mantine/core'
import { useEffect, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { IconChevronDown, IconSearch } from '#web/ui/staff-icons.tsx'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { GuardedPdf } from './guarded-pdf.ts'
import classes from './pdf-pages.module.css'

type Props = {
  pdf: GuardedPdf
  /** The term searched for in the list. */ first: string
  box: RefObject<HTMLDivElement | null>
  field: RefObject<HTMLInputElement | null>
  maxPages: number
}

/** Search within a PDF, with the number of matches and pages; Enter goes from page to page. */
export function FindField({ pdf, first, box, field, maxPages }: Props): ReactNode {
  const [sought, setSought] = useState(first)
  const [found, setFound] = useState<{ page: number; count: number }[]>([])
  const [place, setPlace] = useState(-1)
  useEffect(() => {
    let isHere = true
    findInPdf(pdf, sought, maxPages).then(
      (pages) => isHere && (setFound(pages), setPlace(-1)),
      () => {},
    )
    return () => void (isHere = false)
  }, [pdf, sought, maxPages])
  useEffect(() => {
    const pages = box.current!
    const paint = () => highlight(pages, sought)
    paint()
    // Pages render themselves when they come into view.
    const drawn = new MutationObserver(paint)
    drawn.observe(pages, { childList: true, subtree: true })
    return () => (drawn.disconnect(), highlight(pages, ''))
  }, [box, sought])

  function next(): void {
    if (found.length === 0) return
    const to = (place + 1) % found.length
    setPlace(to)
    box.current?.children[found[to]!.page - 1]?.scrollIntoView({ block: 'start' })
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') next()
    if (event.key === 'Escape') box.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes['find']}>
      <TextInput
        ref={field}
        type="search"
        size="xs"
        aria-label="Find in the resume"
        placeholder="Find in the resume"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <ActionIcon variant="default" aria-label="Next page with a match" disabled={found.length === 0} onClick={next}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <Text size="xs" role="status">
        {sought.trim() !== '' && matchStatus(found, place)}
      </Text>
    </div>
  )
}

function matchStatus(found: { page: number; count: number }[], place: number): string {
  const times = found.reduce((sum, { count }) => sum + count, 0)
  if (times === 0) return 'Not found'
  const all = `${times} ${times === 1 ? 'time' : 'times'} on ${found.length} ${found.length === 1 ? 'page' : 'pages'}`
  return place < 0 ? all : `${all}, now page ${found[place]!.page}`
}

/** The highlight's name in `pdf-pages.module.css`. */
const HIGHLIGHT = 'found-in-resume'

/** Read once per PDF: every search needs the text of all its pages. */
const texts = new WeakMap<GuardedPdf, Promise<string[]>>()

/** Counts a term's matches on each of the first `most` pages, ignoring case; leaves out pages without matches. */
async function findInPdf(pdf: GuardedPdf, sought: string, most: number): Promise<{ page: number; count: number }[]> {
  const read = texts.get(pdf) ?? readPages(pdf, most)
  texts.set(pdf, read)
  const pages = await read
  const countLabel = (needles: string[]) =>
    pages
      .map((text, index) => ({ page: index + 1, count: needles.reduce((sum, needle) => sum + text.split(needle).length - 1, 0) }))
      .filter(({ count }) => count > 0)
  return firstPageWithMatch(sought, countLabel)
}

/** Shorter words appear in almost every resume. */
const MIN_LETTERS = 3

/** Searches for the text as typed or, if that isn't found, each of its longer words. */
function firstPageWithMatch<Place>(sought: string, find: (needles: string[]) => Place[]): Place[] {
  const text = sought.trim().toLowerCase()
  if (text === '') return []
  const whole = find([text])
  return whole.length > 0 ? whole : find([...new Set(text.split(/\s+/))].filter((word) => word.length >= MIN_LETTERS))
}

/** One at a time, so pages can render in between. An unreadable page counts as empty. */
async function readPages({ document, work }: GuardedPdf, most: number): Promise<string[]> {
  const found: string[] = []
  for (let number = 1; number <= Math.min(document.numPages, most); number++) found.push(await work(number, () => readPage(document, number)).catch(() => ''))
  return found
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('\n')
    .toLowerCase()
}

/** Highlights matches in the text layer over the rendered pages; in browsers without the highlight API, it only counts them. */
function highlight(place: Element, sought: string): void {
  if (!('highlights' in CSS)) return
  const ranges = firstPageWithMatch(sought, (needles) => needles.flatMap((needle) => matchRanges(place, needle)))
  CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges))
}

function matchRanges(place: Element, words: string): Range[] {
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
