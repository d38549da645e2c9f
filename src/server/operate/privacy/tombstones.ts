import { z } from 'zod'
import type { FileStore } from '#server/files/file-store.ts'
import type { ErasedApplication } from './privacy-store.ts'

const PREFIX = 'erasures/'
const Tombstone = z.object({ user_session_id: z.number(), created_at: z.string(), erased_at: z.string() })

/** Erasures are also recorded next to the files, outside the database, so they survive a restore from backup. */
export async function putTombstone(files: FileStore, erased: ErasedApplication): Promise<void> {
  await files.put(keyOf(erased), Buffer.from(JSON.stringify(erased)))
}

/** Returns whether an erasure of this application is already recorded there. */
export async function hasTombstone(files: FileStore, erased: ErasedApplication): Promise<boolean> {
  return (await files.read(keyOf(erased))) !== null
}

/** Removes the record of an erasure that didn't take place, or of a mistaken one that a recovery undoes. */
export async function removeTombstone(files: FileStore, erased: ErasedApplication): Promise<void> {
  await files.remove(keyOf(erased))
}

const keyOf = ({ user_session_id, created_at }: ErasedApplication) => `${PREFIX}${user_session_id}-${created_at.replace(/\D/g, '')}.json`

export async function listTombstones(files: FileStore): Promise<ErasedApplication[]> {
  const found: ErasedApplication[] = []
  for await (const { key } of files.list(PREFIX)) {
    const content = await files.read(key)
    const read = content && Tombstone.safeParse(parseTombstone(content))
    if (read?.success) found.push(read.data)
  }
  return found
}

function parseTombstone(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return null
  }
}
