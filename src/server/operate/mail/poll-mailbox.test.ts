import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startProduct } from '#lab/faults/product.ts'
import { allowAddress } from '#server/mail/returned-store.ts'
import { insertEmail } from '#server/mail/store.ts'
import { bounce, complaint } from '#test/mail/returned-mail.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { hasDovecot, startImapServer } from '#test/mail/imap-server.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { bounceMailbox, openMailbox } from './open-mailbox.ts'
import { pollMailbox } from './poll-mailbox.ts'

if (!hasDovecot) console.warn('Skipped: tests of the mailbox for bounces need Dovecot (Debian: apt-get install dovecot-imapd).')

const FORGED = '<aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee@clinic.example>'
const REPLY = 'From: ada@example.com\nTo: careers@clinic.example\nSubject: Re: Your application\n\nThank you!\n'

describe.skipIf(!hasDovecot)('the bounce mailbox', () => {
  let server: Awaited<ReturnType<typeof startImapServer>>
  let app: TestApp
  beforeAll(async () => {
    server = await startImapServer()
    app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'careers@clinic.example', IMAP_URL: server.url })
  })
  afterAll(async () => {
    await app.close()
    await server.stop()
  })

  const neverAborted = new AbortController().signal
  /** Runs one round, ignoring the pause since the last one. */
  async function poll(folder = ''): Promise<boolean> {
    await app.db.execute(sql`update report_mailbox set next_at = now() - interval '1 minute'`)
    return pollMailbox({ ...app.services, env: { ...app.env, IMAP_URL: `${server.url}${folder}` } }, neverAborted)
  }
  /** An email that a mail server has accepted. */
  async function sent(to_address: string) {
    const { email_id } = await insertEmail(app.db, { purpose: 'notice', to_address, to_name: '', subject: 's', text: 't', html: 'h' }, 'system')
    const { rows } = await app.db.execute<{ id: string }>(
      sql`update email_outbox set state = 'sent', tries = 1, sent_at = now() where email_id = ${email_id} returning message_id as id`,
    )
    return { email_id, to_address, message_id: `<${rows[0]!.id}@clinic.example>` }
  }
  const deliverMessages = (messages: string[], { flags = [] as string[], folder = 'INBOX' } = {}) =>
    server.use(async (client) => {
      for (const message of messages) await client.append(folder, message.replaceAll('\n', '\r\n'), flags)
    })
  const readSeenFlags = () =>
    server.use(async (client) => {
      await client.mailboxOpen('INBOX', { readOnly: true })
      return (await client.fetchAll('1:*', { flags: true })).map(({ flags }) => flags!.has('\\Seen'))
    })
  const outcome = async ({ email_id }: { email_id: number }) =>
    (await app.db.execute(sql`select state, dead_since is not null as is_dead from email_outbox where email_id = ${email_id}`)).rows[0]

  test('reports about our emails are recorded once and marked as read; all other messages are left alone', async () => {
    const [returned, reported] = [await sent('a@example.com'), await sent('b@example.com')]
    await deliverMessages([REPLY, bounce(returned.message_id), complaint(reported.message_id), bounce(FORGED)])

    expect(await poll()).toBe(true)
    expect(await outcome(returned)).toEqual({ state: 'failed', is_dead: true })
    expect(await outcome(reported)).toEqual({ state: 'sent', is_dead: true })
    expect(await readSeenFlags()).toEqual([false, true, true, false])

    await allowAddress(app.db, reported.to_address)
    await server.use(async (client) => {
      await client.mailboxOpen('INBOX')
      await client.messageFlagsRemove('1:*', ['\\Seen'])
    })
    const later = await sent('c@example.com')
    await deliverMessages([bounce(later.message_id)])
    expect(await poll()).toBe(true)
    expect(await outcome(later)).toEqual({ state: 'failed', is_dead: true })
    expect(await outcome(reported)).toEqual({ state: 'sent', is_dead: false })
  })

  test('only one process polls at a time, and none polls again before the interval is over', async () => {
    const reported = await sent('d@example.com')
    await deliverMessages([complaint(reported.message_id)])
    await app.db.execute(sql`update report_mailbox set next_at = now() - interval '1 minute'`)
    const results = await Promise.all([pollMailbox(app.services, neverAborted), pollMailbox(app.services, neverAborted)])
    expect(results.toSorted()).toEqual([false, true])
    expect(await pollMailbox(app.services, neverAborted)).toBe(false)
    const { rows } = await app.db.execute(sql`select 1 from audit_trail where action = 'email.returned' and subject_id = ${reported.email_id}`)
    expect(rows).toHaveLength(1)
  })

  test('in a recreated mailbox, only unread messages count', async () => {
    const [old, fresh, last] = [await sent('e@example.com'), await sent('f@example.com'), await sent('g@example.com')]
    const folder = 'Bounces'
    await server.use((client) => client.mailboxCreate(folder))
    await deliverMessages([complaint(old.message_id)], { folder })
    await poll(`/${folder}`)
    await allowAddress(app.db, old.to_address)

    await server.use(async (client) => {
      await client.mailboxDelete(folder)
      await client.mailboxCreate(folder)
    })
    await deliverMessages([complaint(old.message_id)], { folder, flags: ['\\Seen'] })
    await deliverMessages([bounce(fresh.message_id)], { folder })
    await poll(`/${folder}`)
    await deliverMessages([bounce(last.message_id)], { folder, flags: ['\\Seen'] })
    await poll(`/${folder}`)
    expect(await outcome(old)).toEqual({ state: 'sent', is_dead: false })
    expect(await outcome(fresh)).toEqual({ state: 'failed', is_dead: true })
    expect(await outcome(last)).toEqual({ state: 'failed', is_dead: true })
  })

  test("the doctor reports the number of messages, or the server's error", async () => {
    expect(await bounceMailbox(app.env, app.db)).toEqual({ note: expect.stringMatching(/^\d+ messages, last read 0 minutes ago$/) })
    const wrongPassword = await bounceMailbox({ ...app.env, IMAP_URL: server.url.replace('password-of', 'another') }, app.db)
    expect(wrongPassword).toMatch(/can't be read \(.*Authentication failed/i)
    expect(wrongPassword).not.toContain('another')
    const closed = await bounceMailbox({ ...app.env, IMAP_URL: 'imap://user:password@127.0.0.1:1' }, app.db)
    expect(closed).toMatch(/ECONNREFUSED/)
  })
})

test.skipIf(!hasDovecot)('a remote mailbox is read only with encryption and a trusted certificate, unless IMAP_PLAINTEXT allows otherwise', async () => {
  const canOpen = (IMAP_URL: string, IMAP_PLAINTEXT?: 'yes') =>
    openMailbox({ IMAP_URL, IMAP_PLAINTEXT }).then(
      ({ client }) => client.logout().then(() => true),
      () => false,
    )
  const plain = await startImapServer()
  const encrypted = await startImapServer({ tls: true })
  try {
    expect(await canOpen(plain.url)).toBe(true)
    expect(await canOpen(plain.remoteUrl)).toBe(false)
    expect(await canOpen(plain.remoteUrl, 'yes')).toBe(true)
    expect(await canOpen(encrypted.tlsUrl)).toBe(false)
    setDefaultCACertificates([...getCACertificates('default'), encrypted.certificate])
    expect(await canOpen(encrypted.tlsUrl)).toBe(true)
    expect(await canOpen(encrypted.remoteUrl)).toBe(false)
  } finally {
    await Promise.all([plain.stop(), encrypted.stop()])
  }
})

test.skipIf(!hasDovecot || process.env['ROUNDS_TEST_DB'] === 'postgres')(
  'a running process polls the mailbox automatically, even with an embedded database',
  async () => {
    const [mailbox, mails, DATA_DIR] = [await startImapServer(), await startMailServer(), mkdtempSync(join(tmpdir(), 'rounds-mailbox-'))]
    const owner = 'owner@clinic.example'
    const product = await startProduct({
      DATA_DIR,
      DATABASE_URL: '',
      SEED: 'reference',
      ADMIN_EMAILS: owner,
      COMPANY_DOMAIN: 'clinic.example',
      SMTP_URL: mails.url,
      MAIL_FROM: 'careers@clinic.example',
      IMAP_URL: mailbox.url,
    })
    try {
      const sendCode = () =>
        fetch(`${product.url}/api/auth/send-code`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: owner, role: 'admin' }),
        })
      expect((await sendCode()).status).toBe(200)
      await vi.waitFor(() => expect(mails.received).toHaveLength(1), { timeout: 60_000 })
      await mailbox.use((client) => client.append('INBOX', bounce(mails.received[0]!.mail.messageId!).replaceAll('\n', '\r\n')))
      const isSeen = () =>
        mailbox.use(async (client) => {
          await client.mailboxOpen('INBOX', { readOnly: true })
          return ((await client.fetchOne('1', { flags: true })) || null)?.flags?.has('\\Seen')
        })
      await vi.waitFor(async () => expect(await isSeen()).toBe(true), { timeout: 200_000, interval: 2000 })
    } finally {
      await product.stop()
      await Promise.all([mailbox.stop(), mails.stop()])
      rmSync(DATA_DIR, { recursive: true, force: true })
    }
  },
  300_000,
)
