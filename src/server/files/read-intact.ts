import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { FileStore } from './file-store.ts'

/** A file's key, hash and size, as recorded when it was stored. */
export type StoredFile = { storage_key: string; sha256: string; size_bytes: number }
export type Damage = 'missing' | 'changed'

/**
 * Returns the content if it matches what was recorded, or else what's wrong with it. The file is read in full before any of it is returned, but never
 * beyond the recorded size. Rejects if the store doesn't respond.
 */
export async function readIntact(files: FileStore, { storage_key, sha256, size_bytes }: StoredFile): Promise<Buffer | Damage> {
  const found = await files.stream(storage_key)
  const content = found && (await readAtMost(found, size_bytes))
  const damage = content === null ? 'missing' : matchesRecord(content, { sha256, size_bytes }) ? null : 'changed'
  if (damage) emitterOf(files).emit('damage', damage)
  return damage ?? content!
}

/** Reads up to one extra byte, which shows whether the file is longer than recorded. */
async function readAtMost(stream: AsyncIterable<Buffer>, size_bytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    parts.push(part)
    size += part.length
    // Breaking out of the loop closes the stream.
    if (size > size_bytes) break
  }
  return Buffer.concat(parts)
}

export function matchesRecord(content: Buffer, { sha256, size_bytes }: Omit<StoredFile, 'storage_key'>): boolean {
  return content.length === size_bytes && createHash('sha256').update(content).digest('hex') === sha256
}

const emitters = new WeakMap<FileStore, EventEmitter>()

/** Calls the listener whenever a file in this store turns out to be missing or changed when it's read. */
export function onDamage(files: FileStore, listener: (damage: Damage) => void): void {
  emitterOf(files).on('damage', listener)
}

function emitterOf(files: FileStore): EventEmitter {
  const emitter = emitters.get(files) ?? new EventEmitter()
  emitters.set(files, emitter)
  return emitter
}
