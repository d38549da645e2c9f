import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach } from 'vitest'
import { readEnv } from '#server/env.ts'
import { email_outbox } from '#server/db/tables.ts'
import { deriveKeys } from '#server/http/keys.ts'
import type { Email } from '#server/mail/email.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import { insertEmail } from '#server/mail/store.ts'
import { freshDatabase } from './database.ts'
import { startMailServer, type MailResponses } from './mail-server.ts'

const EMAIL: Email = { purpose: 'notice', to_address: 'ada@example.org', to_name: 'Ada', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
/** Runs after the test, in reverse order. */
export const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

/** Opens outboxes on their own database, without the rest of the product. */
export async function openOutboxes(settings: Record<string, string> = {}) {
  const fresh = await freshDatabase()
  const database = await fresh.open()
  toClose.push(fresh.drop, () => database.close())
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'rounds-mail-'))
  toClose.push(() => rm(DATA_DIR, { recursive: true, force: true }))
  const read = readEnv({ NODE_ENV: 'test', SEED: 'demo', DATA_DIR, ...settings })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const services = {
    database,
    env: { ...read.env, MAIL_FROM: 'Rounds <careers@rounds.example>' },
    keys: deriveKeys('k'.repeat(32)),
    log: pino({ level: 'silent' }),
  }
  const open = (more: object = {}) => {
    const outbox = openOutbox({ ...services, ...more })
    toClose.push(() => outbox.stop())
    return outbox
  }
  const find = async (email_id: number) => (await database.db.select().from(email_outbox).where(eq(email_outbox.email_id, email_id)))[0]!
  const queue = async (email: Partial<Email> = {}, delay = 0) => (await insertEmail(database.db, { ...EMAIL, ...email }, 'staff', delay)).email_id
  const makeDue = () => database.db.update(email_outbox).set({ send_after: sql`now()` })
  return { db: database.db, fresh, services, open, find, queue, makeDue, folder: join(DATA_DIR, 'mail') }
}

/** Like `openPost`, with a real mail server to send to. */
export async function openWithMailServer(manner: MailResponses = {}) {
  const server = await startMailServer(manner)
  toClose.push(server.stop)
  return { server, ...(await openOutboxes({ SMTP_URL: server.url })) }
}
