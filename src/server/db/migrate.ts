import { setTimeout as pause } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import type { Database } from './connect.ts'
import { isTimeout } from './query-errors.ts'
import { MIGRATIONS, readSnapshot } from './snapshot.ts'
import { VERSION } from '#server/version.ts'

const ADVISORY_LOCK = 7266000
const MAX_ATTEMPTS = 30

/**
 * Migrates the schema to this version and returns how many migrations it gained. Safe to run from several processes at once and to repeat after a
 * crash. A database without migrations gets the snapshot of all of them, unless `bySteps`. Throws if the database is newer than the code.
 */
export async function migrate(database: Pick<Database, 'pool' | 'embedded'>, { folder = MIGRATIONS, pauseMs = 1_000, bySteps = false } = {}) {
  const plan = { ...readPlan(folder), bySteps }
  const client = await database.pool.connect()
  try {
    let total = 0
    for (let ran = 1; ran > 0; total += ran) ran = await retryWhileBusy(() => runNext(client, plan, database.embedded), pauseMs)
    client.release()
    return total
  } catch (error) {
    // The connection may be in any state, so don't reuse it.
    client.release(true)
    throw error
  }
}

/** The table is busy or another process is migrating: drop the lock request so nothing queues behind it, then retry. */
async function retryWhileBusy<T>(step: () => Promise<T>, pauseMs: number) {
  for (let tries = 1; ; tries++) {
    try {
      return await step()
    } catch (error) {
      if (!isTimeout(error) || tries >= MAX_ATTEMPTS) throw error
      await pause(pauseMs)
    }
  }
}

// Each transaction takes the lock again and releases it when it ends. A session-level lock would be lost behind a pooler that gives each transaction
// a different server connection, and would outlive a failure.
async function runNext(client: pg.PoolClient, plan: Plan, embedded: boolean) {
  await run(client, 'begin')
  try {
    await run(client, `set local lock_timeout = '5s'`)
    await run(client, 'set local statement_timeout = 0')
    if (!embedded) await run(client, `select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
    const ran = await applyNext(client, plan, await countOf(client, plan.migrations))
    await run(client, 'commit')
    return ran
  } catch (error) {
    await run(client, 'rollback').catch(() => {})
    throw error
  }
}

/** Returns the timestamps of the migrations this version includes, in order. */
export function knownMigrations(): number[] {
  return (known ??= readMigrationFiles({ migrationsFolder: MIGRATIONS }).map((one) => one.folderMillis))
}

let known: number[] | undefined

/** Returns how many migrations have run on the database. If none have, this app didn't create it. */
export async function countMigrations(pool: Database['pool']): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from drizzle.__drizzle_migrations')
  return rows[0]!.count
}

/** Runs migrations up to the first `count`, in `client`'s current transaction. */
export async function migrateTo(client: pg.PoolClient, count: number, folder = MIGRATIONS) {
  const { migrations } = readPlan(folder)
  const plan = { folder, migrations: migrations.slice(0, count) }
  for (let appliedCount = await countOf(client, migrations); appliedCount < plan.migrations.length;) appliedCount += await applyNext(client, plan, appliedCount)
}

async function countOf(client: pg.PoolClient, migrations: MigrationMeta[]) {
  const [found] = await run<{ there: boolean }>(client, `select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (!found?.there) {
    await run(client, 'create schema if not exists drizzle')
    await run(client, 'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
  }
  const rows = await run<{ created_at: string }>(client, 'select created_at from drizzle.__drizzle_migrations order by created_at')
  const known = new Set(migrations.map((migration) => migration.folderMillis))
  if (rows.length > migrations.length || rows.some((row) => !known.has(Number(row.created_at)))) {
    const newer = newerVersionError('The database', { count: rows.length, version: await versionOf(client) }, migrations.length)
    throw new Error(`${newer} Start the newer version, or restore a backup from before the upgrade.`)
  }
  return rows.length
}

/** Returns the error for something created by a newer version, naming both versions. */
export function newerVersionError(what: string, its: { count: number; version: string | null }, known = knownMigrations().length): string {
  const maker = its.version ? ` of Rounds ${its.version}` : ''
  return `${what} is newer than this version of Rounds: it has ${its.count} migrations${maker}, and Rounds ${VERSION} knows ${known}.`
}

/** Returns the version that last migrated this database, or null if that version didn't record it. */
export async function versionOf(client: Pick<pg.PoolClient, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ note: string | null }>(`select obj_description(to_regnamespace('drizzle')::oid, 'pg_namespace') as note`)
  return /^Rounds (\S+)$/.exec(rows[0]?.note ?? '')?.[1] ?? null
}

/** Applies the snapshot or the next migration, and returns how many migrations that was. */
async function applyNext(client: pg.PoolClient, { folder, migrations, bySteps }: Plan, done: number): Promise<number> {
  const snapshot = done === 0 && !bySteps ? readSnapshot(folder, migrations) : null
  const next = snapshot ? migrations.slice(0, snapshot.count) : migrations.slice(done, done + 1)
  if (next.length === 0) return 0
  for (const statement of snapshot ? [snapshot.sql] : next[0]!.sql) await run(client, statement)
  const rows = [next.map((one) => one.hash), next.map((one) => one.folderMillis)]
  await run(client, 'insert into drizzle.__drizzle_migrations (hash, created_at) select * from unnest($1::text[], $2::bigint[])', rows)
  await run(client, `comment on schema drizzle is 'Rounds ${VERSION}'`)
  return next.length
}

type Plan = { folder: string; migrations: MigrationMeta[]; bySteps?: boolean }

const readPlan = (folder: string): Plan => ({ folder, migrations: readMigrationFiles({ migrationsFolder: folder }) })

/** A migration may rewrite a large table, so the client's query timeout doesn't apply. */
async function run<Row extends pg.QueryResultRow>(client: pg.PoolClient, text: string, values?: unknown[]) {
  const statement = { text, values, query_timeout: 2 ** 31 - 1 }
  return (await client.query<Row>(statement)).rows
}
