import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** PGlite's file system has no file descriptors for folders. */
export function fsyncPath(path: string) {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** How many of a folder's files are synced at once: the disk writes what arrives together in one go, which takes a third of the time. */
const MAX_CONCURRENT = 16

/** Syncs a folder's files and folders to disk. */
export async function fsyncTree(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory() || entry.isFile())
  const remaining = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const syncRest = async () => {
    for (let path = remaining.pop(); path !== undefined; path = remaining.pop()) {
      await using file = await open(path, 'r')
      await file.sync()
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, syncRest))
}
