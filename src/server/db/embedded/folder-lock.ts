import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shortFolder } from './short-folder.ts'

const MAX_ATTEMPTS = 20
const CHECK_AGAIN_MS = 500
const HELD = 'held'
const STARTING = 'starting'

export type FolderLock = { release(): void }

/** The holder of a folder, such as 'the server' or 'the command backup'. Older versions don't report a process ID. */
export type Holder = { what: string; pid?: number }
const UNKNOWN: Holder = { what: 'another Rounds process' }

type LockOptions = {
  /** The lock holder's name, as shown to other processes. */
  what?: string
  /** How long to wait for the current holder. */
  timeoutMs?: number
  /** Called once if another process holds the folder. */
  onWait?: (holder: Holder) => void
}

/**
 * Locks a folder for this process until `release` or until the process dies. If another process still holds it after `timeoutMs`, throws an error
 * with `holder`. Each candidate first listens on its own socket in the folder and only then checks for others, so when two compete, at least one sees
 * the other. The kernel closes a dead process's socket. Only the holder removes leftover socket files, because one that refuses connections may
 * belong to a candidate that isn't listening yet.
 */
export async function lockFolder(folder: string, { what = UNKNOWN.what, timeoutMs = 0, onWait }: LockOptions = {}): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true })
  const realPath = realpathSync(folder)
  const own: Holder = { what, pid: process.pid }
  for (let deadline = performance.now() + timeoutMs, isTold = false; ; await pause(CHECK_AGAIN_MS)) {
    const outcome = await tryForAWhile(realPath, own)
    if ('release' in outcome) return outcome
    if (performance.now() >= deadline) {
      const process = outcome.pid ? ` (process ${outcome.pid})` : ''
      throw Object.assign(new Error(`The data folder ${realPath} is in use by ${outcome.what}${process}.`), { holder: outcome })
    }
    if (!isTold) onWait?.(outcome)
    isTold = true
  }
}

/** Returns the holder that a failed `lockFolder` reported, or null for any other error. */
export function holderOf(error: unknown): Holder | null {
  return (error as { holder?: Holder } | null)?.holder ?? null
}

async function tryForAWhile(folder: string, own: Holder): Promise<FolderLock | Holder> {
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries++) {
    const lock = await tryToHold(folder, own)
    if (lock !== STARTING) return lock
    await pause(20 + Math.random() * 30 * tries)
  }
  return UNKNOWN
}

async function tryToHold(folder: string, self: Holder) {
  const own = await listenIn(folder)
  const others = await Promise.all(
    readdirSync(own.names)
      .filter((name) => name !== own.name)
      .map(async (name) => ({ name, says: await ask(join(own.short, name)) })),
  )
  const responding = others.filter((other) => other.says !== null)
  if (responding.length > 0 || !existsSync(join(own.names, own.name))) {
    own.release()
    const holder = responding.find((one) => one.says?.startsWith(HELD))
    return holder ? readHolder(holder.says!) : STARTING
  }
  own.hold(self)
  for (const { name } of others) rmSync(join(own.names, name), { force: true })
  return { release: own.release }
}

function readHolder(says: string): Holder {
  try {
    return JSON.parse(says.slice(HELD.length)) as Holder
  } catch {
    return UNKNOWN
  }
}

async function listenIn(folder: string) {
  try {
    return await listen(join(folder, 'lock'))
  } catch (error) {
    // Some shared folders (virtual machine or network mounts) don't support sockets, so processes on this machine use a temporary folder instead.
    if (!['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 24)
    return await listen(join(tmpdir(), `rounds-lock-${process.getuid?.() ?? 0}-${name}`))
  }
}

async function listen(names: string) {
  mkdirSync(names, { recursive: true, mode: 0o700 })
  // A data folder's path can exceed the limit for socket paths, so the socket is reached through a short symlink.
  const shortcut = await shortFolder()
  const shortPath = join(shortcut, 'd')
  symlinkSync(names, shortPath)
  const name = randomBytes(6).toString('hex')
  let state = STARTING
  const server = createServer((socket) => socket.on('error', () => {}).end(state))
  const release = () => {
    server.close()
    rmSync(join(names, name), { force: true })
    rmSync(shortcut, { recursive: true, force: true })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => (release(), reject(error)))
    server.listen(join(shortPath, name), resolve)
  })
  server.unref()
  return { names, short: shortPath, name, release, hold: (self: Holder) => void (state = `${HELD} ${JSON.stringify(self)}`) }
}

/** Returns the response from the socket's owner, or null if it has none. A process that's alive but doesn't respond counts as the holder. */
function ask(path: string) {
  return new Promise<string | null>((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setTimeout(2_000, () => (socket.destroy(), resolve(HELD)))
    socket.on('data', (bytes) => (answer += bytes))
    socket.on('end', () => resolve(answer || STARTING))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT' || error.code === 'ENOTSOCK') return resolve(null)
      resolve(error.code === 'ECONNRESET' ? STARTING : HELD)
    })
  })
}
