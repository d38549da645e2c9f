import { sql, type SQLWrapper } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { openEmbedded, SERVER } from './embedded/embedded.ts'
import type { Address, EmbeddedDatabase, Log } from './embedded/embedded.ts'
import type { Holder } from './embedded/folder-lock.ts'
import { serverPool, resilientPool } from './server-pool.ts'
import * as tables from './tables.ts'

/** A database or a transaction; the caller of a store function decides which. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof tables>

export type Database = {
  db: NodePgDatabase<typeof tables>
  pool: pg.Pool
  /** True for the database in the data folder, which allows only one connection. */
  embedded: boolean
  /** Opens a snapshot of the database, deleted on `close`. Only the embedded database has this, because it allows only one connection. */
  copy?: () => Promise<Database>
  close(): Promise<void>
}

export type { Holder, Log }
export { FOLDER_TIMEOUT_MS, SERVER } from './embedded/embedded.ts'
export { holderOf } from './embedded/folder-lock.ts'
export { isConnectionError, isExclusionViolation, isTimeout, isUniqueViolation } from './query-errors.ts'

/** The application names that PostgreSQL shows for connections from a running server and from the command line. */
export const SERVER_NAME = 'rounds'
const COMMAND_NAME = 'rounds-cli'
type Place = {
  databaseUrl?: string
  dataDir: string
  /** Maximum pool size for a PostgreSQL server; the embedded database always uses one connection. */
  connections?: number
  /** How long to wait for the server's first response. */
  timeoutMs?: number
  /** Set when a command ('the command backup') connects instead of the server. Other processes and the database see this name. */
  command?: string
  /** The embedded database, if something is already opening it. */
  opening?: Promise<EmbeddedDatabase> | null
  log: Log
}

/**
 * Opens the database at `databaseUrl`, or the embedded database in `dataDir` if no URL is given; the first start creates it (about a second). Waits
 * for a server that isn't responding yet (30 s by default). Doesn't run migrations.
 */
export async function connect(place: Place): Promise<Database> {
  const { databaseUrl, dataDir, connections = 10, timeoutMs = 30_000, log, command, opening } = place
  const name = command ? COMMAND_NAME : SERVER_NAME
  if (databaseUrl) return fromPool(await serverPool(databaseUrl, log, { connections, timeoutMs, name }), { embedded: false, close: async () => {} })
  const database = await (opening ?? openEmbedded({ dataDir, log, what: command ?? SERVER }))
  return connectEmbedded(database, log)
}

/** Closing the connection also closes the embedded database. */
export function connectEmbedded(database: Pick<EmbeddedDatabase, 'address' | 'close' | 'copy'>, log: Log): Database {
  const copy = database.copy && (async () => connectEmbedded(await database.copy!(), log))
  return fromPool(embeddedPool(database.address, log), { embedded: true, ...(copy && { copy }), close: () => database.close() })
}

function fromPool(pool: pg.Pool, { close, ...more }: Pick<Database, 'embedded' | 'copy' | 'close'>): Database {
  return {
    db: drizzle(pool, { schema: tables }),
    pool,
    ...more,
    async close() {
      if (!pool.ended) await pool.end()
      await close()
    },
  }
}

// All connections to the embedded database share one session, so the pool has only one. This also makes a query outside its transaction fail instead
// of waiting forever.
function embeddedPool(address: Address, log: Log) {
  return resilientPool({ ...address, application_name: 'rounds', max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 5_000 }, log)
}

/**
 * Runs several writes as one statement, in one round trip. Each sees the database as it was before all of them, so none can depend on another's rows.
 */
export async function writeTogether(tx: Db, writes: SQLWrapper[]): Promise<void> {
  const namedWrites = writes.map((write, at) => sql`${sql.identifier(`write_${at}`)} as (${write.getSQL()})`)
  await tx.execute(sql`with ${sql.join(namedWrites, sql`, `)} select`)
}
