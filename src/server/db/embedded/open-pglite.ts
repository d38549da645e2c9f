import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, fsyncSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { dataDir as initialCluster } from '@electric-sql/pglite-prepopulatedfs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { unpackTar } from '#server/tar.ts'
import { copyCluster } from './copy-cluster.ts'
import { UNFINISHED } from './short-folder.ts'
import { fsyncPath, fsyncTree } from './fsync.ts'

const CLUSTER = 'postgresql-18'

/** Opens a data folder's cluster, creating it on the first start. The caller must hold the folder's lock. */
export async function openFolder(dataDir: string) {
  const cluster = join(dataDir, CLUSTER)
  removeUnfinished(dataDir)
  if (!existsSync(cluster)) await makeCluster(dataDir, cluster)
  return await started(new PGlite({ fs: durableFiles(cluster), startParams: DURABLE_START }))
}

/** Copies a snapshot of the cluster to another folder. Statements keep running. */
export const copyFolder = (dataDir: string, into: string) => copyCluster(join(dataDir, CLUSTER), join(into, CLUSTER))

/** Opens an in-memory database with a dump's content. */
export async function openCopy(dump: string) {
  const blob = new Blob([readFileSync(dump)])
  return await started(new PGlite({ loadDataDir: blob, startParams: [...PGlite.defaultStartParams, '-c', 'timezone=UTC', '-c', LESS_MEMORY] }))
}

/**
 * Unpacks a cluster that initdb created earlier: running initdb takes seconds and 300 MB more. The folder is renamed only once it's complete, so a
 * process killed during the first start doesn't leave an incomplete cluster.
 */
async function makeCluster(dataDir: string, cluster: string) {
  const unfinished = join(dataDir, `${UNFINISHED}${process.pid}`)
  mkdirSync(unfinished, { mode: 0o700 })
  unpackTar(gunzipSync(await (await initialCluster()).arrayBuffer()), unfinished)
  await fsyncTree(unfinished)
  renameSync(unfinished, cluster)
  fsyncPath(dataDir)
}

function removeUnfinished(dataDir: string) {
  const names = readdirSync(dataDir).filter((name) => name.startsWith(UNFINISHED))
  for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true })
}

async function started(pg: PGlite) {
  await pg.waitReady
  return pg
}

// PGlite zeroes its shared memory on open, so all 128 MB would stay resident; the kernel caches the same files anyway.
const LESS_MEMORY = 'shared_buffers=16MB'

/** PGlite's own parameters, minus `-F`, which turns fsync off. */
export const DURABLE_START = [
  '--single',
  '-O',
  '-j',
  ...[
    'search_path=public',
    'exit_on_error=false',
    'log_checkpoints=false',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
    'io_method=sync',
    'wal_sync_method=fsync',
    'timezone=UTC',
    LESS_MEMORY,
  ].flatMap((setting) => ['-c', setting]),
]

type Node = { node: unknown }
type NodeStream = Node & { nfd?: number }
type NodeFiles = {
  stream_ops: { fsync?: (stream: NodeStream) => number }
  realPath(node: unknown): string
  tryFSOperation(step: () => void): void
}
type WasmModule = { FS: { filesystems: { NODEFS: NodeFiles } } }

/** A file system for one folder with an fsync that actually reaches the disk; PGlite's own does nothing. Calls `onFsync` after each fsync. */
export function durableFiles(folder: string, onFsync: () => void = () => {}) {
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = async (pg, options) => {
    const initialized = await init(pg, options)
    const patch = ({ FS }: WasmModule) => makeDurable(FS.filesystems.NODEFS, onFsync)
    initialized.emscriptenOpts.preRun = [...[initialized.emscriptenOpts.preRun ?? []].flat(), patch as never]
    return initialized
  }
  return files
}

function makeDurable(nodeFiles: NodeFiles, onFsync: () => void) {
  nodeFiles.stream_ops.fsync = (stream) => {
    // Errors must become error numbers that PostgreSQL recognizes: a failed fsync makes it stop and recover.
    nodeFiles.tryFSOperation(() => (stream.nfd === undefined ? fsyncPath(nodeFiles.realPath(stream.node)) : fsyncSync(stream.nfd)))
    onFsync()
    return 0
  }
}
