import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { shortcutTo } from '#server/db/embedded/short-folder.ts'
import { readEnv, type Env } from '#server/env.ts'
import { HttpError } from '#server/http/http-error.ts'
import { purposeHash, randomToken } from '#server/http/keys.ts'
import type { Services } from '#server/services.ts'

const FOLDER = 'first-run-demo'
/** Prefix of folders that are being deleted. */
const DELETED_PREFIX = `${FOLDER}-`
/** Holds an empty file for each browser that may use the demo, named after its key's hash. The demo ends when this folder is gone. */
export const KEYS = 'keys'
export const SOCKET = 'door'
const OWNER = 'owner'

const PROGRAM = new URL('../../demo-process.ts', import.meta.url).pathname
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', '--heap-growing-percent=50', '--max-old-space-size=512']
/** The only environment variables the demo inherits; none of them reveals anything about this installation. */
const INHERITED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_COMPILE_CACHE']

const MB = 1024 * 1024
/** The demo needs about 350 MB while its data is loading, and 330 MB afterward. */
const MEMORY_MB = 600
/** It starts at 45 MB; the rest is for uploads. */
const DISK_MB = 500
const LONGEST_START_MS = 10 * 60_000
const MAX_STDERR = 2_000

/** Also 'none' for a browser that isn't allowed to use it. */
export type DemoState = 'none' | 'preparing' | 'ready'

/**
 * A demo next to an installation: a child process with its own database in a folder of DATA_DIR, listening on a Unix socket in that folder. It ends
 * with the process that started it. Everything about it is in the folder, so all processes that share DATA_DIR can serve it and end it.
 */
export type Demo = {
  /** Starts the demo, or joins the one that's running, and returns a key for one browser. Throws 409 or 503 if it can't run here. */
  start: (origin: string) => Promise<string>
  stateFor: (key: string | undefined) => DemoState
  isRunning: () => boolean
  /** Ends the demo, if any, and deletes its folder. */
  end: () => Promise<void>
  /** Ends the demo if this process started it. */
  close: () => Promise<void>
  /** Deletes an earlier demo's leftovers, unless another process is running it. */
  tidy: () => Promise<void>
  /** A sentence that explains why the last demo this process started ended on its own; null if someone left it. */
  whyEnded: () => string | null
  /** The path of the socket. */
  door: () => Promise<string>
  /** The address that can sign in to the demo as owner. */
  owner: string
}

export function openDemo({ env, log }: Pick<Services, 'env' | 'log'>): Demo {
  const folder = join(env.DATA_DIR, FOLDER)
  const own = openProcess(folder, log)
  let shortcut: ReturnType<typeof shortcutTo> | undefined

  const door = async () => join((await (shortcut ??= shortcutTo(folder))).path, SOCKET)
  async function tidy(): Promise<void> {
    for (const name of await readdir(env.DATA_DIR).catch(() => [])) if (name.startsWith(DELETED_PREFIX)) await removeWhole(join(env.DATA_DIR, name))
    if (!own.isRunning() && existsSync(folder) && !(await isLive(folder, await door()))) await removeFolder(folder)
  }

  async function startOrJoin(origin: string): Promise<string> {
    rejectIfUnsupported(env)
    await tidy()
    if (await makeFolder(folder)) own.launch(origin)
    const key = randomToken()
    await writeFile(join(folder, KEYS, hashOf(key)), '')
    return key
  }

  async function end(): Promise<void> {
    await rm(join(folder, KEYS), { recursive: true, force: true })
    await (own.isRunning() ? own.kill() : waitUntilGone(folder))
  }

  return {
    start: serialize(startOrJoin),
    stateFor(key) {
      if (key === undefined || !existsSync(join(folder, KEYS, hashOf(key)))) return 'none'
      return existsSync(join(folder, SOCKET)) ? 'ready' : 'preparing'
    },
    isRunning: () => existsSync(join(folder, KEYS)),
    end,
    close: async () => (own.isRunning() ? end() : undefined),
    tidy,
    whyEnded: own.whyEnded,
    door,
    owner: ownerOf(folder),
  }
}

/** Runs calls one after the other. */
function serialize<Result>(act: (origin: string) => Promise<Result>): (origin: string) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve()
  return (origin) => {
    const mine = before.then(() => act(origin))
    before = mine.catch(() => {})
    return mine
  }
}

/** The demo's process, if this process started it. When it ends for any reason, its folder is deleted. */
function openProcess(folder: string, log: Logger) {
  let child: ChildProcess | null = null
  let reason: string | null = null
  let ending: Promise<void> = Promise.resolve()

  async function onEnd(code: number | null, words: string): Promise<void> {
    child = null
    if (code !== 0 && existsSync(join(folder, KEYS))) {
      log.warn({ code, words }, 'the demo ended unexpectedly')
      reason = "The demo stopped because of an error. The server's log has more."
    }
    await removeFolder(folder).catch((error: unknown) => log.warn({ code: codeOf(error) }, "the demo's folder could not be deleted"))
  }

  return {
    launch(origin: string): void {
      let words = ''
      reason = null
      child = fork(PROGRAM, [folder, origin], { execArgv: FLAGS, env: environment(folder), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
      child.stderr!.on('data', (text: Buffer) => (words = (words + text.toString()).slice(-MAX_STDERR)))
      const ended = once(child, 'exit').then(
        ([code]) => code as number | null,
        () => 1,
      )
      ending = ended.then((code) => onEnd(code, words))
    },
    async kill(): Promise<void> {
      child?.kill('SIGKILL')
      await ending
    },
    isRunning: () => child !== null,
    whyEnded: () => reason,
  }
}

/** Returns false if another request or process has already made it. Throws 503 if there's no room for a demo. */
async function makeFolder(folder: string): Promise<boolean> {
  if (existsSync(join(folder, KEYS))) return false
  await rejectIfFull(dirname(folder))
  const isFirst = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  await mkdir(join(folder, KEYS), { recursive: true })
  if (isFirst) await writeFile(join(folder, OWNER), String(process.pid))
  return isFirst
}

/** The process that started the demo ends it and deletes the folder. */
async function waitUntilGone(folder: string): Promise<void> {
  const folderExists = async () => (await readdir(dirname(folder))).some((name) => name.startsWith(FOLDER))
  for (const deadline = performance.now() + 5_000; (await folderExists()) && performance.now() < deadline;) await pause(50)
  await removeFolder(folder)
}

const hashOf = (key: string) => purposeHash('first-run-demo', key)
const codeOf = (error: unknown) => (error as { code?: string }).code

function environment(folder: string): Record<string, string> {
  const passedOn = INHERITED_VARIABLES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...(Object.fromEntries(passedOn) as Record<string, string>), SEED: 'demo', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
}

function ownerOf(folder: string): string {
  const read = readEnv(environment(folder))
  return 'env' in read ? read.env.ADMIN_EMAILS[0]! : ''
}

/** Processes on several machines share a bucket but no folder, and only the one with the demo in its folder could show it. */
function rejectIfUnsupported({ isDemo, STORAGE_URL }: Env): void {
  if (isDemo) throw new HttpError(409, 'This installation is a demo already.')
  if (STORAGE_URL) throw new HttpError(409, "The demo can't run here, because with STORAGE_URL there may be several machines. Run npm start on any computer.")
}

async function rejectIfFull(dataDir: string): Promise<void> {
  const memory = process.availableMemory() / MB
  if (memory < MEMORY_MB) throw new HttpError(503, `The demo needs ${MEMORY_MB} MB of free memory; this machine has ${Math.floor(memory)} MB.`)
  const { bavail, bsize } = await statfs(dataDir)
  const disk = (bavail * bsize) / MB
  if (disk < DISK_MB) throw new HttpError(503, `The demo needs ${DISK_MB} MB on the disk of DATA_DIR; ${Math.floor(disk)} MB are free.`)
}

/** Returns whether another process is running the demo in this folder, or preparing it. */
async function isLive(folder: string, door: string): Promise<boolean> {
  if (await canConnect(door)) return true
  const pid = await readFile(join(folder, OWNER), 'utf8').then(Number, () => 0)
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: 0 }))
  return pid !== process.pid && Date.now() - mtimeMs < LONGEST_START_MS && isProcess(pid)
}

function canConnect(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => (socket.destroy(), resolve(true))).once('error', () => resolve(false))
  })
}

function isProcess(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Renamed first, so a new demo can start while this one is being deleted. */
async function removeFolder(folder: string): Promise<void> {
  const deletedFolder = join(dirname(folder), DELETED_PREFIX + randomToken())
  const isMoved = await rename(folder, deletedFolder).then(
    () => true,
    () => false,
  )
  if (isMoved) await removeWhole(deletedFolder)
}

const removeWhole = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })
