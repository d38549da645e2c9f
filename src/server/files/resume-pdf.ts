export type PdfProblem = 'not-pdf' | 'empty' | 'encrypted' | 'unreadable'

const TAIL_BYTES = 1024
/** Some PDF writers miscount line endings; PDF readers tolerate an offset this far off. */
const OFFSET_SLACK = 32
const DICTIONARY_BYTES = 64 * 1024
const ZIP_END_BYTES = 22 + 0xffff

/**
 * Returns what's wrong with this upload as a PDF, or null. Looks only at the bytes, because mail apps and phones drop or change names and types.
 * Checks the file's structure in one pass and never decompresses, because a 200 KB stream can hold 600 MB. Doesn't check for active content, which
 * can't be detected this way; how the file is served protects against that.
 */
export function findPdfProblem(content: Buffer): PdfProblem | null {
  if (content.length === 0) return 'empty'
  if (!/^%PDF-[12]\.\d/.test(content.toString('latin1', 0, 8)) || isAlsoZip(content)) return 'not-pdf'

  const trailer = trailerNames(content)
  if (trailer?.has('Root')) return trailer.has('Encrypt') ? 'encrypted' : null
  return canBeRepaired(content) ? (ENCRYPTED.test(tailOf(content)) ? 'encrypted' : null) : 'unreadable'
}

const ENCRYPTED = /\/Encrypt\s+\d{1,10}\s+\d{1,5}\s+R/

function tailOf(content: Buffer): string {
  return content.toString('latin1', Math.max(0, content.length - 2 * TAIL_BYTES))
}

/** PDF readers rebuild a table with a wrong offset from the objects themselves, so a file with objects, a trailer and an end can be opened. */
function canBeRepaired(content: Buffer): boolean {
  const tail = tailOf(content)
  const hasEnd = tail.slice(-TAIL_BYTES).includes('%%EOF')
  return hasEnd && tail.includes('/Root') && content.includes(' obj')
}

/** Archives are read from the end, so a file can be both a PDF and an archive. Unpackers also ignore trailing bytes. */
function isAlsoZip(content: Buffer): boolean {
  const tail = content.subarray(-ZIP_END_BYTES)
  for (let at = tail.lastIndexOf('PK\x05\x06'); at !== -1; at = at > 0 ? tail.lastIndexOf('PK\x05\x06', at - 1) : -1) {
    if (at + 22 > tail.length) continue
    const end = content.length - tail.length + at
    const directory = end - tail.readUInt32LE(at + 12)
    if (directory === end || (directory > 0 && content.toString('latin1', directory, directory + 4) === 'PK\x01\x02')) return true
  }
  return false
}

/** Returns the names in the newest trailer, found as every PDF reader does: from the end of the file. */
function trailerNames(content: Buffer): Set<string> | null {
  const tail = content.toString('latin1', Math.max(0, content.length - 2 * TAIL_BYTES))
  const end = tail.lastIndexOf('%%EOF')
  if (end === -1 || tail.length - end > TAIL_BYTES) return null
  const [, offset] = /startxref\s{1,8}(\d{1,10})\s{1,8}$/.exec(tail.slice(tail.lastIndexOf('startxref', end), end)) ?? []
  if (offset === undefined || Number(offset) >= content.length) return null

  return namesAt(content, Number(offset), 0) ?? namesAt(content, Number(offset), OFFSET_SLACK)
}

/** Parses a table (`xref … trailer <<…>>`) or, since PDF 1.5, a stream whose own dictionary is the trailer (`12 0 obj <<…>>`). */
function namesAt(content: Buffer, offset: number, slack: number): Set<string> | null {
  const from = Math.max(0, offset - slack)
  const place = content.toString('latin1', from, offset + slack + OFFSET_SLACK)
  if (/^\s*xref\s/.test(place) || (slack > 0 && /\sxref\s/.test(place))) return dictionaryAfter(content, content.indexOf('trailer', from) + 'trailer'.length)
  const stream = slack > 0 ? /\s\d{1,10}\s\d{1,5}\sobj/.exec(place) : /^\s*\d{1,10}\s+\d{1,5}\s+obj/.exec(place)
  return stream && dictionaryAfter(content, from + stream.index + stream[0].length)
}

function dictionaryAfter(content: Buffer, from: number): Set<string> | null {
  const text = content.toString('latin1', from, from + DICTIONARY_BYTES)
  const start = text.indexOf('<<')
  return start === -1 || start > 64 ? null : namesInDictionary(text.slice(start))
}

/**
 * Returns the names at the top level of the dictionary that starts at `text[0]`, with `#xx` decoded; null if the dictionary doesn't end. Makes one
 * pass and decodes nothing else: strings, hex strings, comments and nested dictionaries are skipped.
 */
function namesInDictionary(text: string): Set<string> | null {
  const names = new Set<string>()
  let depth = 0
  let at = 0
  while (at < text.length) {
    if (text.startsWith('<<', at) || text[at] === '[') depth += 1
    if (text.startsWith('>>', at) || text[at] === ']') depth -= 1
    if (depth === 0) return names
    if (text[at] === '/' && depth === 1) names.add(nameAt(text, at))
    at = stepOver(text, at)
  }
  return null
}

function stepOver(text: string, at: number): number {
  if (text.startsWith('<<', at) || text.startsWith('>>', at)) return at + 2
  if (text[at] === '(') return afterString(text, at)
  if (text[at] === '<') return afterNext('>', text, at)
  if (text[at] === '%') return afterLine(text, at)
  return at + 1
}

function afterNext(end: string, text: string, at: number): number {
  const found = text.indexOf(end, at)
  return found === -1 ? text.length : found + 1
}

function afterLine(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

function afterString(text: string, start: number): number {
  let open = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') open += 1
    else if (text[at] === ')') open -= 1
    if (open === 0) return at + 1
  }
  return text.length
}

function nameAt(text: string, at: number): string {
  let end = at + 1
  while (end < text.length && !/[\s()<>[\]{}/%\0]/.test(text[end] as string)) end += 1
  return text.slice(at + 1, end).replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
