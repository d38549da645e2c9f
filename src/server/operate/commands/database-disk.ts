import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Db } from '#server/db/connect.ts'
import { findBackend } from './operating-store.ts'

/**
 * The folder of a PostgreSQL server on this machine; null where the server can't be seen from here. The product's role may not ask for
 * `data_directory`, so this reads what every user may: the names of the processes (Linux).
 */
export async function folderOfServer(db: Db): Promise<string | null> {
  const { pid, port } = await findBackend(db)
  try {
    // Another machine may have given the same number to its process: the other end of our connection must be in the name too.
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
