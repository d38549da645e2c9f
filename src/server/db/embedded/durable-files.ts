import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncPath } from './fsync.ts'

// PGlite zeroes its shared memory on open, so all 128 MB would stay resident; the kernel caches the same files anyway.
export const LESS_MEMORY = 'shared_buffers=16MB'

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
    const made = await init(pg, options)
    const patch = ({ FS }: WasmModule) => makeDurable(FS.filesystems.NODEFS, onFsync)
    made.emscriptenOpts.preRun = [...[made.emscriptenOpts.preRun ?? []].flat(), patch as never]
    return made
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
