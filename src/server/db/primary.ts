import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readDatabaseUrl, urlAt, type Host } from './database-url.ts'
import type { Log } from './embedded/embedded.ts'

/** How long a new connection waits for a writable server, so a failover causes a pause rather than an error. */
export const FAILOVER_PATIENCE_MS = 15_000
const PROBE_MS = 1_500
const CONNECT_MS = 3_000
const LOOK_AGAIN_MS = 200

/**
 * Finds the writable server among several. All are queried at once, in one search at a time, and the result is reused until a connection to that
 * server is lost. If a demoted server is among them, only its successor reports that it isn't a standby.
 */
export function primaryOf(databaseUrl: string, name: string, log: Log) {
  const { url, hosts } = readDatabaseUrl(databaseUrl)
  let known: Promise<Host> | null = null
  let last: Host | null = null
  let onMove = () => {}

  async function search(): Promise<Host> {
    for (const deadline = performance.now() + FAILOVER_PATIENCE_MS; ; await pause(LOOK_AGAIN_MS)) {
      const found = await Promise.any(hosts.map((one) => proved(one, { connectionString: urlAt(url, one), application_name: name }))).catch(
        (errors: AggregateError) => errors,
      )
      if (!('errors' in found)) {
        const hasMoved = last !== null && last !== found
        last = found
        if (hasMoved) {
          log.warn({ ...found }, 'Another database server takes writes now.')
          onMove()
        }
        return found
      }
      if (performance.now() > deadline) throw found.errors.find((error) => (error as { code?: string }).code !== STANDBY) ?? found.errors[0]
    }
  }

  return {
    find(): Promise<Host> {
      known ??= search()
      known.catch(() => (known = null))
      return known
    },
    /** The result of the last search. */
    url: () => urlAt(url, last ?? hosts[0]!),
    /** Calls `then` when a different server becomes writable. */
    onMove: (then: () => void) => void (onMove = then),
    isLast: ({ host, port }: Host) => host === last?.host && port === last.port,
    /** Makes the next connection search again. */
    forget: () => void (known = null),
  }
}

const STANDBY = '57P03'

async function proved(place: Host, config: pg.ClientConfig): Promise<Host> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_standby: boolean }>(`select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_standby`)
    if (rows[0]!.is_standby) throw Object.assign(new Error(`${place.host}:${place.port} is a standby.`), { code: STANDBY })
    return place
  } finally {
    void client.end().catch(() => {})
  }
}

/** Creates clients that connect to whichever server is writable at that moment. */
export function clientsOf(primary: ReturnType<typeof primaryOf>) {
  return function PrimaryClient(config: pg.ClientConfig) {
    // The pool's own timeout covers the search; once found, a server responds sooner or is lost again.
    const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_MS }) as pg.Client & Host
    const connect = client.connect.bind(client) as (done: (error: Error | null) => void) => void
    client.connect = ((done: (error: Error | null) => void) => {
      const settled = (error: Error | null) => {
        if (error) primary.forget()
        done(error)
      }
      primary.find().then((place) => (Object.assign(client, place), connect(settled)), settled)
    }) as typeof client.connect
    client.on('error', () => primary.forget())
    return client
  } as unknown as new (config?: pg.ClientConfig) => pg.Client
}

/** Closes connections to a server that was replaced: if the network was cut, their statements would otherwise wait until they time out. */
export function disconnectFormer(pool: pg.Pool, primary: ReturnType<typeof primaryOf>): void {
  const open = new Set<pg.PoolClient & Host>()
  pool.on('connect', (client) => open.add(client as pg.PoolClient & Host))
  pool.on('remove', (client) => open.delete(client as pg.PoolClient & Host))
  primary.onMove(() => {
    for (const client of open) if (!primary.isLast(client)) (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  })
}
