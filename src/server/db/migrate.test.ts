import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, freshDatabase, silent, startPostgres } from '#test/setup/database.ts'
import type { Postgres } from '#test/setup/database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = [
  ['create table a (n int)', 'insert into a values (1)', 'insert into a values (2)'],
  ['create table b (n int)', 'alter table a add column words text', `update a set words = 'said'`],
]

let server: Postgres
let folder = ''
let databases = 0
beforeAll(async () => {
  server = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'rounds-test-'))
  writeMigrations(folder, MIGRATIONS)
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
  const done = await Promise.all(processes.map((one) => migrate(one, { folder })))
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(2)
  await isWhole(processes[0]!.pool)
  for (const one of processes) await one.close()
})

test('a process killed at any statement leaves a database that the next start can finish migrating', async () => {
  for (let killedAt = 1; ; killedAt++) {
    const url = await newDatabase()
    const first = await open(url)
    let statements = 0
    first.pool.on('acquire', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      const dying = (...given: unknown[]) => {
        if (++statements === killedAt) (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
        return query(...given)
      }
      client.query = dying as never
    })
    const survived = await migrate(first, { folder }).then(
      () => true,
      () => false,
    )
    await first.close()
    const second = await open(url)
    await migrate(second, { folder })
    await isWhole(second.pool)
    await second.close()
    if (!survived) continue
    expect(killedAt).toBeGreaterThan(15)
    return
  }
})

test('a database newer than the code is rejected and left untouched', async () => {
  const url = await newDatabase()
  const database = await open(url)
  await migrate(database, { folder })
  const older = mkdtempSync(join(folder, 'older-'))
  writeMigrations(older, MIGRATIONS.slice(0, 1))
  await expect(migrate(database, { folder: older })).rejects.toThrow(
    /^The database is newer than this version of Rounds: it has 2 migrations of Rounds \d+\.\d+\.\d+, and Rounds \d+\.\d+\.\d+ knows 1\. Start/,
  )
  await isWhole(database.pool)
  await database.close()
})

test("waiting for a busy table doesn't block others for long", async () => {
  const url = await newDatabase()
  const database = await open(url)
  const first = mkdtempSync(join(folder, 'first-'))
  writeMigrations(first, MIGRATIONS.slice(0, 1))
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
