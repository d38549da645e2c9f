import { rmSync, writeFileSync, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { join } from 'node:path'
import { copyFolder, openCopy, openFolder } from './open-pglite.ts'

export type WorkerStart = { dataDir?: string; dump?: string; socketPath: string; busySince: BigInt64Array }
export type WorkerOrder = { id: number; close?: true; dump?: string; copy?: string }
export type WorkerMessage = { ready: true } | { failed: string } | { id: number; error?: string }

/** The free disk space that a first start needs. */
const MIN_FREE_BYTES = 16 * 1024 ** 2

// V8 would optimize PGlite's SQL parser after a few statements. That takes 600 MB for 2 s, because one function is a single 105 KB loop. Without the
// optimizer, the database needs up to a third more CPU time for a long list, but the process's peak is 700 MB lower.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

// Runs in a worker thread, because a WebAssembly query blocks its thread.
const start = workerData as WorkerStart
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread isn't a window
const send = (message: WorkerMessage) => parentPort!.postMessage(message)

try {
  await serve()
} catch (error) {
  send({ failed: openFailureReason(error, start.dataDir) })
  parentPort!.close()
}

async function serve() {
  const pg = start.dataDir ? await openFolder(start.dataDir) : await openCopy(start.dump!)
  watch(pg)
  rmSync(start.socketPath, { force: true })
  // The pool uses one connection; the others leave room for one that's closing while its successor opens.
  const server = new PGLiteSocketServer({ db: pg, path: start.socketPath, maxConnections: 4 })
  await server.start()
  parentPort!.on('message', (order: WorkerOrder) => void execute(order, pg, server))
  send({ ready: true })
}

async function execute({ id, close, dump, copy }: WorkerOrder, pg: PGlite, server: PGLiteSocketServer) {
  try {
    if (dump) writeFileSync(dump, Buffer.from(await (await pg.dumpDataDir('none')).arrayBuffer()))
    if (copy) await copyFolder(start.dataDir!, copy)
    if (close) {
      await server.stop()
      await pg.close()
    }
    send({ id })
  } catch (error) {
    send({ id, error: String(error) })
  }
  if (close) parentPort!.close()
}

/**
 * Records when a statement started, on the monotonic clock that all threads share. If the database throws rather than returns an error, it's broken:
 * the thread ends and its owner starts another.
 */
function watch(pg: PGlite) {
  const run = pg.execProtocolRawStream.bind(pg)
  pg.execProtocolRawStream = async (...message) => {
    Atomics.store(start.busySince, 0, process.hrtime.bigint())
    try {
      await run(...message)
    } catch (error) {
      send({ failed: String(error) })
      process.exit(1)
    } finally {
      Atomics.store(start.busySince, 0, 0n)
    }
  }
}

/** Explains why a folder's database didn't open and what to do. WebAssembly errors aren't informative, so this inspects the folder itself. */
function openFailureReason(error: unknown, dataDir: string | undefined): string {
  return (dataDir && existsSync(dataDir) && (diskFullReason(dataDir) ?? foreignFileReason(dataDir))) || messageOf(error)
}

function diskFullReason(dataDir: string): string | null {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < MIN_FREE_BYTES ? `the disk of ${dataDir} is full. Make room, then start again` : null
}

function foreignFileReason(dataDir: string): string | null {
  const own = process.geteuid?.()
  const { uid, gid } = statSync(dataDir)
  const foreignName = readdirSync(dataDir, { recursive: true }).find((name) => statSync(join(dataDir, String(name)), { throwIfNoEntry: false })?.uid !== own)
  if (own === undefined || own === 0 || foreignName === undefined) return null
  return `${join(dataDir, String(foreignName))} belongs to another user. As root: chown -R ${uid}:${gid} ${dataDir}`
}

function messageOf(error: unknown): string {
  const { message, name, errno } = (error ?? {}) as { message?: string; name?: string; errno?: number }
  return message || [name, errno].filter(Boolean).join(' ') || String(error)
}
