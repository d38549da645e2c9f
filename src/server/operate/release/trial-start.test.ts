import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startProduct } from '#lab/faults/product.ts'
import { applicant_text, email_outbox } from '#server/db/tables.ts'
import { insertEmail } from '#server/mail/store.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { freshDatabase, kindOfRun } from '#test/setup/database.ts'

vi.setConfig({ testTimeout: 180_000 })

/** More than two rounds of the outbox and of the search index. */
const WATCH_MS = 7_000

// A second connection alongside the running process needs a server.
test.runIf(kindOfRun() === 'postgres')(
  'while rounds-upgrade tries a version out, that version sends no email and runs no background jobs until it goes live',
  async () => {
    const [folder, database] = [await mkdtemp(join(tmpdir(), 'rounds-trial-')), await freshDatabase()]
    const { db, close } = await database.open()
    const settings = { DATA_DIR: folder, DATABASE_URL: database.databaseUrl!, SEED: 'reference', ADMIN_EMAILS: 'admin@meridianhealth.example' }
    const trial = /printf '(HOST=[^']*)'/.exec(readFileSync('deploy/rounds-upgrade', 'utf8'))![1]!
    expect(trial).toContain('\\nROUNDS_TRIAL=yes\\n')
    const readPendingWork = async () => {
      const [email] = await db.select().from(email_outbox)
      const [text] = await db.select().from(applicant_text)
      return { state: email!.state, tries: email!.tries, isIndexed: text!.written === text!.wanted }
    }
    try {
      await makeApplicant(db)
      await insertEmail(db, { purpose: 'notice', to_address: 'ada@example.com', subject: 'Due', text: 'Due', html: 'Due' }, 'staff')

      const trialProduct = await startProduct({ ...settings, ROUNDS_TRIAL: 'yes' })
      await pause(WATCH_MS)
      expect((await fetch(`${trialProduct.url}/readyz`)).status).toBe(200)
      expect(await trialProduct.stop()).toBe(0)
      expect(await readPendingWork()).toEqual({ state: 'queued', tries: 0, isIndexed: false })

      const started = await startProduct(settings)
      await expect.poll(readPendingWork, { timeout: 60_000 }).toEqual({ state: 'sent', tries: 1, isIndexed: true })
      expect(await started.stop()).toBe(0)
    } finally {
      await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test.runIf(kindOfRun() === 'postgres')('if the database prevents startup, the process exits with the reason but not the statement', async () => {
  const [folder, database] = [await mkdtemp(join(tmpdir(), 'rounds-refused-')), await freshDatabase()]
  const address = new URL(database.databaseUrl!)
  address.searchParams.set('options', '-c default_transaction_read_only=on')
  try {
    const start = startProduct({ DATA_DIR: folder, DATABASE_URL: address.href, SEED: 'demo' })
    await expect(start).rejects.toThrow(/^Rounds could not start: cannot execute \w+( \w+)* in a read-only transaction$/m)
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
