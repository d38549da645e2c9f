import { Worker } from 'node:worker_threads'
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js'
import { frameOf, readFrames } from './frames.ts'

// Reads PDFs from its input one after another and writes their text. Its argument is how many bytes of memory it may use. Nothing else from the app
// is loaded here.

const MAX_PAGES = 50
const MAX_CHARACTERS = 200_000

// A 200 KB stream can hold 600 MB, and decompressed data doesn't count toward the heap limit, so a second thread watches memory while the first one
// is busy.
const watching = `setInterval(() => { if (process.memoryUsage.rss() > ${Number(process.argv[2])}) process.kill(process.pid, 'SIGKILL') }, 20)`
new Worker(watching, { eval: true }).unref()

const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
for await (const content of readFrames(process.stdin)) {
  const text = await textOf(new Uint8Array(content)).catch(() => '')
  process.stdout.write(frameOf(Buffer.from(text)))
}
process.exit(0)

async function textOf(data: Uint8Array): Promise<string> {
  const loading = getDocument({ data, enableXfa: false, disableFontFace: true, useSystemFonts: false, stopAtErrors: false, verbosity: 0 })
  try {
    const pdf = await loading.promise
    let text = ''
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && text.length < MAX_CHARACTERS; number++) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      text += `${items.map((one) => lineOf(one as TextItem)).join('')}\n`
    }
    // PostgreSQL can't store NUL, and lone surrogates aren't valid text.
    return text.slice(0, MAX_CHARACTERS).replaceAll('\0', '').toWellFormed()
  } finally {
    await loading.destroy()
  }
}

function lineOf({ str = '', hasEOL }: Partial<TextItem>): string {
  return hasEOL ? `${str}\n` : str
}
