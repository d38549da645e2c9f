import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000

/** Returns where content is written under a temporary name until it's complete. Keys can't start with a dot. */
export function incomingFolder(root: string): string {
  return join(root, '.incoming')
}

/** Writes `content` to `location`. After a crash at any point, the file has either the previous content or all of the new content. */
export async function writeDurably(root: string, location: string, content: Buffer): Promise<void> {
  const temporary = await writeTemporary(root, content)
  try {
    await makeFolder(dirname(location))
    await rename(temporary, location)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(location))
}

/** Returns the path of a new file with `content` synced to disk. If that fails, no file is left behind. */
export async function writeTemporary(root: string, content: Buffer): Promise<string> {
  await makeFolder(incomingFolder(root))
  const temporary = join(incomingFolder(root), randomUUID())
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return temporary
}

/** A rename or removal isn't durable until its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/** Removes old temporary files; another process may still be writing recent ones. */
export async function removeLeftBehind(root: string): Promise<void> {
  const names = await readdir(incomingFolder(root)).catch(() => [])
  for (const name of names) {
    const path = join(incomingFolder(root), name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}

async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!firstMade) return
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await syncFolder(dirname(made))
}
