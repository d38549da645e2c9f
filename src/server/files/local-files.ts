import { open, opendir, readFile, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { once } from '#server/once.ts'
import { removeLeftBehind, syncFolder, writeDurably, writeTemporary } from './durable-write.ts'
import type { FileStore } from './file-store.ts'
import { isStoredKey, storedKey, storedPrefix } from './stored-key.ts'

/** Stores files under `root`, readable only by this user. Errors are those of `node:fs` (`ENOSPC` if the disk is full). */
export function localFiles(root: string): FileStore {
  const home = resolve(root)
  const at = (key: string) => join(home, ...storedKey(key).split('/'))
  const tidy = once(() => removeLeftBehind(home))

  return {
    async put(key, content) {
      const location = at(key)
      await tidy()
      await writeDurably(home, location, content)
    },
    async read(key) {
      const location = at(key)
      return orNull(() => readFile(location))
    },
    async stream(key) {
      const location = at(key)
      const file = await orNull(() => open(location, 'r'))
      if (file && !(await file.stat()).isFile()) return file.close().then(() => null)
      return file?.createReadStream() ?? null
    },
    async remove(key) {
      const location = at(key)
      const removed = await orNull(() => unlink(location).then(() => true))
      if (removed) await syncFolder(dirname(location))
    },
    async *list(prefix) {
      const folder = storedPrefix(prefix).split('/').slice(0, -1).join('/')
      for await (const file of filesBelow(home, folder)) if (file.key.startsWith(prefix)) yield file
    },
    async ping() {
      await rm(await writeTemporary(home, Buffer.from('.')), { force: true })
    },
  }
}

async function* filesBelow(home: string, folder: string): ReturnType<FileStore['list']> {
  const entries = await orNull(() => opendir(join(home, folder)))
  if (!entries) return
  for await (const entry of entries) {
    const key = folder ? `${folder}/${entry.name}` : entry.name
    if (!isStoredKey(key)) continue
    if (entry.isDirectory()) yield* filesBelow(home, key)
    if (!entry.isFile()) continue
    const found = await orNull(() => stat(join(home, key)))
    if (found) yield { key, modified_at: found.mtime }
  }
}

/** Returns null for a key that's a folder or a path below a file, because nothing is stored there. */
async function orNull<T>(attempt: () => Promise<T>): Promise<T | null> {
  try {
    return await attempt()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
