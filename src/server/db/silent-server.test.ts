import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silent } from '#test/setup/database.ts'
import { startPostgres, freezeServer, type Postgres } from '#test/setup/postgres.ts'
import { connect, isConnectionError } from './connect.ts'

let server: Postgres
beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.stop())

const open = (connections: number) => connect({ databaseUrl: server.url, dataDir: '', connections, log: silent })

async function timed<T>(doing: Promise<T>) {
  const began = performance.now()
  const outcome = await doing.then(
    (value) => ({ value, error: null }),
    (error: unknown) => ({ value: null, error }),
  )
  return { ...outcome, ms: performance.now() - began }
}

test('a transaction fails within 5 seconds if the server hangs, and the pool recovers when the server does', async () => {
  const database = await open(3)
  await Promise.all([1, 2, 3].map(() => database.pool.query('select pg_sleep(0.05)')))
  let goOn = () => {}
  const transactions = Array.from({ length: 6 }, () =>
    timed(
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select pg_sleep(0.2)`)
        goOn = freezeServer(server)
        await tx.execute(sql`select 1`)
      }),
    ),
  )
  try {
    for (const { error, ms } of await Promise.all(transactions)) {
      expect(isConnectionError(error)).toBe(true)
      expect(ms).toBeLessThan(6_000)
    }
  } finally {
    goOn()
  }
  await expect
    .poll(() =>
      database.pool.query('select 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const answers = await Promise.all([1, 2, 3, 4].map((number) => database.pool.query('select $1::int as number', [number])))
  expect(answers.map(({ rows }) => rows[0].number)).toEqual([1, 2, 3, 4])
  await database.close()
})

test("a statement that's merely slow is left alone, even when every connection is in use", async () => {
  const database = await open(2)
  const slow = await Promise.all([1, 2].map(() => timed(database.pool.query('select pg_sleep(6)'))))
  expect(slow.map(({ error }) => error)).toEqual([null, null])
  await database.close()
})

test('a process opens as many connections as DATABASE_POOL allows', async () => {
  const database = await open(3)
  await Promise.all(Array.from({ length: 9 }, () => database.pool.query('select pg_sleep(0.05)')))
  expect(database.pool.totalCount).toBe(3)
  await database.close()
})
