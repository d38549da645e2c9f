import { TextLayer, type PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { MAX_PIXELS, type GuardedPdf } from './guarded-pdf.ts'
import '#web/layout/pdf-text.css'
import classes from './pdf-pages.module.css'

type Props = { pdf: GuardedPdf; number: number; zoom: number; /** The available width, or 0 to measure it; re-rendered when it changes. */ width: number }

/** Renders itself when it's about to scroll into view. */
export function PdfPage({ pdf, number, zoom, width }: Props): ReactNode {
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
      {isPicture && <p className={classes['picture']}>This page looks scanned: its text can’t be searched, selected or read aloud.</p>}
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
