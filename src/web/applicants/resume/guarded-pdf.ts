import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist'
import PdfWorker from './pdf-worker.ts?worker'

/**
 * A resume is a stranger's file: 2,654 bytes can describe a page that takes hours and gigabytes to render. This is the time limit for one page;
 * beyond it, the worker is terminated, which frees everything immediately.
 */
const SECONDS = 15
const MAX_OPERATIONS = 300_000
const MAX_TEXTS = 100_000
export const MAX_PIXELS = 40_000_000

const TOO_COMPLEX = new Error('This page is too large to display.')
const CLOSED = new Error('This PDF is closed.')

export type GuardedPdf = {
  document: PDFDocumentProxy
  /** Runs a job on a page, after the previous jobs; rejects if the page exceeds the limits. */
  work: <T>(page: number, job: () => Promise<T>) => Promise<T>
  close: () => void
}
type GuardCallbacks = {
  /** Pages that previously exceeded the limits. */ refused: number[]
  /** Called with the page number; 0 means the whole file. */
  onTooMuch: (page: number) => void
}

let spareWorker: Worker | null = null

/** Starts a worker for the next PDF, because each worker loads the whole library before it can open a file. */
export function startSpareWorker(): void {
  if (spareWorker) return
  const worker = (spareWorker = new PdfWorker())
  // If the worker couldn't be loaded, such as while offline, it isn't used.
  worker.addEventListener('error', () => {
    if (spareWorker === worker) spareWorker = null
  })
}

function takeWorker(): Worker {
  const worker = spareWorker ?? new PdfWorker()
  spareWorker = null
  return worker
}

/** Opens a PDF in a separate worker. Rejects if the file can't be read. */
export async function openGuarded(data: ArrayBuffer, { refused, onTooMuch }: GuardCallbacks): Promise<GuardedPdf> {
  const port = takeWorker()
  const loading = getDocument({ data, worker: PDFWorker.create({ port }), enableXfa: false, maxImageSize: MAX_PIXELS, canvasMaxAreaInBytes: MAX_PIXELS * 4 })
  const guard = openGuard(port, () => void loading.destroy().catch(() => {}))
  let queue: Promise<unknown> = Promise.resolve()
  function work<T>(page: number, job: () => Promise<T>): Promise<T> {
    if (refused.includes(page)) return Promise.reject(TOO_COMPLEX)
    const mine = queue.then(() => guard.run(job))
    queue = mine.catch((error: unknown) => error === TOO_COMPLEX && onTooMuch(page))
    // Waits until the first page has been drawn, so this doesn't slow it down.
    if (page > 0) void queue.then(startSpareWorker)
    return mine
  }
  const close = () => guard.end(CLOSED)
  try {
    return { document: await work(0, () => loading.promise), work, close }
  } catch (error) {
    close()
    throw error
  }
}

/** What the worker sends: parts of a page, or our own note that it left out a picture. */
type Message = { chunk?: { fnArray?: unknown[]; items?: unknown[] }; isLeftOut?: true }

/** Tracks the resources the worker uses for the current job, and terminates it in time. */
function openGuard(port: Worker, onEnd: () => void) {
  let [operations, texts] = [0, 0]
  let hasEnded = false
  let fail: (why: Error) => void = () => {}

  function end(why: Error): void {
    if (!hasEnded) {
      hasEnded = true
      onEnd()
      port.terminate()
    }
    fail(why)
  }
  port.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    operations += data.chunk?.fnArray?.length ?? 0
    texts += data.chunk?.items?.length ?? 0
    if (data.isLeftOut || operations > MAX_OPERATIONS || texts > MAX_TEXTS) end(TOO_COMPLEX)
  })

  async function run<T>(job: () => Promise<T>): Promise<T> {
    if (hasEnded) throw CLOSED
    ;[operations, texts] = [0, 0]
    const ended = new Promise<never>((_, reject) => (fail = reject))
    const timer = setTimeout(() => end(TOO_COMPLEX), SECONDS * 1000)
    try {
      return await Promise.race([job(), ended])
    } finally {
      clearTimeout(timer)
      fail = () => {}
    }
  }
  return { run, end }
}
