import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import type { Output } from './output.ts'
import { DAMAGED, isTarHeader, paddingAfter, readTarHeader, tarHeader } from '#server/tar.ts'
import { unpacked } from './unpack.ts'

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
  const archive = await unpacked(typeof file === 'string' ? await open(file, 'r') : file, scratch)
  try {
    const places = await placesIn(archive)
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

async function placesIn(archive: FileHandle) {
  const places = new Map<string, { at: number; size: number }>()
  const { size: end } = await archive.stat()
  if (end === 0) throw new Error('The archive is empty.')
  for (let at = 0; ;) {
    const header = await readExactly(archive, 512, at)
    if (at === 0 && !isTarHeader(header)) throw new Error("This isn't a backup of Rounds.")
    const entry = readTarHeader(header)
    // Two empty blocks end an archive, so missing bytes at the end are detected.
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
