import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Prefix of folders that the next start deletes: an incomplete first start, or the copy that a backup was read from. */
export const UNFINISHED = 'unfinished-'
/** Followed by the process's ID and start time. */
const PREFIX = 'rounds-'
const NAME = /^rounds-(\d+)-[0-9a-z]+$/
/** While the process is running, the kernel accepts connections here, however busy the process is. */
const ALIVE = 'alive'
/** The file name PostgreSQL clients expect for a Unix socket on port 5432. */
const SOCKET_NAME = '.s.PGSQL.5432'

export const socketIn = (folder: string) => join(folder, SOCKET_NAME)

let own: { folder: string; made: number } | undefined

/**
 * Creates a folder that only this user can access, inside this process's own, with a path short enough for Unix sockets (104 bytes on macOS, 108 on
 * Linux).
 */
export async function shortFolder(): Promise<string> {
  if (!own) {
    own = { folder: makeOwn(), made: 0 }
    await removeStaleFolders()
  }
  own.made += 1
  const folder = join(own.folder, own.made.toString(36))
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

/** Returns a short path to a folder whose own path may exceed the limit for socket paths. */
export async function shortcutTo(folder: string): Promise<{ path: string; remove: () => void }> {
  const linkFolder = await shortFolder()
  symlinkSync(folder, join(linkFolder, 'd'))
  return { path: join(linkFolder, 'd'), remove: () => rmSync(linkFolder, { recursive: true, force: true }) }
}

/** Creates this process's folder. It's removed on exit; if the process is killed, the next one removes it. */
function makeOwn(): string {
  for (let startedAt = Math.round(performance.timeOrigin); ; startedAt += 1) {
    const folder = join(shortRoot(), `${PREFIX}${process.pid}-${startedAt.toString(36)}`)
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      // Another thread of this process has already created it.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw error
    }
    const server = createServer((socket) => socket.destroy()).on('error', () => {})
    // The socket is listening before `listen` returns.
    server.listen(join(folder, ALIVE)).unref()
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
}

/** Removes the folders of this user's processes that are no longer running. */
async function removeStaleFolders(): Promise<void> {
  const root = shortRoot()
  const ours = readdirSync(root).filter((name) => NAME.test(name) && statSync(join(root, name), { throwIfNoEntry: false })?.uid === process.getuid?.())
  await Promise.all(
    ours.map(async (name) => {
      if (await isGone(join(root, name), Number(NAME.exec(name)![1]))) rmSync(join(root, name), { recursive: true, force: true })
    }),
  )
}

/** If a process isn't listening yet, its ID is checked instead. */
async function isGone(folder: string, pid: number): Promise<boolean> {
  const code = await connectionError(join(folder, ALIVE))
  if (code === 'ECONNREFUSED') return true
  return code === 'ENOENT' && !isRunning(pid)
}

function connectionError(socketPath: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => (socket.destroy(), resolve(null)))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function shortRoot(): string {
  const root = tmpdir()
  return Buffer.byteLength(root) <= 60 || !existsSync('/tmp') ? root : '/tmp'
}
