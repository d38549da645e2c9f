import pg from 'pg'
import type { Log } from './embedded/embedded.ts'

const LOOK_EVERY_MS = 500
/** A statement may take longer than this; after it, we check whether the server is there at all. */
const PATIENCE_MS = 1_000
const ANSWER_MS = 1_500
const SILENT = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** `config` is how to reach the server; `onCut` is called before connections are cut. */
type Watched = { config: () => pg.ClientConfig; onCut?: () => void }

/**
 * Cuts the connections in use when the whole server has stopped answering (it hangs, or the network drops everything): their
 * statements fail within 5 s, and so does the rollback that would otherwise wait just as long. A server that accepts or rejects a new
 * connection is there: then a slow statement is only slow, and the statement limits apply. It's asked twice, because in a busy process
 * a timer may fire before an answer that has already arrived is read.
 */
export function cutWhenSilent(pool: pg.Pool, { config, onCut = () => {} }: Watched, log: Log): void {
  const inUse = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => inUse.set(client, performance.now()))
  pool.on('release', (_error, client) => inUse.delete(client))
  let isLooking = false
  const look = async () => {
    if (isLooking || performance.now() - Math.min(...inUse.values()) < PATIENCE_MS) return
    isLooking = true
    if ((await isSilent(config())) && (await isSilent(config()))) {
      log.warn({ connections: inUse.size }, 'The database server does not answer: connections in use are cut.')
      onCut()
      for (const client of inUse.keys()) void (client as unknown as pg.Client).end().catch(() => {})
    }
    isLooking = false
  }
  const timer = setInterval(() => void (pool.ending ? clearInterval(timer) : look()), LOOK_EVERY_MS).unref()
}

async function isSilent(config: pg.ClientConfig): Promise<boolean> {
  const visitor = new pg.Client({ ...config, connectionTimeoutMillis: ANSWER_MS })
  visitor.on('error', () => {})
  try {
    await visitor.connect()
    await visitor.end()
    return false
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return code === undefined ? message.startsWith('timeout') : SILENT.has(code)
  }
}
