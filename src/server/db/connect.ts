import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { openEmbedded } from './embedded/embedded.ts'
import type { Address, Embedded, Log } from './embedded/embedded.ts'
import { serverPool, sturdyPool } from './server-pool.ts'
import * as tables from './tables.ts'

/** A database or a transaction: the caller of a store decides which. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof tables>

export type Database = {
  db: NodePgDatabase<typeof tables>
  pool: pg.Pool
  /** True for the database in the data folder, which has one connection. */
  embedded: boolean
  close(): Promise<void>
}

export type { Log }
export { isConnectionFault, isTimeout, isUniqueViolation } from './faults.ts'

type Place = {
  databaseUrl?: string
  dataDir: string
  /** At most so many to a server; the embedded database has one. */
  connections?: number
  /** How long a server may take to answer for the first time. */
  patienceMs?: number
  log: Log
}

/**
 * The database of `databaseUrl`, or without one the embedded database in `dataDir`, made on the first start (3 to 4 s).
 * Waits (30 s where nothing is said) for a server that does not answer yet. Does not migrate.
 */
export async function connect({ databaseUrl, dataDir, connections = 10, patienceMs = 30_000, log }: Place): Promise<Database> {
  if (databaseUrl) return fromPool(await serverPool(databaseUrl, log, { connections, patienceMs }), { embedded: false, close: async () => {} })
  const database = await openEmbedded({ dataDir, log })
  return connectEmbedded(database, log)
}

/** Closing the connection closes the embedded database too. */
export function connectEmbedded(database: Pick<Embedded, 'address' | 'close'>, log: Log): Database {
  return fromPool(embeddedPool(database.address, log), { embedded: true, close: () => database.close() })
}

function fromPool(pool: pg.Pool, { embedded, close }: Pick<Database, 'embedded' | 'close'>): Database {
  return {
    db: drizzle(pool, { schema: tables }),
    pool,
    embedded,
    async close() {
      if (!pool.ended) await pool.end()
      await close()
    },
  }
}

// All connections of the embedded database share one session, so there is one. It also turns a query outside of the
// transaction it belongs to into an error instead of a wait without end.
function embeddedPool(address: Address, log: Log) {
  return sturdyPool({ ...address, application_name: 'rounds', max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 5_000 }, log)
}
