import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, freshDatabase, silent, startPostgres } from '#test/setup/database.ts'
import type { Postgres } from '#test/setup/database.ts'
import { findBinaries } from '#test/setup/postgres.ts'
import { connect } from './connect.ts'
import { knownMigrations, migrate, migrateTo } from './migrate.ts'
import { makeSnapshot, MIGRATIONS, SNAPSHOT } from './snapshot.ts'

const STEPS = [
  ['create table a (n int)', 'insert into a values (1)', 'insert into a values (2)'],
  ['create table b (n int)', 'alter table a add column words text', `update a set words = 'said'`],
]

let server: Postgres
let folder = ''
let databases = 0
beforeAll(async () => {
  server = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'rounds-test-'))
  writeMigrations(folder, STEPS)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function writeMigrations(into: string, migrations: string[][]) {
  mkdirSync(join(into, 'meta'), { recursive: true })
  const entries = migrations.map((_, idx) => ({ idx, version: '7', when: 1000 + idx, tag: `000${idx}_step`, breakpoints: true }))
  writeFileSync(join(into, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  for (const [idx, statements] of migrations.entries()) {
    writeFileSync(join(into, `000${idx}_step.sql`), statements.join('\n--> statement-breakpoint\n'))
  }
}

const newDatabase = () => createDatabase(server.url, `migrate_${++databases}`)
const open = (databaseUrl: string) => connect({ databaseUrl, dataDir: '', log: silent })

async function isWhole(pool: pg.Pool) {
  const { rows } = await pool.query(`select n, words, (select count(*)::int from b) as b from a order by n`)
  expect(rows).toEqual([
    { n: 1, words: 'said', b: 0 },
    { n: 2, words: 'said', b: 0 },
  ])
}

test('when several processes start at once, each migration runs exactly once', async () => {
  const url = await newDatabase()
  const processes = await Promise.all([open(url), open(url), open(url), open(url)])
  const counts = await Promise.all(processes.map((process) => migrate(process, { folder })))
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(2)
  await isWhole(processes[0]!.pool)
  for (const one of processes) await one.close()
})

/** Calls `onStatement` with the connection and the number of each statement, before it's sent. */
function watchStatements(pool: pg.Pool, onStatement: (stream: { destroy(): void }, number: number) => void) {
  let statements = 0
  pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const watched = (...given: unknown[]) => {
      onStatement((client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream, ++statements)
      return query(...given)
    }
    client.query = watched as never
  })
}

test('a process killed at any statement leaves a database that the next start can finish migrating', async () => {
  for (let killedAt = 1; ; killedAt++) {
    const url = await newDatabase()
    const first = await open(url)
    watchStatements(first.pool, (stream, number) => number === killedAt && stream.destroy())
    const isFinished = await migrate(first, { folder }).then(
      () => true,
      () => false,
    )
    await first.close()
    const second = await open(url)
    await migrate(second, { folder })
    await isWhole(second.pool)
    await second.close()
    if (!isFinished) continue
    expect(killedAt).toBeGreaterThan(15)
    return
  }
})

test('a database newer than the code is rejected and left untouched', async () => {
  const url = await newDatabase()
  const database = await open(url)
  await migrate(database, { folder })
  const olderFolder = mkdtempSync(join(folder, 'older-'))
  writeMigrations(olderFolder, STEPS.slice(0, 1))
  await expect(migrate(database, { folder: olderFolder })).rejects.toThrow(
    /^The database is newer than this version of Rounds: it has 2 migrations of Rounds \d+\.\d+\.\d+, and Rounds \d+\.\d+\.\d+ knows 1\. Start/,
  )
  await isWhole(database.pool)
  await database.close()
})

test("waiting for a busy table doesn't block others for long", async () => {
  const url = await newDatabase()
  const database = await open(url)
  const first = mkdtempSync(join(folder, 'first-'))
  writeMigrations(first, STEPS.slice(0, 1))
  await migrate(database, { folder: first })
  const reader = await database.pool.connect()
  await reader.query('begin; select * from a')
  const migrated = migrate(database, { folder, pauseMs: 100 })
  await new Promise((later) => setTimeout(later, 5_500))
  await reader.query('commit')
  reader.release()
  expect(await migrated).toBe(1)
  await isWhole(database.pool)
  await database.close()
})

/** Dumps a database as SQL. */
const dump = (url: string) => execFileSync(join(findBinaries(), 'pg_dump'), [url], { encoding: 'utf8' }).replace(/^\\(un)?restrict .*$/gm, '')

const MAKE_IT_AGAIN = 'the snapshot differs from what the migrations make. Run: npm run db:snapshot'

test('a new PostgreSQL database built from the snapshot is the same as one migrated step by step', async () => {
  const [bySteps, bySnapshot] = [await newDatabase(), await newDatabase()]
  const first = await open(bySteps)
  expect(await migrate(first, { bySteps: true })).toBe(knownMigrations().length)
  await first.close()
  const second = await open(bySnapshot)
  let statements = 0
  watchStatements(second.pool, (_, number) => (statements = number))
  expect(await migrate(second)).toBe(knownMigrations().length)
  await second.close()
  expect(statements, 'in one go').toBeLessThan(20)
  expect(dump(bySnapshot), MAKE_IT_AGAIN).toBe(dump(bySteps))
})

test('a new embedded database built from the snapshot is the same as one migrated step by step', async () => {
  // Only newer versions of PostgreSQL name not-null constraints.
  const NAMES = `select conrelid::regclass::text as table, conname from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
  const seen = []
  for (const bySteps of [true, false]) {
    const dataDir = mkdtempSync(join(folder, 'embedded-'))
    const database = await connect({ dataDir, log: silent })
    await migrate(database, { bySteps })
    seen.push({ sql: await makeSnapshot(database.pool), names: (await database.pool.query(NAMES)).rows })
    await database.close()
  }
  expect(seen[0]!.sql, MAKE_IT_AGAIN).toBe(readFileSync(join(MIGRATIONS, SNAPSHOT), 'utf8'))
  expect(seen[1], MAKE_IT_AGAIN).toEqual(seen[0])
}, 600_000)

test('when several processes start at once on a new database, the snapshot is loaded exactly once', async () => {
  const url = await newDatabase()
  const processes = await Promise.all([open(url), open(url), open(url), open(url)])
  const counts = await Promise.all(processes.map((process) => migrate(process)))
  expect(counts.toSorted((a, b) => b - a)).toEqual([knownMigrations().length, 0, 0, 0])
  for (const one of processes) await one.close()
})

test('a process killed at any statement of the snapshot leaves an empty database or a complete one', async () => {
  const unharmed = await newDatabase()
  const completeDatabase = await open(unharmed)
  await migrate(completeDatabase)
  await completeDatabase.close()
  for (let killedAt = 1, survived = false; !survived; killedAt++) {
    const url = await newDatabase()
    const first = await open(url)
    watchStatements(first.pool, (stream, number) => number === killedAt && stream.destroy())
    survived = await migrate(first).then(
      () => true,
      () => false,
    )
    await first.close()
    const second = await open(url)
    expect([0, knownMigrations().length]).toContain(await migrate(second))
    await second.close()
    if (survived) expect(killedAt).toBeGreaterThan(8)
    else expect(dump(url)).toBe(dump(unharmed))
  }
}, 600_000)

test('migrations newer than the snapshot run after it, and a database with some migrations gets the rest one by one', async () => {
  const newer = join(folder, 'newer')
  cpSync(MIGRATIONS, newer, { recursive: true })
  const path = join(newer, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] }
  const last = journal.entries.at(-1)!
  writeFileSync(path, JSON.stringify({ ...journal, entries: [...journal.entries, { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'newer' }] }))
  writeFileSync(join(newer, 'newer.sql'), 'create table newer (n int)')
  const [fresh, older] = [await open(await newDatabase()), await open(await newDatabase())]
  expect(await migrate(fresh, { folder: newer })).toBe(journal.entries.length + 1)
  const client = await older.pool.connect()
  await migrateTo(client, journal.entries.length - 3)
  client.release()
  expect(await migrate(older, { folder: newer })).toBe(4)
  for (const one of [fresh, older]) {
    expect((await one.pool.query('select from newer')).rows).toEqual([])
    await one.close()
  }
})

test('a snapshot of other migrations is ignored', async () => {
  const changedFolder = join(folder, 'changed')
  cpSync(MIGRATIONS, changedFolder, { recursive: true })
  appendFileSync(join(changedFolder, '0000_first.sql'), '; create table changed (n int)')
  const database = await open(await newDatabase())
  await migrate(database, { folder: changedFolder })
  expect((await database.pool.query('select from changed')).rows).toEqual([])
  await database.close()
})

test.each(['embedded', 'postgres'] as const)(
  "the real migrations run on a fresh %s database and don't run twice",
  async (kind) => {
    const fresh = await freshDatabase(kind)
    const database = await fresh.open()
    expect(await migrate(database)).toBe(0)
    const { rows } = await database.pool.query('select count(*)::int as n from audit_trail')
    expect(rows).toEqual([{ n: 0 }])
    await database.close()
    await fresh.drop()
  },
  240_000,
)

/** How many migrations there are before 0084, which adds statistics on yes/no answers. */
const BEFORE_STATISTICS = 84

test.each(['embedded', 'postgres'] as const)("after an upgrade on %s, the statistics on yes/no answers don't wait for the next ANALYZE", async (kind) => {
  const database = kind === 'postgres' ? await open(await newDatabase()) : await connect({ dataDir: mkdtempSync(join(folder, 'answers-')), log: silent })
  const client = await database.pool.connect()
  await client.query('begin')
  await migrateTo(client, BEFORE_STATISTICS)
  // Answers without applications: foreign keys don't matter here.
  await client.query('set local session_replication_role = replica')
  await client.query(`insert into user_session_answer
    (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
    select n, 1, 'nights', 'Nights?', 'Yes/No Questions', '', true, 0, 1, case when n % 4 = 0 then 'No' else 'Yes' end from generate_series(1, 400) n`)
  await client.query('commit')
  client.release()
  expect(await migrate(database)).toBe(knownMigrations().length - BEFORE_STATISTICS)
  const { rows } = await database.pool.query(`select from pg_statistic_ext_data join pg_statistic_ext on pg_statistic_ext.oid = stxoid
    where stxname = 'user_session_answer_yes_no' and stxdmcv is not null`)
  expect(rows).toHaveLength(1)
  await database.close()
})

/** How many migrations there are before 0087, which clears what earlier versions left of emails and interviews. */
const BEFORE_CLEARING = 87

test('an upgrade clears calendar entries that earlier versions left behind after an erasure or expired email, and keeps all others', async () => {
  const database = await open(await newDatabase())
  const client = await database.pool.connect()
  await client.query('begin')
  await migrateTo(client, BEFORE_CLEARING)
  await client.query('set local session_replication_role = replica')
  await client.query(
    `insert into user_session (user_session_id, ref_function_role_id, capability_hash, erased_at) values (1, 1, 'one', now()), (2, 1, 'two', null)`,
  )
  await client.query(`insert into email_outbox (purpose, state, user_session_id, message_id, to_address, subject, html, text, calendar, body_deleted_at)
    select 'interview', state, of, state || of || coalesce(ended, ''), 'a@example.org', state || of || coalesce(ended, ''), '', '', 'LOCATION:+1 415 555 0123', ended::timestamptz
    from (values ('sent', 1, null), ('queued', 1, null), ('sent', 2, null), ('sent', 2, '2026-01-02')) one (state, of, ended)`)
  await client.query('commit')
  client.release()
  await migrate(database)
  const { rows } = await database.pool.query('select subject from email_outbox where calendar is not null order by 1')
  expect(rows.map(({ subject }) => subject)).toEqual(['queued1', 'sent2'])
  await database.close()
})
