import { getDocument, GlobalWorkerOptions, TextLayer, type PDFPageProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

const SCALE = 1.7
/** Below this width, a page is as wide as the screen; pinching zooms in. */
const PHONE = '(max-width: 47.99rem)'

/** Draws every page with a text layer, so it can be searched, zoomed and read aloud. */
export async function drawPdf(pdf: ArrayBuffer, box: HTMLElement): Promise<void> {
  const document = await getDocument({ data: pdf.slice(0), enableXfa: false }).promise
  box.replaceChildren()
  for (let number = 1; number <= document.numPages; number++) box.append(await drawPage(await document.getPage(number), { number, of: document.numPages, box }))
}

type PagePosition = { number: number; of: number; box: HTMLElement }

function scaleFor(page: PDFPageProxy, box: HTMLElement): number {
  const [left, , right] = page.view as [number, number, number, number]
  return matchMedia(PHONE).matches ? Math.min(SCALE, box.clientWidth / (right - left)) : SCALE
}

async function drawPage(page: PDFPageProxy, { number, of, box }: PagePosition): Promise<HTMLElement> {
  const scale = scaleFor(page, box)
  const viewport = page.getViewport({ scale })
  const frame = document.createElement('div')
  frame.className = 'pdf-page'
  frame.role = 'region'
  frame.ariaLabel = `Page ${number} of ${of}`
  frame.style.setProperty('--total-scale-factor', String(scale))
  frame.style.width = `${viewport.width}px`
  frame.style.height = `${viewport.height}px`

  const canvas = document.createElement('canvas')
  // As sharp as at full size, for people who zoom in.
  const density = (window.devicePixelRatio || 1) * (SCALE / scale)
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  canvas.ariaHidden = 'true'
  const text = document.createElement('div')
  text.className = 'pdf-text'
  frame.append(canvas, text)

  await page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] }).promise
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render()
  return frame
}
