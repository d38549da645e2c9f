import { createHash, randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { writerTo, type Output } from './output.ts'
import { DAMAGED, isTarHeader, paddingAfter, readTarHeader, tarHeader } from '#server/tar.ts'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'

export type Part = { path: string; size: number; sha256: string }

/** Creates an archive to write to. */
export function createArchive(output: Output) {
  return {
    async add(path: string, content: Buffer): Promise<Part> {
      await output.write(Buffer.concat([tarHeader(path, content.length), content, Buffer.alloc(paddingAfter(content.length))]))
      return { path, size: content.length, sha256: sha256(content) }
    },
    async finish(): Promise<void> {
      await output.write(Buffer.alloc(1024))
      await output.finish()
    },
  }
}

export type Archive = { paths: string[]; read: (path: string) => Promise<Buffer>; close: () => Promise<void> }

/**
 * Opens an archive and reads its table of contents; `file` may already be open. A compressed archive is first unpacked into `scratch`. Throws if it's
 * truncated or isn't an archive.
 */
export async function openArchive(file: string | FileHandle, scratch: string): Promise<Archive> {
  const archive = await decompress(typeof file === 'string' ? await open(file, 'r') : file, scratch)
  try {
    const places = await entriesIn(archive)
    return {
      paths: [...places.keys()],
      async read(path) {
        const place = places.get(path)
        if (!place) throw new Error(`The archive has no ${path}.`)
        return readExactly(archive, place.size, place.at)
      },
      close: () => archive.close(),
    }
  } catch (error) {
    await archive.close()
    throw error
  }
}

async function entriesIn(archive: FileHandle) {
  const places = new Map<string, { at: number; size: number }>()
  const { size: end } = await archive.stat()
  if (end === 0) throw new Error('The archive is empty.')
  for (let at = 0; ;) {
    const header = await readExactly(archive, 512, at)
    if (at === 0 && !isTarHeader(header)) throw new Error("This isn't a backup of Rounds.")
    const entry = readTarHeader(header)
    // An archive ends with two empty blocks, so truncation is detected.
    if (!entry && readTarHeader(await readExactly(archive, 512, at + 512)) === null) return places
    if (!entry) throw new Error(DAMAGED)
    const next = at + 512 + entry.size + paddingAfter(entry.size)
    if (next > end) throw new Error(DAMAGED)
    places.set(entry.path, { at: at + 512, size: entry.size })
    at = next
  }
}

async function readExactly(archive: FileHandle, size: number, at: number): Promise<Buffer> {
  const content = Buffer.alloc(size)
  const { bytesRead } = await archive.read(content, 0, size, at)
  if (bytesRead !== size) throw new Error(DAMAGED)
  return content
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

const ZSTD = '28b52ffd'
const GZIP = '1f8b'

/** Returns an archive's plain tar: the archive itself, or one unpacked into an unlinked file in `folder`. Throws if it's encrypted. */
async function decompress(archive: FileHandle, folder: string): Promise<FileHandle> {
  const { buffer } = await archive.read(Buffer.alloc(64), 0, 64, 0)
  const start = buffer.toString('hex')
  if (isEncrypted(buffer)) {
    await archive.close()
    throw new Error('This archive is encrypted. Decrypt it first: age --decrypt --identity KEYFILE, or gpg --decrypt.')
  }
  if (!start.startsWith(ZSTD) && !start.startsWith(GZIP)) return archive
  const name = join(folder, `.unpacking-${randomUUID()}`)
  const plain = await open(name, 'wx+', 0o600)
  await rm(name)
  try {
    const unpack = start.startsWith(ZSTD) ? createZstdDecompress() : createGunzip()
    await pipeline(archive.createReadStream({ start: 0 }), unpack, writerTo(plain))
    return plain
  } catch (error) {
    await plain.close()
    const { code } = error as { code?: string }
    throw code === 'ENOSPC' ? error : new Error(DAMAGED, { cause: error })
  }
}

/** Recognizes age's text header, an armored OpenPGP message, or a packet that encrypts a session key (tags 1 and 3, RFC 9580). */
function isEncrypted(start: Buffer): boolean {
  const text = start.toString('latin1')
  return text.startsWith('age-encryption.org/') || text.startsWith('-----BEGIN ') || [0x84, 0x85, 0x8c, 0x8d, 0xc1, 0xc3].includes(start[0]!)
}
