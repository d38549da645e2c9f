import pg from 'pg'
import type { Log } from './embedded/embedded.ts'

const LOOK_EVERY_MS = 500
/** A statement may take longer than this; from here on it is asked whether the server is there at all. */
const PATIENCE_MS = 1_000
const ANSWER_MS = 1_500
const SILENT = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** `config` leads to the server; `onCut` is called before the connections are cut. */
type Watched = { config: () => pg.ClientConfig; onCut?: () => void }

/**
 * Cuts the connections in use when the server has stopped answering as a whole (it hangs, or the network swallows everything): their
 * statements fail within 5 s, and so does the rollback that would otherwise wait as long again. A server that lets somebody new in, or
 * refuses them, is there: then a slow statement is only slow, and the limits for statements hold. It is asked twice, because a timer of
 * a busy process may be due before the answer that has come is read.
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
