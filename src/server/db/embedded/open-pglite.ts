import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { dataDir as initialCluster } from '@electric-sql/pglite-prepopulatedfs'
import { unpackTar } from '#server/tar.ts'
import { copyCluster } from './copy-cluster.ts'
import { UNFINISHED } from './short-folder.ts'
import { DURABLE_START, durableFiles, LESS_MEMORY } from './durable-files.ts'
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
