import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Duplex, PassThrough, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { fsyncPath } from '#server/db/embedded/fsync.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import { runAsCaller } from './owner.ts'

/** Where an archive is written. No file appears under its final name before `finish`. */
export type Output = { write: (bytes: Buffer) => Promise<void>; finish: () => Promise<void>; abandon: () => Promise<void> }

export type OutputSettings = {
  /** Replaces an existing file with this name; otherwise that's an error. */
  overwrite?: boolean
  /** An age recipient ('age1…', 'ssh-…') or the OpenPGP key to encrypt to. */
  encryptTo?: string
}

const WHY_UNWRITABLE: Record<string, string> = {
  ENOENT: "its folder doesn't exist",
  ENOTDIR: "its folder doesn't exist",
  EACCES: "this user can't write there",
  EROFS: 'the file system is read-only',
  EISDIR: "it's a folder",
}

/** Turns a failed write to a path the operator typed into a one-sentence error. */
export const rejectUnwritable = (path: string) => (fault: unknown) => {
  const reason = WHY_UNWRITABLE[(fault as NodeJS.ErrnoException).code ?? ''] ?? sentenceOf(fault)
  throw new Error(`${path} can't be written: ${reason}.`, { cause: fault })
}

/**
 * Opens a file that only this user can read. Its name determines the compression: `.gz` for gzip, `.zst` for Zstandard, none otherwise; a trailing
 * `.age`, `.gpg` or `.asc` is ignored.
 */
export async function openOutput(file: string, { overwrite = false, encryptTo }: OutputSettings = {}): Promise<Output> {
  if (!overwrite && existsSync(file)) throw new Error(`${file} already exists. Choose another name, or add --overwrite.`)
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'w', 0o600).catch(rejectUnwritable(file))
  const head = new PassThrough()
  const cipher = encryptTo ? encryptor(encryptTo) : null
  const steps = [compressorFor(file), cipher?.stream, writerTo(handle)].filter((one) => one !== null && one !== undefined)
  // If the program fails, its input breaks first; the reason is in what it printed.
  const piped = pipeline([head, ...steps]).catch(async (error: { code?: string }) => {
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE') await cipher?.ended
    throw error
  })
  const written = Promise.all([piped, cipher?.ended])
  written.catch(() => {})
  return {
    async write(bytes) {
      if (!head.write(bytes)) await Promise.race([once(head, 'drain'), written])
    },
    async finish() {
      head.end()
      await written
      await settle(handle, unfinished, file)
    },
    async abandon() {
      head.destroy()
      cipher?.kill()
      await written.catch(() => {})
      await handle.close().catch(() => {})
      runAsCaller(() => rmSync(unfinished, { force: true }))
    },
  }
}

/** Unlike the handle's own stream, this lets a pipeline finish while the handle stays open. */
export function writerTo(handle: FileHandle): Writable {
  return new Writable({
    write(bytes: Buffer, _encoding, done) {
      // oxlint-disable-next-line promise/no-callback-in-promise -- streams only take callbacks
      handle.writeFile(bytes).then(() => done(), done)
    },
  })
}

async function settle(handle: FileHandle, unfinished: string, file: string): Promise<void> {
  await handle.sync()
  await handle.close()
  runAsCaller(() => {
    renameSync(unfinished, file)
    fsyncPath(dirname(file))
  })
}

function compressorFor(file: string): Duplex | null {
  const name = file.replace(/\.(age|gpg|asc)$/, '')
  if (name.endsWith('.gz') || name.endsWith('.tgz')) return createGzip()
  return name.endsWith('.zst') ? createZstdCompress() : null
}

/** Encrypts the archive with age or GnuPG as it's written, so it's never on disk unencrypted. */
function encryptor(recipient: string) {
  const isAge = /^(age1|ssh-)/.test(recipient)
  const [program, words] = isAge ? ['age', ['--recipient', recipient]] : ['gpg', ['--batch', '--trust-model', 'always', '--encrypt', '--recipient', recipient]]
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] })
  return { stream: Duplex.from({ writable: child.stdin, readable: child.stdout }), ended: waitForExit(child, program), kill: () => void child.kill() }
}

async function waitForExit(child: ChildProcess, program: string): Promise<void> {
  let stderr = ''
  child.stderr!.on('data', (text: Buffer) => (stderr = (stderr + text.toString()).slice(-500)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: Error & { code?: string }) =>
      reject(new Error(error.code === 'ENOENT' ? `To encrypt, install the program ${program}.` : error.message)),
    )
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${program} could not encrypt the archive: ${stderr.trim()}`)
}
