import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Removed from a data folder on the next start: half a first start, or the copy a backup was read from. */
export const UNFINISHED = 'unfinished-'
const PREFIX = 'rounds-db-'
/** The file name PostgreSQL clients expect for a Unix socket on port 5432. */
const SOCKET_NAME = '.s.PGSQL.5432'
/** A newer folder may belong to a process that's still starting. */
const STALE_AFTER_MS = 60_000

export const socketIn = (folder: string) => join(folder, SOCKET_NAME)

/** A new folder only this user may enter, with a path short enough for Unix sockets (104 bytes on macOS, 108 on Linux). */
export const shortFolder = () => mkdtempSync(join(shortRoot(), PREFIX))

/** Removes folders left behind by killed processes. */
export async function removeStaleFolders() {
  const root = shortRoot()
  for (const name of readdirSync(root).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(root, name)
    if (isOldAndOurs(folder) && !(await isAnswered(socketIn(folder)))) rmSync(folder, { recursive: true, force: true })
  }
}

function shortRoot() {
  const root = tmpdir()
  return Buffer.byteLength(root) <= 60 || !existsSync('/tmp') ? root : '/tmp'
}

function isOldAndOurs(folder: string) {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found?.uid === process.getuid?.() && Date.now() - (found?.mtimeMs ?? 0) > STALE_AFTER_MS
}

/** False only if the kernel says no one is listening. */
export function isAnswered(socketPath: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(error.code ?? '')))
  })
}
