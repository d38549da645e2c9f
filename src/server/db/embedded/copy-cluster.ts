import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** A whole number of pages, so no page is torn: PostgreSQL writes pages only while running a statement, which happens on the copying thread. */
const CHUNK_BYTES = 32 * 8192
const CONTROL = 'global/pg_control'
const LOG = 'pg_wal'
const MAX_ATTEMPTS = 5
/** File modification times may be this coarse on some file systems. */
const COARSE_MS = 1_000

/**
 * Copies a running cluster to another folder, chunk by chunk, while statements keep running. PostgreSQL opens the copy as if after a crash: the WAL, copied
 * last, replays everything since the checkpoint that was the latest when the copy started. If another checkpoint happens, which may remove WAL segments, the
 * copy starts over; throws if that happens too often. Must be called on the thread that runs the cluster.
 */
export async function copyCluster(from: string, into: string): Promise<void> {
  const control = () => readFileSync(join(from, CONTROL))
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const checkpoint = control()
    await copyFolder(from, into, '')
    const since = statSync(into).mtimeMs - COARSE_MS
    await copyFolder(from, into, LOG)
    copyRecentWal(join(from, LOG), join(into, LOG), since)
    if (control().equals(checkpoint)) return writeFileSync(join(into, CONTROL), checkpoint)
    rmSync(into, { recursive: true, force: true })
  }
  throw new Error('The database is changing faster than it can be copied. Try again later.')
}

async function copyFolder(from: string, into: string, folder: string): Promise<void> {
  mkdirSync(join(into, folder), { recursive: true })
  for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (path === LOG || path === CONTROL) continue
    if (entry.isDirectory()) await copyFolder(from, into, path)
    else await copyFile(join(from, path), join(into, path))
  }
}

async function copyFile(from: string, into: string): Promise<void> {
  const source = openIfExists(from)
  if (source === null) return
  const target = await open(into, 'w', 0o600)
  try {
    const piece = Buffer.alloc(CHUNK_BYTES)
    // The read is synchronous, but the write happens on another thread, so this one can keep running statements.
    for (let at = 0, length = 0; (length = readSync(source, piece, 0, CHUNK_BYTES, at)) > 0; at += length) await target.write(piece, 0, length, at)
  } finally {
    closeSync(source)
    await target.close()
  }
}

/** Returns null for a table that was dropped after its folder was listed. */
function openIfExists(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Copies everything written to the WAL during the copy, in one go: a data page is only usable with the WAL that led to it. */
function copyRecentWal(from: string, into: string, since: number): void {
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile() && statSync(join(from, entry.name)).mtimeMs >= since) copyFileSync(join(from, entry.name), join(into, entry.name))
}
