import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The free disk space that a first start needs. */
const MIN_FREE_BYTES = 16 * 1024 ** 2

/** Explains why a folder's database didn't open and what to do. WebAssembly errors aren't informative, so this inspects the folder itself. */
export function openFailureReason(error: unknown, dataDir: string | undefined): string {
  return (dataDir && existsSync(dataDir) && (noRoom(dataDir) ?? foreignFile(dataDir))) || messageOf(error)
}

function noRoom(dataDir: string): string | null {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < MIN_FREE_BYTES ? `the disk of ${dataDir} is full. Make room, then start again` : null
}

function foreignFile(dataDir: string): string | null {
  const own = process.geteuid?.()
  const { uid, gid } = statSync(dataDir)
  const foreign = readdirSync(dataDir, { recursive: true }).find((name) => statSync(join(dataDir, String(name)), { throwIfNoEntry: false })?.uid !== own)
  if (own === undefined || own === 0 || foreign === undefined) return null
  return `${join(dataDir, String(foreign))} belongs to another user. As root: chown -R ${uid}:${gid} ${dataDir}`
}

function messageOf(error: unknown): string {
  const { message, name, errno } = (error ?? {}) as { message?: string; name?: string; errno?: number }
  return message || [name, errno].filter(Boolean).join(' ') || String(error)
}
