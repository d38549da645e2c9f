import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shortFolder } from './short-folder.ts'

const TRIES = 20
const LOOK_AGAIN_MS = 500
const HELD = 'held'
const STARTING = 'starting'

export type FolderLock = { release(): void }

/** Who holds a folder: 'the server', 'the command backup'. An older version gives no process ID. */
export type Holder = { what: string; pid?: number }
const UNKNOWN: Holder = { what: 'another Rounds process' }

type How = {
  /** The holder's name, as shown to others. */
  what?: string
  /** How long to wait for another holder. */
  patienceMs?: number
  /** Called once if someone else holds the folder. */
  onWait?: (holder: Holder) => void
}

/**
 * Holds a folder for this process alone until `release` or its death. Throws an error with `holder` if someone else still holds it
 * after `patienceMs`.
 *
 * Every candidate listens on a socket of its own name inside the folder and only then looks at the others, so of two
 * candidates at least one sees the other. The kernel closes a dead process's socket; only the holder removes the
 * leftover names, because a name that refuses connections may belong to a candidate that isn't listening yet.
 */
export async function lockFolder(folder: string, { what = UNKNOWN.what, patienceMs = 0, onWait }: How = {}): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true })
  const real = realpathSync(folder)
  const own: Holder = { what, pid: process.pid }
  for (let deadline = performance.now() + patienceMs, isTold = false; ; await pause(LOOK_AGAIN_MS)) {
    const outcome = await tryForAWhile(real, own)
    if ('release' in outcome) return outcome
    if (performance.now() >= deadline) {
      const process = outcome.pid ? ` (process ${outcome.pid})` : ''
      throw Object.assign(new Error(`The data folder ${real} is in use by ${outcome.what}${process}.`), { holder: outcome })
    }
    if (!isTold) onWait?.(outcome)
    isTold = true
  }
}

/** The holder named by a failed `lockFolder`; null for any other error. */
export function holderOf(error: unknown): Holder | null {
  return (error as { holder?: Holder } | null)?.holder ?? null
}

async function tryForAWhile(folder: string, own: Holder): Promise<FolderLock | Holder> {
  for (let tries = 1; tries <= TRIES; tries++) {
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
  const living = others.filter((one) => one.says !== null)
  if (living.length > 0 || !existsSync(join(own.names, own.name))) {
    own.release()
    const held = living.find((one) => one.says?.startsWith(HELD))
    return held ? readHolder(held.says!) : STARTING
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
    // Some shared folders (of virtual machines or networks) can't hold sockets; processes on this machine still meet here.
    if (!['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 24)
    return await listen(join(tmpdir(), `rounds-lock-${process.getuid?.() ?? 0}-${name}`))
  }
}

async function listen(names: string) {
  mkdirSync(names, { recursive: true, mode: 0o700 })
  // A data folder's path may be longer than a socket path can be: the socket is reached through a short link.
  const shortcut = await shortFolder()
  const short = join(shortcut, 'd')
  symlinkSync(names, short)
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
    server.listen(join(short, name), resolve)
  })
  server.unref()
  return { names, short, name, release, hold: (self: Holder) => void (state = `${HELD} ${JSON.stringify(self)}`) }
}

/** What the socket's owner answers. A process that's there but silent holds the folder; null if there's none. */
function ask(path: string) {
  return new Promise<string | null>((resolve) => {
    let said = ''
    const socket = connect(path)
    socket.setTimeout(2_000, () => (socket.destroy(), resolve(HELD)))
    socket.on('data', (bytes) => (said += bytes))
    socket.on('end', () => resolve(said || STARTING))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT' || error.code === 'ENOTSOCK') return resolve(null)
      resolve(error.code === 'ECONNRESET' ? STARTING : HELD)
    })
  })
}
