import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Removed from a data folder at the next start: half a first start, or the copy that a backup was read from. */
export const UNFINISHED = 'unfinished-'
const PREFIX = 'rounds-db-'
/** The file name by which every PostgreSQL client finds a unix socket of port 5432 in a folder. */
const SOCKET_NAME = '.s.PGSQL.5432'
/** A younger folder may belong to a process that is only just starting. */
const STALE_AFTER_MS = 60_000

export const socketIn = (folder: string) => join(folder, SOCKET_NAME)

/** A fresh folder that only this user may enter, with a path short enough for unix sockets (104 bytes on macOS, 108 on Linux). */
export const shortFolder = () => mkdtempSync(join(shortRoot(), PREFIX))

/** Removes the folders that killed processes left behind. */
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

/** False only where the kernel says that nobody listens. */
export function isAnswered(socketPath: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(error.code ?? '')))
  })
}
