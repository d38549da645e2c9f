import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { lockFolder, type Holder } from './folder-lock.ts'
import { UNFINISHED, shortFolder, socketIn } from './short-folder.ts'
import type { WorkerMessage, WorkerOrder, WorkerStart } from './worker.ts'

/** WebAssembly can't interrupt a statement, so after this long the thread is terminated and the database recovers from its WAL. */
const LONGEST_STATEMENT_MS = 60_000

export type Log = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** The embedded database's address for PostgreSQL clients: a Unix socket in a folder that only this user can access. */
export type Address = { host: string; port: number; user: string; database: string }

export type EmbeddedDatabase = {
  address: Address
  /** Dumps the whole database to one file for `openEmbeddedCopy`. */
  dump(file: string): Promise<void>
  /** Opens a snapshot of the database in its own files, deleted on `close`. Statements keep running. */
  copy?: () => Promise<EmbeddedDatabase>
  close(): Promise<void>
}

type Folder = {
  dataDir: string
  log?: Log
  longestStatementMs?: number
  /** The lock holder's name, as shown to other processes. */
  what?: string
  timeoutMs?: number
  /** Called once the database's own thread is running. */
  onThread?: () => void
}

/** What holds the data folder's lock when the app is running; shown to anyone who finds it locked. */
export const SERVER = 'the server'

/** How long startup waits for a command that has locked the data folder, such as a backup. */
export const FOLDER_TIMEOUT_MS = 60_000

/**
 * Opens a data folder's database for this process alone. If another process still holds it after `timeoutMs`, throws an error that `holderOf` can
 * read.
 */
export async function openEmbedded({ dataDir, log, longestStatementMs = LONGEST_STATEMENT_MS, onThread, ...lockAs }: Folder): Promise<EmbeddedDatabase> {
  const onWait = ({ what, pid }: Holder) => log?.warn({ what, pid }, `Waiting for ${what}${pid ? ` (process ${pid})` : ''}, which holds the data folder.`)
  const lock = await lockFolder(dataDir, { ...lockAs, onWait })
  try {
    return await keepRunning({ start: { dataDir }, longestStatementMs, log, onThread, afterwards: lock.release })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Opens an in-memory database with the dump's content, discarded on `close`. */
export async function openEmbeddedCopy(dump: string): Promise<EmbeddedDatabase> {
  return await keepRunning({ start: { dump }, longestStatementMs: LONGEST_STATEMENT_MS, afterwards: () => {} })
}

type Running = { start: { dataDir?: string; dump?: string }; longestStatementMs: number; log?: Log; onThread?: () => void; afterwards(): void }

async function keepRunning({ start, longestStatementMs, log, onThread, afterwards }: Running): Promise<EmbeddedDatabase> {
  const folder = await shortFolder()
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const begin = () => startThread({ ...start, socketPath: socketIn(folder) }, longestStatementMs)
  const watching = watchThreads(begin, { log, isRestarted: start.dump === undefined })
  onThread?.()
  const threads = await watching.catch((error: unknown) => {
    removeFolder()
    throw error
  })

  return {
    address: { host: folder, port: 5432, user: 'postgres', database: 'postgres' },
    dump: async (file) => (await threads.current()).order({ dump: file }),
    ...(start.dataDir && { copy: () => openCopyBeside(start.dataDir!, longestStatementMs, async (copy) => (await threads.current()).order({ copy })) }),
    async close() {
      if (!(await threads.close())) return
      removeFolder()
      afterwards()
    },
  }
}

type Watched = { log: Log | undefined; isRestarted: boolean }

/** Keeps a database thread running. If it dies, nothing acknowledged is lost, so the next one starts on the same folder. */
async function watchThreads(begin: () => Promise<Thread>, { log, isRestarted }: Watched) {
  const closing = new AbortController()
  let current = begin()

  async function watch(thread: Thread) {
    const reason = await thread.ended
    if (closing.signal.aborted) return
    log?.error({ reason }, 'The embedded database stopped and is being restarted.')
    if (isRestarted) await startAgain()
  }

  async function startAgain() {
    for (let wait = 200; !closing.signal.aborted; wait = Math.min(wait * 2, 10_000)) {
      current = begin()
      try {
        return void watch(await current)
      } catch (error) {
        log?.error({ err: error }, "The embedded database couldn't start.")
        await pause(wait, undefined, { ref: false })
      }
    }
  }

  void watch(await current)
  return {
    current: () => current,
    /** Resolves to false if it was already closed. */
    async close(): Promise<boolean> {
      if (closing.signal.aborted) return false
      closing.abort()
      const thread = await current.catch(() => null)
      await thread?.order({ close: true }).catch(() => {})
      await thread?.ended
      return true
    },
  }
}

async function openCopyBeside(dataDir: string, longestStatementMs: number, copyTo: (folder: string) => Promise<void>): Promise<EmbeddedDatabase> {
  const folder = mkdtempSync(join(dataDir, `${UNFINISHED}copy-`))
  const afterwards = () => rmSync(folder, { recursive: true, force: true })
  try {
    await copyTo(folder)
    return await keepRunning({ start: { dataDir: folder }, longestStatementMs, afterwards })
  } catch (error) {
    afterwards()
    throw error
  }
}

let orders = 0

type Thread = {
  /** Resolves with the reason once the thread is gone. */
  ended: Promise<string>
  /** Throws when the thread fails or ends before it's done. */
  order(what: Omit<WorkerOrder, 'id'>): Promise<void>
}

/** A database thread that accepts connections. Throws the thread's own error if it can't. */
async function startThread(start: Omit<WorkerStart, 'busySince'>, longestStatementMs: number): Promise<Thread> {
  const busySince = new BigInt64Array(new SharedArrayBuffer(8))
  const workerData: WorkerStart = { ...start, busySince }
  // Flags for this process (such as `node -e` or a debugger's) shouldn't apply to its database.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, execArgv: [] })
  const waiting = new Map<number, (message: { error?: string }) => void>()
  let reason = 'The database thread ended.'

  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  worker.on('message', (message: WorkerMessage) => {
    if ('ready' in message) return ready.resolve()
    if ('failed' in message) return void (reason = message.failed)
    waiting.get(message.id)?.(message)
  })
  worker.on('error', (error) => (reason = error.message))
  const watchdog = endStuckThread(worker, busySince, longestStatementMs, () => (reason = 'A statement ran too long.'))
  worker.on('exit', () => {
    clearInterval(watchdog)
    ready.reject(new Error(`The embedded database does not start: ${reason}`))
    for (const done of waiting.values()) done({ error: reason })
    ended.resolve(reason)
  })
  await ready.promise
  let isOver = false
  void ended.promise.then(() => (isOver = true))
  return {
    ended: ended.promise,
    order: (what) => (isOver ? Promise.reject(new Error(reason)) : order(worker, waiting, what)),
  }
}

function order(worker: Worker, waiting: Map<number, (message: { error?: string }) => void>, what: Omit<WorkerOrder, 'id'>) {
  const id = ++orders
  return new Promise<void>((resolve, reject) => {
    waiting.set(id, ({ error }) => {
      waiting.delete(id)
      if (error) reject(new Error(error))
      else resolve()
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread isn't a window
    worker.postMessage({ ...what, id } satisfies WorkerOrder)
  })
}

function endStuckThread(worker: Worker, busySince: BigInt64Array, longestMs: number, because: () => void) {
  const checkStuck = () => {
    const startedAt = Atomics.load(busySince, 0)
    if (startedAt === 0n || Number(process.hrtime.bigint() - startedAt) / 1e6 < longestMs) return
    because()
    void worker.terminate()
  }
  return setInterval(checkStuck, Math.min(1_000, longestMs / 4)).unref()
}
