import { deflateSync } from 'node:zlib'
import { minimalPdf } from './pdf-files.ts'

const stream = (dictionary: string, content: string | Buffer) =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${Buffer.byteLength(content)} >>\nstream\n`), Buffer.from(content), Buffer.from('\nendstream')])

/** Returns two pages: one with `content` and `resources`, and one with a line of text. The numbers of `more` objects start at 8. */
function twoPages(resources: string, content: string, more: (string | Buffer)[]): Buffer {
  const page = (own: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${own} >>`
  return minimalPdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      page(`/Resources << ${resources} >> /Contents 5 0 R`),
      page('/Resources << /Font << /F 7 0 R >> >> /Contents 6 0 R'),
      stream('', content),
      stream('', 'BT /F 24 Tf 72 700 Td (Second page) Tj ET'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...more,
    ],
  })
}

/** Returns a page with ten forms, each of which draws the next one ten times: ten billion rectangles. */
export function formBomb(): Buffer {
  const calls = '/N Do '.repeat(10)
  const form = (next: number, content: string) =>
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /N ${next} 0 R >> >>`, content)
  const forms = Array.from({ length: 10 }, (_, at) => form(9 + at, calls))
  return twoPages('/XObject << /N 8 0 R >>', calls, [...forms, form(8, '0 0 10 10 re f')])
}

/** Returns a page with a picture of 900 million pixels that takes up less than 120 KB in the file. */
export function pixelBomb(): Buffer {
  const rows = deflateSync(Buffer.alloc(30_000 * 3_750), { level: 9 })
  const picture = stream('/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode', rows)
  return twoPages('/XObject << /I 8 0 R >>', 'q 612 0 0 792 0 0 cm /I Do Q', [picture])
}

/** Returns a page with a picture that claims to be this many pixels wide and high, and has this many bytes. */
export function mislabeledPicture(side: number, bytes: number): Buffer {
  const picture = stream(
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
    deflateSync(Buffer.alloc(bytes), { level: 9 }),
  )
  return twoPages('/XObject << /I 8 0 R >>', 'q 612 0 0 792 0 0 cm /I Do Q', [picture])
}

/** Returns a page with text in an embedded font that isn't really a font. */
export function brokenFont(): Buffer {
  const font = '<< /Type /Font /Subtype /TrueType /BaseFont /Broken /FirstChar 32 /LastChar 126 /FontDescriptor 9 0 R /Encoding /WinAnsiEncoding >>'
  const described = '<< /Type /FontDescriptor /FontName /Broken /Flags 32 /FontBBox [0 0 1000 1000] /Ascent 800 /Descent -200 /FontFile2 10 0 R >>'
  return twoPages('/Font << /F 8 0 R >>', 'BT /F 24 Tf 72 700 Td (First page) Tj ET', [font, described, stream('', 'not a font at all')])
}
