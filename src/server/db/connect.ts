import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { openEmbedded } from './embedded/embedded.ts'
import type { Address, Embedded, Log } from './embedded/embedded.ts'
import type { Holder } from './embedded/folder-lock.ts'
import { serverPool, resilientPool } from './server-pool.ts'
import * as tables from './tables.ts'

/** A database or a transaction: the caller of a store decides which. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof tables>

export type Database = {
  db: NodePgDatabase<typeof tables>
  pool: pg.Pool
  /** True for the database in the data folder, which has one connection. */
  embedded: boolean
  /** A second database as it is at this moment, gone after `close`; only the embedded one needs it, because it has one connection. */
  copy?: () => Promise<Database>
  close(): Promise<void>
}

export type { Holder, Log }
export { holderOf } from './embedded/folder-lock.ts'
export { isConnectionFault, isExclusionViolation, isTimeout, isUniqueViolation } from './faults.ts'

/** How PostgreSQL lists the connections of a running server, and those of the command line. */
export const SERVER_NAME = 'rounds'
const COMMAND_NAME = 'rounds-cli'
/** The running product's name, shown to anyone who finds the data folder locked. */
export const SERVER = 'the server'

/** How long a start waits for a command that holds the data folder, such as a backup. */
export const FOLDER_PATIENCE_MS = 60_000

type Place = {
  databaseUrl?: string
  dataDir: string
  /** The maximum for a PostgreSQL server; the embedded database has one. */
  connections?: number
  /** How long a server may take to answer for the first time. */
  patienceMs?: number
  /** A command ('the command backup') instead of the server: how other processes and the database see this connection. */
  command?: string
  /** How long to wait for the holder of the data folder. */
  folderPatienceMs?: number
  log: Log
}

/**
 * The database of `databaseUrl`, or without one the embedded database in `dataDir`, made on the first start (about a second).
 * Waits (30 s by default) for a server that doesn't answer yet. Doesn't migrate.
 */
export async function connect(place: Place): Promise<Database> {
  const { databaseUrl, dataDir, connections = 10, patienceMs = 30_000, log, command, folderPatienceMs = 0 } = place
  const name = command ? COMMAND_NAME : SERVER_NAME
  if (databaseUrl) return fromPool(await serverPool(databaseUrl, log, { connections, patienceMs, name }), { embedded: false, close: async () => {} })
  const onWait = ({ what, pid }: Holder) => log.warn({ what, pid }, `Waiting for ${what}${pid ? ` (process ${pid})` : ''}, which holds the data folder.`)
  const database = await openEmbedded({ dataDir, log, what: command ?? SERVER, patienceMs: folderPatienceMs, onWait })
  return connectEmbedded(database, log)
}

/** Closing the connection closes the embedded database too. */
export function connectEmbedded(database: Pick<Embedded, 'address' | 'close' | 'copy'>, log: Log): Database {
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

// All connections of the embedded database share one session, so there is one. It also turns a query outside of the
// transaction it belongs to into an error instead of a wait without end.
function embeddedPool(address: Address, log: Log) {
  return resilientPool({ ...address, application_name: 'rounds', max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 5_000 }, log)
}
