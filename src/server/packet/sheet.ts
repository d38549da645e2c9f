import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type PdfDocument from 'pdfkit'
import { inflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)
/** 5,900 characters: Latin, Greek, Cyrillic and symbols. */
const FONTS = {
  plain: fontOf(require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff')),
  bold: fontOf(require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff')),
} as const
const INK = '#1d2327'
const SOFT = '#5b6670'
const LINE = '#c9d1d6'
const MARGIN = 54
const FOOT = 30

/** Loaded for the first packet, then cached. */
function fontOf(path: string): () => Buffer {
  let font: Buffer | undefined
  return () => (font ??= unpackedFont(readFileSync(path)))
}

export type Column = { title: string; share: number }

/**
 * Opens a document with headings, paragraphs, labeled values, tables and page numbers. The same calls produce the same bytes, because nothing depends
 * on the time or on random numbers.
 */
export function openSheet(title: string) {
  const page = openPage(title)
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(page, 'end')
  return {
    ...texts(page),
    ...rows(page),
    end: async (): Promise<Buffer> => {
      number(page, title)
      page.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

function openPage(title: string): PDFKit.PDFDocument {
  const Pdf = require('pdfkit') as typeof PdfDocument
  const page = new Pdf({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    info: { Title: title, CreationDate: new Date(0) },
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
  })
  for (const [name, font] of Object.entries(FONTS)) page.registerFont(name, font())
  return page
}

const widthOf = (page: PDFKit.PDFDocument) => page.page.width - 2 * MARGIN
const bottomOf = (page: PDFKit.PDFDocument) => page.page.height - MARGIN - FOOT

/** Starts a new page unless there's this much room, so a heading stays with its content and a table's header with its first row. */
function keepTogether(page: PDFKit.PDFDocument, height: number): void {
  if (page.y + height > bottomOf(page)) page.addPage()
}

function texts(page: PDFKit.PDFDocument) {
  const width = widthOf(page)
  const pen = (font: keyof typeof FONTS, size: number, color = INK) => page.font(font).fontSize(size).fillColor(color)
  return {
    newPage: () => page.addPage(),
    title: (text: string) => pen('bold', 20).text(printable(text), MARGIN),
    heading: (text: string) => {
      keepTogether(page, 70)
      page.moveDown(1.2)
      pen('bold', 13).text(printable(text), MARGIN, undefined, { width })
      rule(page)
    },
    subheading: (text: string) => {
      keepTogether(page, 50)
      page.moveDown(0.6)
      pen('bold', 10).text(printable(text), MARGIN, undefined, { width })
    },
    text: (text: string) => pen('plain', 9).text(printable(text), MARGIN, undefined, { width, lineGap: 2, paragraphGap: 4 }),
    note: (text: string) => pen('plain', 8, SOFT).text(printable(text), MARGIN, undefined, { width, lineGap: 2 }),
  }
}

function rows(page: PDFKit.PDFDocument) {
  return {
    /** Labeled values, one per line. */
    values: (pairs: [string, string][]) => {
      for (const cells of pairs) drawRow(page, { cells, shares: [0.28, 0.72], isHead: false, isRuled: false })
    },
    table: (columns: Column[], all: string[][]) => {
      keepTogether(page, 80)
      const shares = columns.map((column) => column.share)
      const head = () => drawRow(page, { cells: columns.map((column) => column.title), shares, isHead: true, isRuled: true })
      head()
      for (const cells of all) drawRow(page, { cells, shares, isHead: false, isRuled: true, onNewPage: head })
    },
  }
}

type Row = { cells: string[]; shares: number[]; isHead: boolean; isRuled: boolean; onNewPage?: () => void }

const GAP = 8
const PAD = 3

/** Draws one row. If it doesn't fit, it moves to the next page; a cell longer than a page is split across pages. */
function drawRow(page: PDFKit.PDFDocument, row: Row): void {
  const { cells, shares, isHead, isRuled, onNewPage } = row
  const [width, bottom] = [widthOf(page), bottomOf(page)]
  const widths = shares.map((share) => share * width - GAP)
  const ink = (i: number) => page.font(isHead || (!isRuled && i === 0) ? 'bold' : 'plain').fontSize(8.5)
  const heights = cells.map((cell, i) => ink(i).heightOfString(printable(cell), { width: widths[i]!, lineGap: 1.5 }))
  const height = Math.max(...heights) + 2 * PAD
  const maxHeight = bottom - MARGIN - 60
  if (height > maxHeight) {
    for (const part of split(cells)) drawRow(page, { ...row, cells: part })
    return
  }
  if (page.y + height > bottom) {
    page.addPage()
    onNewPage?.()
  }
  const top = page.y + PAD
  let left = MARGIN
  for (const [i, cell] of cells.entries()) {
    ink(i)
      .fillColor(isHead ? SOFT : INK)
      .text(printable(cell), left, top, { width: widths[i]!, lineGap: 1.5 })
    left += shares[i]! * width
  }
  page.y = top + height - PAD
  page.x = MARGIN
  if (isRuled)
    page
      .moveTo(MARGIN, page.y)
      .lineTo(MARGIN + width, page.y)
      .lineWidth(isHead ? 1 : 0.5)
      .strokeColor(LINE)
      .stroke()
}

/** Splits the row's longest cell in two at a word boundary; the second row leaves the other cells empty. */
function split(cells: string[]): [string[], string[]] {
  const longest = cells.reduce((best, cell, i) => (cell.length > cells[best]!.length ? i : best), 0)
  const text = cells[longest]!
  const space = text.lastIndexOf(' ', text.length / 2)
  const at = space > 0 ? space : Math.ceil(text.length / 2)
  return [cells.map((cell, i) => (i === longest ? text.slice(0, at) : cell)), cells.map((_, i) => (i === longest ? text.slice(at).trimStart() : ''))]
}

function rule(page: PDFKit.PDFDocument): void {
  const y = page.y + 2
  page
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(page), y)
    .lineWidth(1)
    .strokeColor(LINE)
    .stroke()
  page.y = y + 6
}

function number(page: PDFKit.PDFDocument, title: string): void {
  const width = widthOf(page)
  const { start, count } = page.bufferedPageRange()
  for (let i = start; i < start + count; i++) {
    page.switchToPage(i)
    // Otherwise, text below the margin would start a new page.
    page.page.margins.bottom = 0
    const y = page.page.height - MARGIN
    page.font('plain').fontSize(8).fillColor(SOFT)
    page.text(title, MARGIN, y, { width: width / 2, lineBreak: false })
    page.text(`Page ${i + 1} of ${count}`, MARGIN + width / 2, y, { width: width / 2, align: 'right', lineBreak: false })
  }
}

/** Control characters would show as boxes; line breaks and tabs are kept. */
const printable = (text: string) =>
  text
    .replace(/\r\n?/gu, '\n')
    .replace(/\t/gu, '  ')
    .replace(/[^\P{C}\n]/gu, '')

const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16

/** Converts a WOFF font to TrueType (W3C, WOFF File Format 1.0), so its tables don't have to be decompressed on every read. */
function unpackedFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error("This font isn't in the WOFF format.")
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, i) => tableAt(woff, WOFF_HEAD + i * WOFF_ENTRY))
  const head = Buffer.alloc(SFNT_HEAD + count * SFNT_ENTRY)
  const power = Math.floor(Math.log2(count))
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  for (const [i, value] of [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].entries()) head.writeUInt16BE(value, 4 + 2 * i)
  let offset = head.length
  for (const [i, { tag, checksum, content }] of tables.entries()) {
    const entry = SFNT_HEAD + i * SFNT_ENTRY
    head.write(tag, entry, 'latin1')
    for (const [k, value] of [checksum, offset, content.length].entries()) head.writeUInt32BE(value, entry + 4 + 4 * k)
    offset += padded(content.length)
  }
  return Buffer.concat([head, ...tables.map(({ content }) => Buffer.concat([content], padded(content.length)))])
}

function tableAt(woff: Buffer, entry: number): { tag: string; checksum: number; content: Buffer } {
  const [start = 0, packed = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(entry + at))
  const content = woff.subarray(start, start + packed)
  return { tag: woff.toString('latin1', entry, entry + 4), checksum, content: packed < length ? inflateSync(content) : content }
}

/** Tables start at multiples of four bytes. */
const padded = (length: number) => Math.ceil(length / 4) * 4
