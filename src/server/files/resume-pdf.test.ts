import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { minimalPdf, streamTrailerPdf, writtenPdf, zipAfter } from '#test/setup/pdf-files.ts'
import { findPdfProblem } from './resume-pdf.ts'
import { processorTimeOf } from '#test/setup/moved-clock.ts'

const wrongWith = (content: Buffer | string) => findPdfProblem(Buffer.from(content as string, 'latin1'))

const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))

describe('accepted files', () => {
  test('a PDF with a table, a stream, version 2.0, or later changes', async () => {
    const written = await writtenPdf()
    expect(wrongWith(written)).toBeNull()
    expect(wrongWith(await writtenPdf({ pdfVersion: '1.7' }))).toBeNull()
    expect(wrongWith(minimalPdf())).toBeNull()
    expect(wrongWith(minimalPdf({ header: '%PDF-2.0\r\n' }))).toBeNull()
    expect(wrongWith(streamTrailerPdf())).toBeNull()
    const table = written.length
    const change = `xref\n0 0\ntrailer\n<</Root 1 0 R/Prev 9>>\nstartxref\n${table}\n%%EOF\n`
    expect(wrongWith(joined(written, change))).toBeNull()
  })

  test('a cross-reference offset that miscounts line endings', () => {
    for (const by of [-7, -2, -1, 1, 2, 9]) {
      const table = minimalPdf().indexOf('xref\n')
      expect(wrongWith(minimalPdf({ startxref: table + by })), String(by)).toBeNull()
    }
  })

  test('less than 1 KB after the end marker', () => {
    expect(wrongWith(minimalPdf({ end: `%%EOF\n${' '.repeat(1_000)}` }))).toBeNull()
  })

  test("the word Encrypt where it isn't a trailer key", () => {
    const inString = '<< /Root 1 0 R /Size 2 /ID [(/Encrypt 3 0 R\\) >>) (/Encrypt)] % /Encrypt 9\n >>'
    expect(wrongWith(minimalPdf({ trailer: inString }))).toBeNull()
    expect(wrongWith(minimalPdf({ trailer: '<< /Root 1 0 R /Inner << /Encrypt 3 0 R >> >>' }))).toBeNull()
    expect(wrongWith(minimalPdf({ objects: ['<< /Type /Catalog /Encrypt 1 0 R >>'] }))).toBeNull()
  })
})

describe("files that aren't PDFs", () => {
  test("a page, picture, archive, script or single byte with a PDF's name and type", () => {
    const others = ['<!doctype html><p>cv', 'GIF89a', 'PK\x03\x04', '\x89PNG', '#!/bin/sh', '%', '\xef\xbb\xbf%PDF-1.7', '%PDF-', '%PDF-9.9']
    for (const content of others) expect(wrongWith(content), content).toBe('not-pdf')
  })

  test('something else followed by a complete PDF', () => {
    for (const before of ['GIF89a\x01\x00', '<script>alert(1)</script>\n', '\n', ' ', '#!/bin/sh\nexit\n'])
      expect(wrongWith(joined(before, minimalPdf())), before).toBe('not-pdf')
    expect(wrongWith(joined(zipAfter(0), minimalPdf()))).toBe('not-pdf')
  })

  test("a PDF that's also an archive", () => {
    const pdf = minimalPdf()
    expect(wrongWith(joined(pdf, zipAfter(pdf.length)))).toBe('not-pdf')
    expect(wrongWith(minimalPdf({ objects: ['<< /Type /Catalog >>', zipAfter(60)] }))).toBe('not-pdf')
    expect(wrongWith(joined(pdf, zipAfter(pdf.length), '\n%%EOF\n'))).toBe('not-pdf')
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
    expect(wrongWith(minimalPdf({ end: '' }))).toBe('unreadable')
    expect(wrongWith(minimalPdf({ end: `%%EOF\n${' '.repeat(1_100)}` }))).toBe('unreadable')
  })

  test("a trailer that's missing or has no root", () => {
    expect(wrongWith(minimalPdf({ trailer: '<< /Size 2 >>' }))).toBe('unreadable')
    expect(wrongWith(minimalPdf({ trailer: '' }))).toBe('unreadable')
  })

  test('a wrong offset is accepted because every reader repairs it', () => {
    expect(wrongWith(minimalPdf({ startxref: 0 }))).toBeNull()
    expect(wrongWith(minimalPdf({ startxref: 9_999_999 }))).toBeNull()
    expect(wrongWith(minimalPdf({ startxref: 0, trailer: '<< /Root 1 0 R /Encrypt 3 0 R >>' }))).toBe('encrypted')
  })

  test('an encrypted PDF, even if the key is spelled differently', async () => {
    expect(wrongWith(await writtenPdf({ userPassword: 'secret' }))).toBe('encrypted')
    expect(wrongWith(minimalPdf({ trailer: '<</Root 1 0 R/#45ncrypt 3 0 R>>' }))).toBe('encrypted')
    expect(wrongWith(streamTrailerPdf('/Root 1 0 R /Encrypt 3 0 R'))).toBe('encrypted')
  })
})

describe('cost', () => {
  test("a stream that holds 200 MB isn't decompressed", () => {
    const bomb = deflateSync(deflateSync(Buffer.alloc(200_000_000)))
    const objects = ['<< /Type /Catalog >>', joined('<< /Filter [/FlateDecode /FlateDecode] >>\nstream\n', bomb)]
    const content = minimalPdf({ objects })
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
        wrongWith(minimalPdf({ trailer: `<< /Root 1 0 R ${filling.toString('latin1', 0, 200_000)}` }))
        wrongWith(minimalPdf({ objects: ['<< >>', filling] }))
      })
      expect(took).toBeLessThan(500)
    },
  )
})
