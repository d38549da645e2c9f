import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const DAMAGED = 'The archive is damaged or cut off.'
const BLOCK = 512
const SIZE_AT = 124
const SUM_AT = 148
const KIND_AT = 156
const FOLDER = '5'

/** Returns the header of one plain file in the ustar format, which every `tar` can read; `path` can have up to 100 bytes. */
export function tarHeader(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error('A path in an archive can have at most 100 bytes.')
  const header = Buffer.alloc(BLOCK)
  header.write(path, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE_AT)
  header.write(
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  header.write('0', KIND_AT)
  header.write('ustar\x0000', 257)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, SUM_AT)
  return header
}

/** Returns a header's path, size and kind; null for the zero blocks at the end. Throws for anything else. */
export function readTarHeader(header: Buffer): { path: string; size: number; isFolder: boolean } | null {
  if (header.length === BLOCK && header.every((byte) => byte === 0)) return null
  const size = Number.parseInt(readText(header, SIZE_AT, 12), 8)
  if (!isTarHeader(header) || !(size >= 0)) throw new Error(DAMAGED)
  return { path: readText(header, 0, 100), size, isFolder: readText(header, KIND_AT, 1) === FOLDER }
}

/** Extracts an archive's files and folders into `into`. Paths in the archive can't lead outside it. */
export function unpackTar(archive: Buffer, into: string): void {
  for (let at = 0; ;) {
    const entry = readTarHeader(archive.subarray(at, at + BLOCK))
    if (!entry) return
    const path = join(into, entry.path)
    if (relative(into, path).startsWith('..')) throw new Error('A path in the archive leads out of it.')
    at += BLOCK
    if (entry.isFolder) mkdirSync(path, { recursive: true, mode: 0o700 })
    else writeFileSync(path, archive.subarray(at, at + entry.size), { mode: 0o600 })
    at += entry.size + paddingAfter(entry.size)
  }
}

export function isTarHeader(header: Buffer): boolean {
  return header.length === BLOCK && readText(header, 257, 5) === 'ustar' && Number.parseInt(readText(header, SUM_AT, 8), 8) === sumOf(header)
}

const readText = (header: Buffer, from: number, length: number) => header.toString('utf8', from, from + length).split('\0')[0]!

export function paddingAfter(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

/** The checksum treats its own field as spaces. */
function sumOf(header: Buffer): number {
  let sum = 8 * 32
  for (const [at, byte] of header.entries()) if (at < SUM_AT || at >= SUM_AT + 8) sum += byte
  return sum
}
