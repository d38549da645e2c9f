import { getDocument, GlobalWorkerOptions, TextLayer, type PDFPageProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

const SCALE = 1.7

/** Draws every page with its text above the picture, so that it can be found, zoomed and read aloud. */
export async function drawPdf(pdf: ArrayBuffer, box: HTMLElement): Promise<void> {
  const document = await getDocument({ data: pdf.slice(0), enableXfa: false }).promise
  box.replaceChildren()
  for (let number = 1; number <= document.numPages; number++) box.append(await drawPage(await document.getPage(number), number, document.numPages))
}

async function drawPage(page: PDFPageProxy, number: number, of: number): Promise<HTMLElement> {
  const viewport = page.getViewport({ scale: SCALE })
  const frame = document.createElement('div')
  frame.className = 'pdf-page'
  frame.role = 'region'
  frame.ariaLabel = `Page ${number} of ${of}`
  frame.style.setProperty('--total-scale-factor', String(SCALE))
  frame.style.width = `${viewport.width}px`
  frame.style.height = `${viewport.height}px`

  const canvas = document.createElement('canvas')
  const density = window.devicePixelRatio || 1
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
