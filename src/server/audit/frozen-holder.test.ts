import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { kindOfRun } from '#test/setup/database.ts'
import { startApp } from '#test/setup/app.ts'
import { recordAudit } from './record-audit.ts'
import { elapsedIn } from '#test/setup/moved-clock.ts'

const ENTRY = { actor: null, action: 'test.done', subject_kind: 'database' } as const

test.runIf(kindOfRun() === 'postgres')('a process that hangs after writing its audit row delays other changes by 2 seconds, not 15', async () => {
  await using app = await startApp()
  const isHanging = Promise.withResolvers<void>()
  const frozen = app.db
    .transaction(async (tx) => {
      await recordAudit(tx, ENTRY)
      isHanging.resolve()
      await pause(6_000)
      await tx.execute(sql`select 1`)
    })
    .then(
      () => 'done',
      () => 'ended',
    )
  await isHanging.promise
  const began = performance.now()
  expect(await elapsedIn(() => app.db.transaction((tx) => recordAudit(tx, ENTRY)))).toBeLessThan(4_500)
  expect(performance.now() - began).toBeGreaterThan(1_000)
  expect(await frozen).toBe('ended')
  const { rows } = await app.db.execute(sql`select current_setting('idle_in_transaction_session_timeout') as idle`)
  expect(rows).toEqual([{ idle: '30s' }])
})
