import pg from 'pg'
import type { Log } from './embedded/embedded.ts'

const CHECK_EVERY_MS = 500
/** How long a statement runs before we check whether the server is still there. */
const TIMEOUT_MS = 1_000
const RESPONSE_MS = 1_500
const SILENT = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** `config` returns the current connection settings; `onCut` is called before connections are closed. */
type WatchedConnection = { config: () => pg.ClientConfig; onCut?: () => void }

/**
 * Closes the connections in use when the whole server has stopped responding (it hangs, or the network drops everything). Their statements then fail
 * within 5 s, and so does the rollback, which would otherwise hang just as long. If the server accepts or rejects a new connection, it's up and the
 * statement is just slow; the statement limits handle that. The check runs twice, because in a busy process a timer may fire before a response that
 * has already arrived is read.
 */
export function cutWhenSilent(pool: pg.Pool, { config, onCut = () => {} }: WatchedConnection, log: Log): void {
  const inUse = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => inUse.set(client, performance.now()))
  pool.on('release', (_error, client) => inUse.delete(client))
  let isLooking = false
  const look = async () => {
    if (isLooking || performance.now() - Math.min(...inUse.values()) < TIMEOUT_MS) return
    isLooking = true
    if ((await isSilent(config())) && (await isSilent(config()))) {
      log.warn({ connections: inUse.size }, 'The database server does not answer: connections in use are cut.')
      onCut()
      for (const client of inUse.keys()) void (client as unknown as pg.Client).end().catch(() => {})
    }
    isLooking = false
  }
  const timer = setInterval(() => void (pool.ending ? clearInterval(timer) : look()), CHECK_EVERY_MS).unref()
}

async function isSilent(config: pg.ClientConfig): Promise<boolean> {
  const visitor = new pg.Client({ ...config, connectionTimeoutMillis: RESPONSE_MS })
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
