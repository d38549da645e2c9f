import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { TextLayer, type PDFDocumentProxy } from 'pdfjs-dist'
import { IconDownload, IconZoomIn, IconZoomOut } from '#web/ui/staff-icons.tsx'
import '#web/layout/pdf-text.css'
import { FindField } from './find-field.tsx'
import { openGuarded, type GuardedPdf, MAX_PIXELS } from './guarded-pdf.ts'
import classes from './pdf-pages.module.css'

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
const FIRST_ZOOM = 2
/** How many pages of a resume are shown; the download has all of them. */
const MAX_PAGES = 50

/** The padding on both sides of a page combined; must match the stylesheet. */
const PADDING_PX = 16
/** How long the width must stay the same before pages are redrawn, such as while someone drags the divider. */
const SETTLED_MS = 150

/** If more pages than this can't be rendered, the file isn't shown at all. */
const MAX_FAILED_PAGES = 3

type PdfState = GuardedPdf | 'opening' | 'broken'

type Props = {
  pdf: Blob
  search: string
  onDownload: () => void
  /** True once the user has opened this to read it: it then takes the keyboard focus. */ isRead?: boolean
  tool?: ReactNode
}

/** A PDF as pages with their text, in its own box. A PDF that can't be opened can still be downloaded. */
export function PdfPages({ pdf, search, onDownload, isRead = false, tool }: Props): ReactNode {
  const { opened, refused } = useDocument(pdf)
  const [zoom, setZoom] = useState(FIRST_ZOOM)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const width = useWidth(box)
  useReaderFocus(box, isRead && typeof opened !== 'string')
  const pages = typeof opened === 'string' ? 0 : Math.min(opened.document.numPages, MAX_PAGES)

  function onKey(event: KeyboardEvent): void {
    if (event.key === '+' || event.key === '=') setZoom(Math.min(ZOOMS.length - 1, zoom + 1))
    else if (event.key === '-') setZoom(Math.max(0, zoom - 1))
    else if (event.key === '/' && field.current) field.current.focus()
    else return
    event.preventDefault()
  }

  if (opened === 'broken') {
    return (
      <div role="alert">
        <CannotDisplay onDownload={onDownload}>This resume can't be shown here. It may still open in another program.</CannotDisplay>
      </div>
    )
  }
  return (
    <div>
      <div className={classes['tools']}>
        <Text size="sm" role="status">
          {opened === 'opening' ? 'Opening resume…' : `${opened.document.numPages} ${opened.document.numPages === 1 ? 'page' : 'pages'}`}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <ActionIcon variant="default" aria-label="Zoom out" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            <IconZoomOut size={16} aria-hidden />
          </ActionIcon>
          <Text size="sm" className={classes['zoom'] ?? ''}>
            {Math.round(ZOOMS[zoom]! * 100)} %
          </Text>
          <ActionIcon variant="default" aria-label="Zoom in" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
            <IconZoomIn size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Download resume" onClick={onDownload}>
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
          {tool}
        </Group>
        {typeof opened !== 'string' && <FindField key={search} pdf={opened} first={search} box={box} field={field} maxPages={MAX_PAGES} />}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- scrollable content must be reachable by keyboard */}
      <div ref={box} className={classes['box']} tabIndex={0} role="region" aria-label="Resume, Page Up and Page Down turn its pages" onKeyDown={onKey}>
        {typeof opened !== 'string' &&
          Array.from({ length: pages }, (_, page) =>
            refused.includes(page + 1) ? (
              <div key={page} className={classes['refused']} role="group" aria-label={`Page ${page + 1}`}>
                <CannotDisplay onDownload={onDownload}>This page can't be shown here</CannotDisplay>
              </div>
            ) : (
              <PdfPage key={`${page} ${zoom}`} pdf={opened} number={page + 1} zoom={ZOOMS[zoom]!} width={width} />
            ),
          )}
      </div>
    </div>
  )
}

/** The available page width after the last change; 0 until it's known. */
function useWidth(box: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    let drawn = box.current?.clientWidth ?? 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const now = box.current?.clientWidth ?? 0
        if (now > 0 && Math.abs(now - drawn) > 1) setWidth((drawn = now) - PADDING_PX)
      }, SETTLED_MS)
    })
    if (box.current) watch.observe(box.current)
    return () => (clearTimeout(timer), watch.disconnect())
  }, [box])
  return width
}

/** For readers who chose the resume: Space and the arrow keys scroll it right away, unless something else has the focus. */
function useReaderFocus(box: RefObject<HTMLDivElement | null>, isReady: boolean): void {
  useEffect(() => {
    const at = document.activeElement
    if (isReady && (at === null || at.matches('body, main, section'))) box.current?.focus({ preventScroll: true })
  }, [box, isReady])
}

function CannotDisplay({ children, onDownload }: { children: ReactNode; onDownload: () => void }): ReactNode {
  return (
    <>
      <Text size="sm" mb="xs">
        {children}
      </Text>
      <Button variant="default" size="compact-sm" onClick={onDownload} leftSection={<IconDownload size={16} aria-hidden />}>
        Download resume
      </Button>
    </>
  )
}

/** The open file, and the pages that exceeded the limits: each of those terminates the worker, so the file is reopened for the other pages. */
function useDocument(pdf: Blob): { opened: PdfState; refused: number[] } {
  const [opened, setOpened] = useState<PdfState>('opening')
  const [refused, setRejected] = useState<number[]>([])
  useEffect(() => {
    let isHere = true
    const onTooMuch = (page: number) => isHere && setRejected((earlier) => [...earlier, page])
    const opening = pdf.arrayBuffer().then((data) => openGuarded(data, { refused, onTooMuch }))
    opening.then(
      (one) => isHere && setOpened(one),
      () => isHere && setOpened('broken'),
    )
    return () => {
      isHere = false
      opening.then(({ close }) => close()).catch(() => {})
    }
  }, [pdf, refused])
  const isGivenUp = refused.includes(0) || refused.length > MAX_FAILED_PAGES
  return { opened: isGivenUp ? 'broken' : opened, refused }
}

type PdfPageProps = {
  pdf: GuardedPdf
  number: number
  zoom: number
  /** The available width, or 0 to measure it; re-rendered when it changes. */ width: number
}

/** Renders itself when it's about to scroll into view. */
function PdfPage({ pdf, number, zoom, width }: PdfPageProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [isPicture, setPicture] = useState(false)
  useEffect(() => {
    const place = frame.current!
    const gone = new AbortController()
    const near = new IntersectionObserver(
      (seen) => {
        if (!seen.some((one) => one.isIntersecting)) return
        near.disconnect()
        pdf
          .work(number, () => draw(pdf.document, number, { zoom, width, place, signal: gone.signal }))
          .then(
            (hasText) => setPicture(!hasText),
            () => {},
          )
      },
      { rootMargin: '400px' },
    )
    near.observe(place)
    return () => {
      gone.abort()
      near.disconnect()
    }
  }, [pdf, number, zoom, width])
  return (
    <div className={classes['sheet']} role="group" aria-label={`Page ${number}`}>
      {isPicture && <p className={classes['picture']}>This page looks scanned: its text can't be searched, selected or read aloud.</p>}
      <div ref={frame} className={classes['page']} />
    </div>
  )
}

/** Returns whether the page has text. */
async function draw(
  document: PDFDocumentProxy,
  number: number,
  { zoom, width, place, signal }: { zoom: number; width: number; place: HTMLElement; signal: AbortSignal },
): Promise<boolean> {
  if (signal.aborted) return true
  const page = await document.getPage(number)
  const whole = page.getViewport({ scale: 1 })
  const room = width || place.parentElement!.clientWidth
  const scale = (room / whole.width) * zoom
  const viewport = page.getViewport({ scale })
  if (signal.aborted) return true
  place.style.setProperty('--total-scale-factor', String(scale))
  place.style.width = `${viewport.width}px`
  place.style.height = `${viewport.height}px`
  const canvas = window.document.createElement('canvas')
  // An extremely long page is rendered at low resolution.
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)))
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  canvas.ariaHidden = 'true'
  const text = window.document.createElement('div')
  text.className = classes['text'] ?? ''
  place.replaceChildren(canvas, text)
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  signal.addEventListener('abort', () => drawing.cancel())
  await drawing.promise
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render()
  return text.textContent.trim() !== ''
}
