import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readInstallation } from '#contract/dashboard.ts'
import { email_outbox } from '#server/db/tables.ts'
import { insertEmail } from '#server/mail/store.ts'
import { openOutput } from '#server/operate/backup/output.ts'
import { DATABASE_COMMANDS } from '#server/operate/commands/database-commands.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const read = async () => (await app.call(readInstallation, {}, admin)).body
const EMAIL = { purpose: 'notice' as const, to_address: 'a@example.com', subject: 'x', html: 'x', text: 'x' }

test('waiting, late and failed emails are counted separately', async () => {
  await app.db.delete(email_outbox)
  expect((await read()).emails).toEqual({ queued: 0, failed: 0, late_since: null })

  for (const [state, minutes] of [
    ['queued', 5],
    ['queued', -5],
    ['failed', -9],
    ['sent', -9],
    ['withdrawn', -9],
  ] as const) {
    const { email_id } = await insertEmail(app.db, EMAIL, 'staff', 3600)
    await app.db
      .update(email_outbox)
      .set({ state, due_since: sql`now() + make_interval(mins => ${minutes})` })
      .where(sql`email_id = ${email_id}`)
  }
  const { emails } = await read()
  expect(emails).toMatchObject({ queued: 2, failed: 1 })
  expect(Math.round((Date.now() - Date.parse(emails.late_since!)) / 60_000)).toBe(5)
})

test('after a backup command, the time of the last backup is shown', async () => {
  expect(await read()).toMatchObject({ last_backup_at: null, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  const folder = await mkdtemp(join(tmpdir(), 'rounds-installation-'))
  try {
    const { run } = DATABASE_COMMANDS.find(({ usage }) => usage.startsWith('backup'))!
    await run(
      { ...app.services, cwd: folder, input: null, text: null, output: await openOutput(join(folder, 'b.tar')), say: () => {}, warn: () => {} },
      { operands: ['b.tar'], flags: {} },
    )
    const { last_backup_at } = await read()
    expect(Math.abs(Date.now() - Date.parse(last_backup_at!))).toBeLessThan(60_000)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
