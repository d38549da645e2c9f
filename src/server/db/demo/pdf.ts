import { once } from 'node:events'

export type Page = PDFKit.PDFDocument

/** Returns a PDF with pages filled in by `draw`. Uncompressed, because it's small anyway and this is faster. */
export async function pdfOf(info: { Title: string; Author: string }, draw: (page: Page) => void): Promise<Buffer> {
  const { default: Pdf } = await import('pdfkit')
  const page = new Pdf({ size: 'LETTER', margin: 56, compress: false, info, lang: 'en-US', displayTitle: true })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(page, 'end')
  draw(page)
  page.end()
  await ended
  return Buffer.concat(chunks)
}

export function heading(page: Page, text: string): void {
  page.moveDown(0.8).font('Helvetica-Bold').fontSize(11).fillColor('#174a5b').text(text.toUpperCase(), { characterSpacing: 0.6 })
  page.moveDown(0.3).font('Helvetica').fontSize(10).fillColor('#1d2327')
}
