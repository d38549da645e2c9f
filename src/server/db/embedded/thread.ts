import { Worker } from 'node:worker_threads'
import type { WorkerMessage, WorkerOrder, WorkerStart } from './worker.ts'

let orders = 0

export type Thread = {
  /** Resolves with the reason once the thread is gone. */
  ended: Promise<string>
  /** Throws when the thread fails or ends before it's done. */
  order(what: Omit<WorkerOrder, 'id'>): Promise<void>
}

/** A database thread that accepts connections. Throws the thread's own error if it can't. */
export async function startThread(start: Omit<WorkerStart, 'busySince'>, longestStatementMs: number): Promise<Thread> {
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
  let over = false
  void ended.promise.then(() => (over = true))
  return {
    ended: ended.promise,
    order: (what) => (over ? Promise.reject(new Error(reason)) : order(worker, waiting, what)),
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
  const look = () => {
    const since = Atomics.load(busySince, 0)
    if (since === 0n || Number(process.hrtime.bigint() - since) / 1e6 < longestMs) return
    because()
    void worker.terminate()
  }
  return setInterval(look, Math.min(1_000, longestMs / 4)).unref()
}
