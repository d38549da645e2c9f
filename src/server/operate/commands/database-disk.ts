import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Db } from '#server/db/connect.ts'
import { findBackend } from './operating-store.ts'

/**
 * Returns the data folder of a PostgreSQL server on this machine, or null if the server isn't visible from here. The app's role can't read
 * `data_directory`, so this uses what every user can read: process names (Linux).
 */
export async function folderOfServer(db: Db): Promise<string | null> {
  const { pid, port } = await findBackend(db)
  try {
    // A process on another machine may have the same ID, so the name must also contain our connection's port.
    const [name] = wordsOf(pid)
    if (!name?.startsWith('postgres: ') || !name.includes(port === null ? '[local]' : `(${port})`)) return null
    const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const words = wordsOf(Number(parent))
    const folder = words.includes('-D') ? words[words.indexOf('-D') + 1]! : ''
    return isAbsolute(folder) && existsSync(folder) ? folder : null
  } catch {
    return null
  }
}

const wordsOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
