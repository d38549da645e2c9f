import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createDatabase, kindOfRun, silent, startPostgres } from '#test/setup/database.ts'
import { connect, isConnectionError } from './connect.ts'

test.runIf(kindOfRun() === 'postgres')("a commit on only one server isn't acknowledged, even if PostgreSQL reports success", async () => {
  const server = await startPostgres({ settings: { synchronous_commit: 'on', synchronous_standby_names: '*' } })
  const { db, close } = await connect({ databaseUrl: server.url, dataDir: '', log: silent })
  try {
    await db.execute(sql`set synchronous_commit = local`)
    await db.execute(sql`create table note (n int primary key)`)
    const written = db.transaction(async (tx) => {
      await tx.execute(sql`set local synchronous_commit = on`)
      await tx.execute(sql`insert into note values (1)`)
    })
    const outcome = written.then(
      () => null,
      (error: unknown) => error,
    )
    await pause(300)
    await db.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    const problem = await outcome
    expect(problem).toMatchObject({ cause: { code: '08007' } })
    expect(isConnectionError(problem)).toBe(true)
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  } finally {
    await close()
    await server.stop()
  }
})

test.runIf(kindOfRun() === 'postgres')('a read that loses its connection is retried if the database may fail over; a write never is', async () => {
  const server = await startPostgres()
  const url = await createDatabase(server.url, 'reads')
  const standalone = await connect({ databaseUrl: url, dataDir: '', log: silent })
  const cluster = await connect({ databaseUrl: `${url}?target_session_attrs=read-write`, dataDir: '', log: silent })
  const cutDuring = async (statement: Promise<unknown>) => {
    const outcome = statement.then(
      () => 'done',
      () => 'failed',
    )
    await pause(300)
    await standalone.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`)
    return outcome
  }
  try {
    await standalone.db.execute(sql`create table note (n serial primary key)`)
    expect(await cutDuring(cluster.db.execute(sql`select pg_sleep(0.6)`))).toBe('done')
    expect(await cutDuring(cluster.db.execute(sql`insert into note select 1 from pg_sleep(0.6)`))).toBe('failed')
    expect(await cutDuring(standalone.db.execute(sql`select pg_sleep(0.6)`))).toBe('failed')
    expect((await standalone.db.execute(sql`select * from note`)).rows).toEqual([])
  } finally {
    await cluster.close()
    await standalone.close()
    await server.stop()
  }
})
