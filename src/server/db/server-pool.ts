import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './embedded/embedded.ts'
import { isConnectionFault } from './faults.ts'
import { readDatabaseUrl } from './database-url.ts'
import { clientsOf, FAILOVER_PATIENCE_MS, disconnectFormer, primaryOf } from './primary.ts'
import { readAgain } from './read-again.ts'
import { cutWhenSilent } from './silent-server.ts'
import { reportStatements } from './statement-events.ts'
import { rejectUnreplicated } from './unreplicated.ts'

const ROLE_LOCK = 7266002

/** Cancels work that no one is waiting for anymore; set when a connection opens. */
const SERVER_LIMITS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

// `query_timeout` ends the wait for a response that got lost, so it's longer than the server's own limit.
const CLIENT_LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 20_000, keepAlive: true }

type How = { connections: number; patienceMs: number; name: string }

/** Returns a pool for a PostgreSQL server, reached directly or through PgBouncer in transaction mode (docs/decisions/0002-database.md). */
export async function serverPool(databaseUrl: string, log: Log, { connections, patienceMs, name }: How) {
  const { url, failsOver } = readDatabaseUrl(databaseUrl)
  const primary = failsOver ? primaryOf(databaseUrl, name, log) : null
  const seeking = primary && { Client: clientsOf(primary), connectionTimeoutMillis: FAILOVER_PATIENCE_MS + CLIENT_LIMITS.connectionTimeoutMillis }
  const config = { connectionString: url, ...CLIENT_LIMITS, application_name: name, max: connections, ...seeking }
  const pool = await answeringPool(config, log, performance.now() + patienceMs)
  // Connections closed on this side don't emit an event for the loss.
  cutWhenSilent(pool, { config: () => ({ connectionString: primary?.url() ?? url, application_name: name }), onCut: () => primary?.forget() }, log)
  if (primary) {
    disconnectFormer(pool, primary)
    readAgain(pool)
  }
  await keepLimitsWithRole(pool, log)
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

async function answeringPool(config: pg.PoolConfig, log: Log, deadline: number): Promise<pg.Pool> {
  let limits: Partial<typeof SERVER_LIMITS> = SERVER_LIMITS
  for (let wait = 250; ; wait = Math.min(wait * 2, 4_000)) {
    const pool = resilientPool({ ...config, ...limits }, log)
    try {
      await pool.query('select 1')
      return pool
    } catch (error) {
      await pool.end()
      if (limits === SERVER_LIMITS && refusesParameters(error)) {
        limits = {}
        continue
      }
      if (!isConnectionFault(error) || performance.now() > deadline) throw error
      log.warn({ err: error }, 'The database does not answer yet.')
      await pause(wait)
    }
  }
}

const refusesParameters = (error: unknown) => error instanceof Error && error.message.includes('unsupported startup parameter')

// A pooler in between rejects or drops the limits. If set on the session, they'd leak to the pooler's other clients or get lost, so they become this
// role's defaults in this database. Limits set by an operator are kept.
async function keepLimitsWithRole(pool: pg.Pool, log: Log) {
  try {
    for (const [name, value] of Object.entries(SERVER_LIMITS)) {
      const { rows } = await pool.query<{ value: string }>('select current_setting($1) as value', [name])
      if (rows[0]?.value !== '0') continue
      // One process at a time: PostgreSQL rejects concurrent changes to the same role.
      await pool.query(`do $$ begin
        perform pg_advisory_xact_lock(${ROLE_LOCK});
        execute format('alter role current_user in database %I set ${name} = ${value}', current_database());
      end $$`)
      log.info({ [name]: value }, 'The connection pooler keeps no limits: they are set as defaults of the database role.')
    }
  } catch (error) {
    log.warn({ err: error }, 'Statements have no time limit on the server: the database role may not set its own defaults.')
  }
}
