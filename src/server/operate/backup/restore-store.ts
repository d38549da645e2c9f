import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { SERVER_NAME, type Database, type Db } from '#server/db/connect.ts'
import { migrateTo } from '#server/db/migrate.ts'
import * as tables from '#server/db/tables.ts'
import { listMigrations, quoteIdentifier, run } from './backup-store.ts'
import { NIGHTLY_LOCK } from '#server/operate/privacy/claim-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { HEAD_SENT, REPLIES_SENT } from '#server/operate/morning/morning-store.ts'

const MIGRATION_LOCK = 7266000
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 20
const BATCH_SIZE = 500

/**
 * Runs `work` in a transaction during which no one can migrate or run nightly work. `Db` is the same transaction for store functions; their own
 * transactions become savepoints in it.
 */
export async function inRestore<T>(database: Database, work: (client: pg.PoolClient, tx: Db) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  let isSound = false
  try {
    const result = await drizzle(client, { schema: tables }).transaction(async (tx) => {
      for (const limit of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', `lock_timeout = '10s'`]) await run(client, `set local ${limit}`)
      for (const lock of database.embedded ? [] : [MIGRATION_LOCK, NIGHTLY_LOCK]) await run(client, 'select pg_advisory_xact_lock($1)', [lock])
      return work(client, tx)
    })
    isSound = true
    return result
  } finally {
    client.release(!isSound)
  }
}

/** Waits for running statements, then blocks everyone else from reading and writing until the transaction ends. */
export async function lockTables(client: pg.PoolClient): Promise<void> {
  const found = await run<{ name: string }>(client, `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`)
  if (found.length === 0) return
  const lock = `lock table ${found.map((one) => quoteIdentifier(one.name)).join(', ')} in access exclusive mode`
  for (let tries = 1; ; tries++) {
    await run(client, 'savepoint locking')
    try {
      await run(client, lock)
      return
    } catch (error) {
      // A writer may hold one table while waiting for another; let it finish first.
      if ((error as { code?: string }).code !== DEADLOCK || tries === MAX_ATTEMPTS) throw error
      await run(client, 'rollback to savepoint locking')
    }
  }
}

/** Lists connections of running app processes whose database a restore would replace. Idle ones are closed within 10 s. */
export async function listRunning(pool: Database['pool']): Promise<{ pid: number; from: string }[]> {
  const { rows } = await pool.query<{ pid: number; from: string }>(
    `select pid, coalesce(host(client_addr), 'this machine') as from from pg_stat_activity
    where datname = current_database() and application_name = $1 and coalesce(state_change, now()) > now() - interval '10 seconds' order by pid`,
    [SERVER_NAME],
  )
  return rows
}

/** Returns how many rows people created; seeded rows don't count. */
export async function countUserRows(client: pg.PoolClient): Promise<number> {
  if ((await listMigrations(client)).length === 0) return 0
  const [row] = await run<{ count: number }>(
    client,
    `select ((select count(*) from user_session) + (select count(*) from function_role) + (select count(*) from staff_account) + (select count(*) from interviewer))::int as count`,
  )
  return row!.count
}

/** Empties the database and leaves it with exactly these migrations. Tables with the same schema are kept, along with their grants. */
export async function emptySchema(client: pg.PoolClient, migrations: number[]): Promise<void> {
  const currentMigrations = await listMigrations(client)
  if (currentMigrations.join() === migrations.join()) return truncateAll(client)
  await dropAll(client)
  await migrateTo(client, migrations.length)
  await truncateAll(client)
}

async function truncateAll(client: pg.PoolClient): Promise<void> {
  await setChain(client, 'disable')
  const found = await run<{ name: string }>(client, `select tablename::text as name from pg_tables where schemaname = 'public'`)
  await run(client, `truncate ${found.map((one) => quoteIdentifier(one.name)).join(', ')}`)
  await setChain(client, 'enable')
}

async function dropAll(client: pg.PoolClient): Promise<void> {
  await run(client, 'drop schema if exists drizzle cascade')
  await run(
    client,
    `do $$ declare one record; begin
      for one in select tablename as name from pg_tables where schemaname = 'public' loop execute format('drop table %I cascade', one.name); end loop;
      for one in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop execute format('drop function %s cascade', one.name); end loop;
    end $$`,
  )
}

/** Turns the hash chain's triggers off or on. Audit rows are restored with their original hashes, and the chain is verified afterward, not rebuilt. */
export async function setChain(client: pg.PoolClient, how: 'enable' | 'disable'): Promise<void> {
  await run(client, `alter table audit_trail ${how} trigger user`)
}

export async function insertLines(client: pg.PoolClient, table: string, columns: string[], lines: string[]): Promise<void> {
  const names = columns.map(quoteIdentifier).join(', ')
  for (let at = 0; at < lines.length; at += BATCH_SIZE) {
    const rows = `[${lines.slice(at, at + BATCH_SIZE).join(',')}]`
    await run(
      client,
      `insert into ${quoteIdentifier(table)} (${names}) select ${names} from json_populate_recordset(null::${quoteIdentifier(table)}, $1::json)`,
      [rows],
    )
  }
}

export async function setSequence(client: pg.PoolClient, sequence: string, last_value: string | null): Promise<void> {
  await run(client, `select setval($1::regclass, coalesce($2::bigint, 1), $2::bigint is not null)`, [quoteIdentifier(sequence), last_value])
}

export async function countRows(client: pg.PoolClient, table: string): Promise<number> {
  const [row] = await run<{ count: number }>(client, `select count(*)::int as count from ${quoteIdentifier(table)}`)
  return row!.count
}

/** Holds emails that were pending when the backup was made: they may have been sent since, so a person decides. */
export async function holdEmails(client: pg.PoolClient): Promise<void> {
  await run(
    client,
    `update email_outbox set state = 'failed', leased_until = null, last_error = 'Held after a restore: it may have been sent already.' where state = 'queued'`,
  )
}

/** Columns that record that a scheduled email was sent. A record applies as long as the row has the same values in these columns. */
const MARKS = [
  {
    table: 'interview_booking',
    same: ['interview_booking_id', 'created_at', 'starts_at'],
    marks: ['reminded_at', 'feedback_reminders', 'feedback_reminded_at'],
    isSent: 'reminded_at is not null or feedback_reminders > 0',
  },
  { table: 'interview_plan', same: ['interview_plan_id', 'user_session_id'], marks: ['next_steps_sent_at'], isSent: 'next_steps_sent_at is not null' },
  { table: 'license', same: ['license_id', 'created_at', 'expires_on'], marks: ['reminded_days'], isSent: 'reminded_days is not null' },
  { table: 'assignment', same: ['user_session_id', 'staff_account_id', 'assigned_at'], marks: ['told_at'], isSent: 'told_at is not null' },
  { table: 'note_mention', same: ['note_id', 'staff_account_id', 'created_at'], marks: ['told_at'], isSent: 'told_at is not null' },
  { table: 'collected_notice', same: ['collected_notice_id', 'to_address', 'created_at'], marks: ['told_at'], isSent: 'told_at is not null' },
]
const MORNINGS = [REPLIES_SENT, HEAD_SENT]
const MARKS_PER_BATCH = 5_000

/** Rows as JSON, by table, and the morning's emails. */
type SentMarks = { rows: Map<string, string[]>; mornings: (typeof MORNINGS)[number][] }

/** Reads which scheduled emails the database that's about to be replaced has sent. */
export async function readSentMarks(client: pg.PoolClient): Promise<SentMarks> {
  const rows = new Map<string, string[]>()
  for (const { table, same, marks, isSent } of MARKS) {
    const columns = [...same, ...marks]
    if (!(await hasColumns(client, table, columns))) continue
    const found = await run<{ line: string }>(
      client,
      `select row_to_json(t)::text as line from (select ${columns.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(table)} where ${isSent}) t`,
    )
    rows.set(
      table,
      found.map(({ line }) => line),
    )
  }
  return { rows, mornings: (await hasColumns(client, 'audit_trail', ['action', 'at'])) ? await listMornings(client) : [] }
}

/** Records in the restored database that these emails were sent, so they aren't sent again. */
export async function restoreSentMarks(client: pg.PoolClient, tx: Db, { rows, mornings }: SentMarks): Promise<void> {
  for (const { table, same, marks } of MARKS) {
    const assignments = marks.map((mark) => `${quoteIdentifier(mark)} = sent.${quoteIdentifier(mark)}`).join(', ')
    const where = same.map((one) => `present.${quoteIdentifier(one)} = sent.${quoteIdentifier(one)}`).join(' and ')
    const differs = marks.map((mark) => `present.${quoteIdentifier(mark)} is distinct from sent.${quoteIdentifier(mark)}`).join(' or ')
    const lines = rows.get(table) ?? []
    for (let at = 0; at < lines.length; at += MARKS_PER_BATCH) {
      const batch = `[${lines.slice(at, at + MARKS_PER_BATCH).join(',')}]`
      const update = `update ${quoteIdentifier(table)} present set ${assignments} from json_populate_recordset(null::${quoteIdentifier(table)}, $1::json) sent`
      await run(client, `${update} where ${where} and (${differs})`, [batch])
    }
  }
  const restored = await listMornings(client)
  for (const action of mornings) if (!restored.includes(action)) await recordAudit(tx, { actor: null, action, subject_kind: 'database' })
}

async function listMornings(client: pg.PoolClient): Promise<SentMarks['mornings']> {
  const found = await run<{ action: (typeof MORNINGS)[number] }>(
    client,
    `select distinct action from audit_trail where action = any($1) and at between now() - interval '20 hours' and now()`,
    [MORNINGS],
  )
  return found.map(({ action }) => action)
}

async function hasColumns(client: pg.PoolClient, table: string, columns: string[]): Promise<boolean> {
  const [found] = await run<{ count: number }>(
    client,
    `select count(*)::int as count from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = any($2)`,
    [table, columns],
  )
  return found!.count === columns.length
}
