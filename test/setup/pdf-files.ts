import { deflateSync } from 'node:zlib'
import PdfDocument from 'pdfkit'

/** Returns a PDF as a word processor would write it, with a cross-reference table. */
export function writtenPdf(options: PDFKit.PDFDocumentOptions = {}, text = 'A resume'): Promise<Buffer> {
  const document = new PdfDocument(options)
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const whole = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))))
  document.text(text)
  document.end()
  return whole
}

/** Returns a PDF that opens only with a password. */
export function encryptedPdf(): Promise<Buffer> {
  return writtenPdf({ userPassword: 'rounds' })
}

type PdfParts = { header?: string; objects?: (string | Buffer)[]; trailer?: string; startxref?: number; end?: string }

/** Returns the smallest file that PDF readers accept, with one part changed. */
export function minimalPdf({ header = '%PDF-1.7\n', objects = ['<< /Type /Catalog >>'], ...frame }: PdfParts = {}): Buffer {
  const parts = [Buffer.from(header)]
  const size = () => parts.reduce((sum, part) => sum + part.length, 0)
  const offsets: number[] = []
  for (const [at, object] of objects.entries()) {
    offsets.push(size())
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const table = size()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = frame.trailer ?? `<< /Size ${objects.length + 1} /Root 1 0 R >>`
  const start = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n`
  parts.push(Buffer.from(`${start}${frame.startxref ?? table}\n${frame.end ?? '%%EOF\n'}`))
  return Buffer.concat(parts)
}

/** Returns a file whose trailer is a stream's dictionary, as PDF 1.5 and later allow. */
export function streamTrailerPdf(trailer = '/Root 1 0 R'): Buffer {
  const start = '%PDF-1.5\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'
  const rows = deflateSync(Buffer.alloc(40))
  const opening = `2 0 obj\n<< /Type /XRef /W [1 2 1] /Size 3 /Filter /FlateDecode /Length ${rows.length} ${trailer} >>`
  const ending = `\nendstream\nendobj\nstartxref\n${start.length}\n%%EOF`
  return Buffer.concat([Buffer.from(`${start}${opening}\nstream\n`), rows, Buffer.from(ending)])
}

/** Returns an archive of one empty file, with offsets for an archive that follows `before` other bytes. */
export function zipAfter(before: number): Buffer {
  const local = Buffer.alloc(31)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(1, 26)
  local.write('a', 30)
  const central = Buffer.alloc(47)
  central.write('PK\x01\x02', 'latin1')
  central.writeUInt16LE(1, 28)
  central.writeUInt32LE(before, 42)
  central.write('a', 46)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(before + local.length, 16)
  return Buffer.concat([local, central, end])
}

/** Returns a page that's small until it's decompressed. */
export function pdfBomb(megabytes: number): Buffer {
  const stream = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, '(aaaa) Tj '))
  return minimalPdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
      Buffer.concat([Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`), stream, Buffer.from('\nendstream')]),
    ],
  })
}
