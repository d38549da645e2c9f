import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** Whole pages, so that none is torn: PostgreSQL writes them only while it runs a statement, on the thread that copies. */
const PIECE_BYTES = 32 * 8192
const CONTROL = 'global/pg_control'
const LOG = 'pg_wal'
const TRIES = 5
/** File systems may be this coarse about when a file was written. */
const COARSE_MS = 1_000

/**
 * Copies a running cluster piece by piece, with statements in between, into a folder that PostgreSQL then opens as after a crash: its log,
 * copied last, repeats what happened since the checkpoint that was the newest at the beginning. Another checkpoint may remove parts of that
 * log, so the copy begins again; throws when that happens too often. For the thread that runs the cluster.
 */
export async function copyCluster(from: string, into: string): Promise<void> {
  const control = () => readFileSync(join(from, CONTROL))
  for (let tries = 0; tries < TRIES; tries++) {
    const checkpoint = control()
    await copyFolder(from, into, '')
    const since = statSync(into).mtimeMs - COARSE_MS
    await copyFolder(from, into, LOG)
    copyWritten(join(from, LOG), join(into, LOG), since)
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
  const source = openIfThere(from)
  if (source === null) return
  const target = await open(into, 'w', 0o600)
  try {
    const piece = Buffer.alloc(PIECE_BYTES)
    // Read at once, written by another thread: this one runs statements while the disk takes the piece.
    for (let at = 0, length = 0; (length = readSync(source, piece, 0, PIECE_BYTES, at)) > 0; at += length) await target.write(piece, 0, length, at)
  } finally {
    closeSync(source)
    await target.close()
  }
}

/** A table that was dropped since its folder was read is gone. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** What statements added to the log during the copy, all at once: a page may be copied only with the log that led to it. */
function copyWritten(from: string, into: string, since: number): void {
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile() && statSync(join(from, entry.name)).mtimeMs >= since) copyFileSync(join(from, entry.name), join(into, entry.name))
}
