import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { copyCluster } from './copy-cluster.ts'
import { UNFINISHED } from './short-folder.ts'
import { DURABLE_START, durableFiles, LESS_MEMORY } from './durable-files.ts'
import { fsyncPath, fsyncTree } from './fsync.ts'

const CLUSTER = 'postgresql-18'

/** A data folder's cluster, created on the first start. The caller must hold the folder's lock. */
export async function openFolder(dataDir: string) {
  const cluster = join(dataDir, CLUSTER)
  removeUnfinished(dataDir)
  if (!existsSync(cluster)) await makeCluster(dataDir, cluster)
  return await started(new PGlite({ fs: durableFiles(cluster), startParams: DURABLE_START }))
}

/** A snapshot of the cluster in another folder. Statements keep running. */
export const copyFolder = (dataDir: string, into: string) => copyCluster(join(dataDir, CLUSTER), join(into, CLUSTER))

/** An in-memory database with a dump's content. */
export async function openCopy(dump: string) {
  const blob = new Blob([readFileSync(dump)])
  return await started(new PGlite({ loadDataDir: blob, startParams: [...PGlite.defaultStartParams, '-c', 'timezone=UTC', '-c', LESS_MEMORY] }))
}

// A process killed during the first start must not leave half a cluster: it gets its name once it's complete.
async function makeCluster(dataDir: string, cluster: string) {
  const unfinished = join(dataDir, `${UNFINISHED}${process.pid}`)
  const pg = await started(new PGlite({ fs: durableFiles(unfinished), startParams: DURABLE_START }))
  await pg.close()
  fsyncTree(unfinished)
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
