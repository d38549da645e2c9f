import { inflateSync } from 'node:zlib'

const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16

/** Converts a WOFF font to TrueType (W3C, WOFF File Format 1.0), so its tables aren't decompressed each time they're read. */
export function unpackedFont(woff: Buffer): Buffer {
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
