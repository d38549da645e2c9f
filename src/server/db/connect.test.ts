import { once } from 'node:events'
import { connect as dial, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, freshDatabase, silent, startPostgres } from '#test/setup/database.ts'
import type { Postgres } from '#test/setup/database.ts'
import { connect, isConnectionError, isTimeout, isUniqueViolation } from './connect.ts'
import { staff_account } from './tables.ts'

let server: Postgres
beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.stop())

const open = (databaseUrl: string) => connect({ databaseUrl, dataDir: '', log: silent })
const failure = (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    (error: unknown) => error,
  )

/** Mimics PgBouncer: rejects connections that request settings it doesn't track and forwards everything else. */
async function startPooler(behind: number) {
  const pooler = createServer((client) => {
    client.on('error', () => {})
    client.once('data', (first) => {
      if (first.includes('statement_timeout\0')) return client.end(fatal('08P01', 'unsupported startup parameter: statement_timeout'))
      const upstream = dial(behind, '127.0.0.1')
      upstream.on('error', () => {})
      upstream.write(first)
      client.pipe(upstream).pipe(client)
    })
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  return { port: (pooler.address() as AddressInfo).port, stop: () => pooler.close() }
}

function fatal(code: string, text: string) {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test('a statement on a PostgreSQL server times out after 15 seconds and runs without JIT', async () => {
  const database = await open(server.url)
  const { rows } = await database.pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '15s' }])
  expect((await database.pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
  await database.close()
})

test("behind a pooler that doesn't keep settings, the limits become role defaults in this database only", async () => {
  const direct = new URL(await createDatabase(server.url, 'pooled'))
  const pooler = await startPooler(Number(direct.port))
  const pooledUrl = new URL(direct)
  pooledUrl.port = String(pooler.port)
  for (const one of await Promise.all([open(pooledUrl.href), open(pooledUrl.href)])) await one.close()

  const database = await open(pooledUrl.href)
  const { rows } = await database.pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  expect(rows).toEqual([{ statement: '15s', idle: '30s' }])
  const { rows: kept } = await database.pool.query(`select datname from pg_db_role_setting join pg_database d on d.oid = setdatabase`)
  expect(kept).toEqual([{ datname: 'pooled' }])
  await database.close()
  pooler.stop()
})

test('the process survives when the server closes its connections', async () => {
  const database = await open(await createDatabase(server.url, 'ended'))
  const other = await open(server.url)
  await other.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'ended'`)
  const lostError = await failure(database.pool.query('select 1'))
  expect(lostError === null || isConnectionError(lostError)).toBe(true)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const inUse = await failure(
    database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await other.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'ended'`)
      await new Promise((later) => setTimeout(later, 50))
      await tx.execute(sql`select 1`)
    }),
  )
  expect(isConnectionError(inUse)).toBe(true)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
  await other.close()
})

test("an unreachable server is a connection error; a slow statement isn't", async () => {
  const database = await open(server.url)
  const slow = await failure(
    database.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 20`)
      await tx.execute(sql`select pg_sleep(5)`)
    }),
  )
  expect([isTimeout(slow), isConnectionError(slow)]).toEqual([true, false])
  const stopping = await startPostgres()
  const unreachable = await open(stopping.url)
  await stopping.stop()
  const absent = await failure(unreachable.db.execute(sql`select 1`))
  expect([isTimeout(absent), isConnectionError(absent)]).toEqual([false, true])
  await unreachable.close()
  await database.close()
})

test.each(['embedded', 'postgres'] as const)(
  'a unique violation is recognized by its constraint name (%s)',
  async (kind) => {
    const fresh = await freshDatabase(kind)
    const { db, close } = await fresh.open()
    await db.insert(staff_account).values({ email: 'lee@example.org' })
    const second = await failure(db.insert(staff_account).values({ email: 'lee@example.org' }))
    expect(isUniqueViolation(second)).toBe(true)
    expect(isUniqueViolation(second, 'staff_account_email_unique')).toBe(true)
    expect(isUniqueViolation(second, 'another')).toBe(false)
    expect(isConnectionError(second)).toBe(false)
    await close()
    await fresh.drop()
  },
  240_000,
)

test('in the embedded database, a query outside its transaction fails instead of waiting forever', async () => {
  const fresh = await freshDatabase('embedded')
  const { db, close } = await fresh.open()
  const mistake = await failure(db.transaction(async () => void (await db.execute(sql`select 1`))))
  expect(isConnectionError(mistake)).toBe(true)
  expect((await db.execute(sql`select 2 as n`)).rows).toEqual([{ n: 2 }])
  await close()
  await fresh.drop()
})
