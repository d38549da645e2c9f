import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { framedPdf, streamedPdf, writtenPdf, zipBehind } from '#test/setup/pdf-files.ts'
import { whatIsWrongWithPdf } from './resume-pdf.ts'
import { processorTimeOf } from '#test/setup/moved-clock.ts'

const wrongWith = (content: Buffer | string) => whatIsWrongWithPdf(Buffer.from(content as string, 'latin1'))

const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))

describe('accepted files', () => {
  test('a PDF with a table, with a stream, of version 2.0, or with later changes', async () => {
    const written = await writtenPdf()
    expect(wrongWith(written)).toBeNull()
    expect(wrongWith(await writtenPdf({ pdfVersion: '1.7' }))).toBeNull()
    expect(wrongWith(framedPdf())).toBeNull()
    expect(wrongWith(framedPdf({ header: '%PDF-2.0\r\n' }))).toBeNull()
    expect(wrongWith(streamedPdf())).toBeNull()
    const table = written.length
    const change = `xref\n0 0\ntrailer\n<</Root 1 0 R/Prev 9>>\nstartxref\n${table}\n%%EOF\n`
    expect(wrongWith(joined(written, change))).toBeNull()
  })

  test('a cross-reference offset that miscounts line ends', () => {
    for (const by of [-7, -2, -1, 1, 2, 9]) {
      const table = framedPdf().indexOf('xref\n')
      expect(wrongWith(framedPdf({ startxref: table + by })), String(by)).toBeNull()
    }
  })

  test('less than 1 KB after the end marker', () => {
    expect(wrongWith(framedPdf({ end: `%%EOF\n${' '.repeat(1_000)}` }))).toBeNull()
  })

  test("the word Encrypt where it isn't a trailer key", () => {
    const inString = '<< /Root 1 0 R /Size 2 /ID [(/Encrypt 3 0 R\\) >>) (/Encrypt)] % /Encrypt 9\n >>'
    expect(wrongWith(framedPdf({ trailer: inString }))).toBeNull()
    expect(wrongWith(framedPdf({ trailer: '<< /Root 1 0 R /Inner << /Encrypt 3 0 R >> >>' }))).toBeNull()
    expect(wrongWith(framedPdf({ objects: ['<< /Type /Catalog /Encrypt 1 0 R >>'] }))).toBeNull()
  })
})

describe("files that aren't PDFs", () => {
  test("a page, picture, archive, script or single byte with a PDF's name and type", () => {
    const others = ['<!doctype html><p>cv', 'GIF89a', 'PK\x03\x04', '\x89PNG', '#!/bin/sh', '%', '\xef\xbb\xbf%PDF-1.7', '%PDF-', '%PDF-9.9']
    for (const content of others) expect(wrongWith(content), content).toBe('not-pdf')
  })

  test('something else followed by a complete PDF', () => {
    for (const before of ['GIF89a\x01\x00', '<script>alert(1)</script>\n', '\n', ' ', '#!/bin/sh\nexit\n'])
      expect(wrongWith(joined(before, framedPdf())), before).toBe('not-pdf')
    expect(wrongWith(joined(zipBehind(0), framedPdf()))).toBe('not-pdf')
  })

  test("a PDF that's also an archive", () => {
    const pdf = framedPdf()
    expect(wrongWith(joined(pdf, zipBehind(pdf.length)))).toBe('not-pdf')
    expect(wrongWith(framedPdf({ objects: ['<< /Type /Catalog >>', zipBehind(60)] }))).toBe('not-pdf')
    expect(wrongWith(joined(pdf, zipBehind(pdf.length), '\n%%EOF\n'))).toBe('not-pdf')
  })
})

describe('unreadable files', () => {
  test('an empty file', () => {
    expect(wrongWith('')).toBe('empty')
  })

  test('half a file, or no PDF structure', async () => {
    const written = await writtenPdf()
    expect(wrongWith(written.subarray(0, written.length / 2))).toBe('unreadable')
    expect(wrongWith('%PDF-1.7\n')).toBe('unreadable')
    expect(wrongWith('%PDF-1.7\n%%EOF')).toBe('unreadable')
    expect(wrongWith(framedPdf({ end: '' }))).toBe('unreadable')
    expect(wrongWith(framedPdf({ end: `%%EOF\n${' '.repeat(1_100)}` }))).toBe('unreadable')
  })

  test("a trailer that's missing or has no root", () => {
    expect(wrongWith(framedPdf({ trailer: '<< /Size 2 >>' }))).toBe('unreadable')
    expect(wrongWith(framedPdf({ trailer: '' }))).toBe('unreadable')
  })

  test('a wrong offset is accepted because every reader repairs it', () => {
    expect(wrongWith(framedPdf({ startxref: 0 }))).toBeNull()
    expect(wrongWith(framedPdf({ startxref: 9_999_999 }))).toBeNull()
    expect(wrongWith(framedPdf({ startxref: 0, trailer: '<< /Root 1 0 R /Encrypt 3 0 R >>' }))).toBe('encrypted')
  })

  test('an encrypted PDF, even if the key is spelled differently', async () => {
    expect(wrongWith(await writtenPdf({ userPassword: 'secret' }))).toBe('encrypted')
    expect(wrongWith(framedPdf({ trailer: '<</Root 1 0 R/#45ncrypt 3 0 R>>' }))).toBe('encrypted')
    expect(wrongWith(streamedPdf('/Root 1 0 R /Encrypt 3 0 R'))).toBe('encrypted')
  })
})

describe('cost', () => {
  test("a stream that holds 200 MB isn't decompressed", () => {
    const bomb = deflateSync(deflateSync(Buffer.alloc(200_000_000)))
    const objects = ['<< /Type /Catalog >>', joined('<< /Filter [/FlateDecode /FlateDecode] >>\nstream\n', bomb)]
    const content = framedPdf({ objects })
    const before = process.memoryUsage.rss()
    expect(wrongWith(content)).toBeNull()
    expect(process.memoryUsage.rss() - before).toBeLessThan(10_000_000)
  })

  const TEN_MEGABYTES = 10_000_000
  test.each(['PK\x05\x06', 'trailer', 'startxref\n1\n%%EOF', '<<', '(', '% ', '/', '1 0 obj<<', 'xref\n', ' '])(
    'checking 10 MB of %j takes no longer than reading it',
    (piece) => {
      const filling = Buffer.alloc(TEN_MEGABYTES, piece)
      const took = processorTimeOf(() => {
        wrongWith(joined('%PDF-1.7\n', filling, '%%EOF'))
        wrongWith(framedPdf({ trailer: `<< /Root 1 0 R ${filling.toString('latin1', 0, 200_000)}` }))
        wrongWith(framedPdf({ objects: ['<< >>', filling] }))
      })
      expect(took).toBeLessThan(500)
    },
  )
})
