import { afterEach, expect, test } from 'vitest'
import { pdfBomb, encryptedPdf, minimalPdf, writtenPdf } from '#test/setup/pdf-files.ts'
import { openPdfReader, type PdfReader } from './read-pdf-text.ts'

let reader: PdfReader
afterEach(() => reader.close())

test('text is extracted line by line from several PDFs in a row; a PDF without text returns nothing', async () => {
  reader = openPdfReader()
  expect((await reader.read(await writtenPdf({}, 'Naïve café\nSecond line'))).trim()).toBe('Naïve café\nSecond line')
  expect(await reader.read(minimalPdf())).toBe('')
  expect(await reader.read(Buffer.from('not a PDF'))).toBe('')
  expect(await reader.read(await encryptedPdf())).toBe('')
  expect((await reader.read(await writtenPdf({}, 'Still here'))).trim()).toBe('Still here')
})

test('a file that unpacks beyond the memory limit kills its process, and the next file is still read', async () => {
  const megabyte = 1024 * 1024
  reader = openPdfReader({ longestMs: 60_000, maxBytes: 150 * megabyte })
  const bomb = pdfBomb(120)
  const before = process.memoryUsage.rss()
  expect(await reader.read(bomb)).toBe('')
  expect(process.memoryUsage.rss() - before).toBeLessThan(30 * megabyte)
  expect((await reader.read(await writtenPdf())).trim()).toBe('A resume')
})

test('a file that takes too long is abandoned', async () => {
  reader = openPdfReader({ longestMs: 1, maxBytes: Infinity })
  expect(await reader.read(await writtenPdf())).toBe('')
})
