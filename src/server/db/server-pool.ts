import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isConnectionError } from './query-errors.ts'
import { readDatabaseUrl, urlAt, type Host } from './database-url.ts'
import type { Socket } from 'node:net'
import type { Log } from '#server/db/embedded/embedded.ts'
import { reportStatements } from './statement-events.ts'

const ROLE_LOCK = 7266002

/** Cancels work that no one is waiting for anymore; set when a connection opens. */
const SERVER_LIMITS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

// `query_timeout` is for lost responses, so it's longer than the server's own limit.
const CLIENT_LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 20_000, keepAlive: true }

/** Compiling a statement can take longer than running it: 95 ms of the home screen's load time with a million applications. */
const NO_JIT = '-c jit=off'

type PoolOptions = { connections: number; timeoutMs: number; name: string }

/** Returns a pool for a PostgreSQL server, reached directly or through PgBouncer in transaction mode (docs/decisions/0002-database.md). */
export async function serverPool(databaseUrl: string, log: Log, { connections, timeoutMs, name }: PoolOptions) {
  const { url, failsOver } = readDatabaseUrl(databaseUrl)
  const primary = failsOver ? primaryOf(databaseUrl, name, log) : null
  const seeking = primary && { Client: clientsOf(primary), connectionTimeoutMillis: FAILOVER_TIMEOUT_MS + CLIENT_LIMITS.connectionTimeoutMillis }
  const config = { connectionString: url, ...CLIENT_LIMITS, application_name: name, max: connections, ...seeking }
  const pool = await connectedPool(config, log, performance.now() + timeoutMs)
  // Connections closed on this side don't emit an event when they're lost.
  cutWhenSilent(pool, { config: () => ({ connectionString: primary?.url() ?? url, application_name: name }), onCut: () => primary?.forget() }, log)
  if (primary) {
    disconnectFormer(pool, primary)
    retryReads(pool)
  }
  await storeLimitsWithRole(pool, log)
  return pool
}

/** Returns a pool that survives losing its connections; without these listeners, a loss would crash the process. */
export function resilientPool(config: pg.PoolConfig, log: Log) {
  const pool = new pg.Pool(config)
  pool.on('error', (error) => log.warn({ err: error }, 'An idle connection to the database was lost.'))
  // A connection in use reports the loss twice: here, and to the statement or transaction using it.
  pool.on('connect', (client) => client.on('error', () => {}))
  rejectUnreplicated(pool)
  reportStatements(pool)
  return pool
}

async function connectedPool(config: pg.PoolConfig, log: Log, deadline: number): Promise<pg.Pool> {
  let limits: pg.PoolConfig = { ...SERVER_LIMITS, options: NO_JIT }
  for (let wait = 250; ; wait = Math.min(wait * 2, 4_000)) {
    const pool = resilientPool({ ...config, ...limits }, log)
    try {
      await pool.query('select 1')
      return pool
    } catch (error) {
      await pool.end()
      if (rejectsParameters(error) && Object.keys(limits).length > 0) {
        limits = 'options' in limits ? SERVER_LIMITS : {}
        continue
      }
      if (!isConnectionError(error) || performance.now() > deadline) throw error
      log.warn({ err: error }, 'The database does not answer yet.')
      await pause(wait)
    }
  }
}

const rejectsParameters = (error: unknown) => error instanceof Error && error.message.includes('unsupported startup parameter')

// A pooler in between rejects or drops these limits, and limits set on the session would get lost or leak to the pooler's other clients. So they
// become this role's defaults in this database. Limits set by an operator are kept.
async function storeLimitsWithRole(pool: pg.Pool, log: Log) {
  try {
    for (const [name, value] of Object.entries(SERVER_LIMITS)) {
      const { rows } = await pool.query<{ value: string }>('select current_setting($1) as value', [name])
      if (rows[0]?.value !== '0') continue
      // One process at a time: PostgreSQL rejects concurrent changes to the same role.
      await pool.query(`do $$ begin
        perform pg_advisory_xact_lock(${ROLE_LOCK});
        execute format('alter role current_user in database %I set ${name} = ${value}', current_database());
      end $$`)
      log.info({ [name]: value }, "The connection pooler drops time limits, so they're set as defaults of the database role.")
    }
  } catch (error) {
    log.warn({ err: error }, "Statements have no time limit on the server, because the database role can't set its own defaults.")
  }
}

const READS = /^\s*select\b/i

/**
 * Retries a read outside a transaction when its connection is lost: the next connection waits for the server that takes over, so a failover is only a
 * pause. Writes are never resent, because there's no way to know whether the first attempt succeeded.
 */
function retryReads(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...words: unknown[]) => unknown
  pool.query = ((...words: unknown[]) => {
    const result = query(...words)
    if (!(result instanceof Promise) || !READS.test(textOf(words[0]))) return result
    return result.catch((error: unknown) => {
      if (!isConnectionError(error) || pool.ending) throw error
      return query(...words)
    })
  }) as typeof pool.query
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text : ''
}

type QueryFunction = (...words: unknown[]) => unknown

/**
 * A commit waits for its synchronous standby. If an operator cancels that wait (`pg_cancel_backend`), PostgreSQL reports success with a warning: the
 * row is only on this server and is lost if another one takes over. Such a write isn't acknowledged; its statement fails with
 * `transaction_resolution_unknown`.
 */
function rejectUnreplicated(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    let isAlone = false
    // The message text depends on the server's language; the routine name doesn't.
    client.on('notice', (notice) => (isAlone ||= notice.routine === 'SyncRepWaitForLSN'))
    const query = client.query.bind(client) as QueryFunction
    const judged = () => {
      if (!isAlone) return null
      isAlone = false
      return Object.assign(new Error("The write hasn't reached a second server."), { code: '08007' })
    }
    client.query = ((...words: unknown[]) => {
      const outcome = words.at(-1)
      if (typeof outcome === 'function') return query(...words.slice(0, -1), (error: unknown, result: unknown) => outcome(error ?? judged(), result))
      const asked = query(...words)
      if (!(asked instanceof Promise)) return asked
      return asked.then((result: unknown) => {
        const problem = judged()
        if (problem) throw problem
        return result
      })
    }) as typeof client.query
  })
}

/** How long a new connection waits for a writable server, so a failover causes a pause rather than an error. */
const FAILOVER_TIMEOUT_MS = 15_000
const PROBE_MS = 1_500
const CONNECT_MS = 3_000
const CHECK_AGAIN_MS = 200

/**
 * Finds the writable server among several. All are queried at once, in one search at a time, and the result is reused until a connection to that
 * server is lost. If a demoted server is among them, only its successor reports that it isn't a standby.
 */
function primaryOf(databaseUrl: string, name: string, log: Log) {
  const { url, hosts } = readDatabaseUrl(databaseUrl)
  let known: Promise<Host> | null = null
  let last: Host | null = null
  let onMove = () => {}

  async function search(): Promise<Host> {
    for (const deadline = performance.now() + FAILOVER_TIMEOUT_MS; ; await pause(CHECK_AGAIN_MS)) {
      const found = await Promise.any(hosts.map((one) => checkPrimary(one, { connectionString: urlAt(url, one), application_name: name }))).catch(
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

async function checkPrimary(place: Host, config: pg.ClientConfig): Promise<Host> {
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
function clientsOf(primary: ReturnType<typeof primaryOf>) {
  return function PrimaryClient(config: pg.ClientConfig) {
    // The pool's own timeout covers the search. Once found, a server either responds sooner or is lost again.
    const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_MS }) as pg.Client & Host
    const connect = client.connect.bind(client) as (done: (error: Error | null) => void) => void
    client.connect = ((done: (error: Error | null) => void) => {
      const onConnected = (error: Error | null) => {
        if (error) primary.forget()
        done(error)
      }
      primary.find().then((place) => (Object.assign(client, place), connect(onConnected)), onConnected)
    }) as typeof client.connect
    client.on('error', () => primary.forget())
    return client
  } as unknown as new (config?: pg.ClientConfig) => pg.Client
}

/** Closes connections to a server that was replaced. If the network was cut, their statements would otherwise hang until they time out. */
function disconnectFormer(pool: pg.Pool, primary: ReturnType<typeof primaryOf>): void {
  const open = new Set<pg.PoolClient & Host>()
  pool.on('connect', (client) => open.add(client as pg.PoolClient & Host))
  pool.on('remove', (client) => open.delete(client as pg.PoolClient & Host))
  primary.onMove(() => {
    for (const client of open) if (!primary.isLast(client)) (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  })
}

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
function cutWhenSilent(pool: pg.Pool, { config, onCut = () => {} }: WatchedConnection, log: Log): void {
  const inUse = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => inUse.set(client, performance.now()))
  pool.on('release', (_error, client) => inUse.delete(client))
  let isLooking = false
  const checkServer = async () => {
    if (isLooking || performance.now() - Math.min(...inUse.values()) < TIMEOUT_MS) return
    isLooking = true
    if ((await isSilent(config())) && (await isSilent(config()))) {
      log.warn({ connections: inUse.size }, 'The database server does not answer: connections in use are cut.')
      onCut()
      for (const client of inUse.keys()) void (client as unknown as pg.Client).end().catch(() => {})
    }
    isLooking = false
  }
  const timer = setInterval(() => void (pool.ending ? clearInterval(timer) : checkServer()), CHECK_EVERY_MS).unref()
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
