import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { email_outbox } from '#server/db/tables.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { elapsedIn } from '#test/setup/moved-clock.ts'
import { openOutboxes, toClose, openWithMailServer } from '#test/setup/post.ts'
import { smtpTransport } from './smtp-transport.ts'
import { retryEmail } from './store.ts'

test('while the mail server is down, no email is lost or duplicated', async () => {
  const { server, open, queue, db } = await openWithMailServer()
  await server.stop()
  for (let n = 0; n < 5; n++) await queue({ to_address: `n${n}@example.org` })
  open().start()
  await vi.waitFor(async () => expect((await db.select().from(email_outbox)).every(({ tries }) => tries >= 2)).toBe(true), { timeout: 60_000, interval: 100 })
  expect((await db.select().from(email_outbox)).map(({ state, last_error }) => [state, last_error])).toContainEqual([
    'queued',
    "The mail server couldn't be reached.",
  ])

  const back = await startMailServer({}, server.port)
  toClose.push(back.stop)
  await vi.waitFor(async () => expect((await db.select().from(email_outbox)).every(({ state }) => state === 'sent')).toBe(true), {
    timeout: 60_000,
    interval: 200,
  })
  expect(back.received.flatMap(({ to }) => to).toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `n${n}@example.org`))
})

test("an email waits while the signing key can't be read; an email that can't be built fails", async () => {
  const server = await startMailServer()
  toClose.push(server.stop)
  const signing = { MAIL_FROM: 'careers@rounds.example', DKIM_SELECTOR: 'rounds2026', DKIM_SIGNING: 'yes' }
  const { open, queue, find, makeDue, db } = await openOutboxes({ SMTP_URL: server.url, ...signing })
  const email_id = await queue()
  await db.execute(sql`alter table server_key rename to server_key_away`)
  await open().sendDue()
  expect(await find(email_id)).toMatchObject({ state: 'queued', tries: 1, last_error: "The key that signs emails couldn't be read." })
  await db.execute(sql`alter table server_key_away rename to server_key`)
  await makeDue()
  await open().sendDue()
  expect([(await find(email_id)).state, server.received.length]).toEqual(['sent', 1])

  const broken = await queue()
  await open({ transport: { send: () => Promise.reject(new Error('No such charset')) } }).sendDue()
  expect(await find(broken)).toMatchObject({ state: 'failed', last_error: "We couldn't build this email." })
})

test("451 is retried later, 550 isn't, and neither reason includes the address", async () => {
  const { server, open, queue, find, makeDue } = await openWithMailServer({
    recipient: (address) => (address.startsWith('no') ? 550 : undefined),
    message: () => 451,
  })
  const [rejected, put_off] = [await queue({ to_address: 'nobody@example.org' }), await queue()]
  const outbox = open()
  expect(await outbox.sendDue()).toBe(2)
  expect(await find(rejected)).toMatchObject({ state: 'failed', last_error: 'The mail server refused the email (550 5.1.1).' })
  const waiting = await find(put_off)
  expect(waiting).toMatchObject({ state: 'queued', last_error: 'The mail server deferred the email (451 5.1.1).' })
  expect(Date.parse(waiting.send_after)).toBeGreaterThan(Date.now() + 500)

  server.behave({})
  await makeDue()
  await outbox.sendDue()
  expect(await find(put_off)).toMatchObject({ state: 'sent', tries: 2 })
  expect(server.received).toHaveLength(1)
})

test('a server that dies after accepting an email may get a second copy, with the same Message-ID', async () => {
  const { server, open, queue, makeDue } = await openWithMailServer({ message: () => 'die' })
  await queue()
  const outbox = open()
  await outbox.sendDue()
  server.behave({})
  await makeDue()
  await outbox.sendDue()
  expect(server.received).toHaveLength(2)
  expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(1)
})

test('a server that accepts connections but never responds delays only its own email', async () => {
  const sockets = new Set<Socket>()
  const hole = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve))
  toClose.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => hole.close(resolve))
  })
  const { open, queue, find, services } = await openOutboxes()
  const email_id = await queue()
  const url = `smtp://127.0.0.1:${(hole.address() as AddressInfo).port}`
  const transport = smtpTransport(url, { name: '', address: services.env.MAIL_FROM.split(/[<>]/)[1]! }, { greetingTimeout: 300 })
  await open({ transport }).sendDue()
  expect(await find(email_id)).toMatchObject({ state: 'queued', tries: 1, last_error: 'The mail server took too long to respond.' })
})

test('stopping interrupts a hanging delivery and requeues the email', async () => {
  const { open, queue, find, server } = await openWithMailServer({ message: () => 'silence' })
  const email_id = await queue()
  const outbox = open()
  outbox.start()
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 60_000 })
  expect(await elapsedIn(() => outbox.stop())).toBeLessThan(9_000)
  expect(await find(email_id)).toMatchObject({ state: 'queued', leased_until: null })
})

test("an email that can never be sent doesn't block the others", async () => {
  const { server, open, queue, find } = await openWithMailServer()
  const invalidEmail = await queue({ to_address: 'not an address' })
  const fine = await queue()
  await open().sendDue()
  expect(await find(invalidEmail)).toMatchObject({ state: 'failed', last_error: "Email can't be sent to this address." })
  expect(await find(fine)).toMatchObject({ state: 'sent' })
  expect(server.received).toHaveLength(1)
})

test('attempts end after ten minutes for a sign-in code and after a day for everything else', async () => {
  const { open, queue, find, db } = await openWithMailServer({ message: () => 451 })
  const [code, notice] = [await queue({ purpose: 'sign-in' }), await queue()]
  await db.update(email_outbox).set({ give_up_at: sql`give_up_at - interval '10 minutes'` })
  await open().sendDue()
  expect((await find(code)).state).toBe('failed')
  expect((await find(notice)).state).toBe('queued')
})

test('if a statement times out while recording an outcome, it is retried, and whatever depends on the outcome happens once', async () => {
  const { open, queue, find } = await openWithMailServer()
  const [email_id, settled] = [await queue(), [] as string[]]
  let timeouts = 2
  const onSettled = async (_tx: unknown, _email: unknown, state: string) => {
    if (timeouts-- > 0) throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    settled.push(state)
  }
  await open({ onSettled }).sendDue()
  expect([settled, await find(email_id)]).toMatchObject([['sent'], { state: 'sent' }])
})

test('a failed email can be retried for one more day', async () => {
  const { server, open, queue, find, db } = await openWithMailServer({ message: () => 554 })
  const email_id = await queue()
  const outbox = open()
  await outbox.sendDue()
  expect((await find(email_id)).state).toBe('failed')
  server.behave({})
  expect(await retryEmail(db, email_id)).toBe(true)
  expect(await retryEmail(db, email_id)).toBe(false)
  await outbox.sendDue()
  expect(await find(email_id)).toMatchObject({ state: 'sent', last_error: null })
})

const sender = { name: '', address: 'careers@rounds.example' }

test('a server that takes 25 s to confirm an email gets it only once', async () => {
  const slow = async () => void (await new Promise((resolve) => setTimeout(resolve, 25_000)))
  const { server, open, queue, find } = await openWithMailServer({ message: slow as () => Promise<undefined> })
  const email_id = await queue()
  const outbox = open()
  const sending = outbox.sendDue()
  await vi.waitFor(async () => expect((await find(email_id)).doubts).toBe(1), { timeout: 60_000, interval: 200 })
  expect(await open().sendDue()).toBe(0)
  await sending
  expect(await find(email_id)).toMatchObject({ state: 'sent', tries: 1 })
  expect(server.received).toHaveLength(1)
})

test("an email that's never confirmed is attempted three times in all, hours apart with one Message-ID, and its error says it may have arrived", async () => {
  const { server, open, queue, find, makeDue } = await openWithMailServer({ message: () => 'silence' })
  const email_id = await queue()
  const outbox = open({ transport: smtpTransport(server.url, sender, { acknowledging: 300 }) })
  for (const doubts of [1, 2, 3]) {
    await outbox.sendDue()
    const email = await find(email_id)
    expect(email).toMatchObject({ doubts, state: doubts < 3 ? 'queued' : 'failed', last_error: expect.stringContaining('may have arrived') })
    if (doubts < 3) expect(Date.parse(email.send_after) - Date.now()).toBeGreaterThan(1.9 * 60 * 60 * 1000)
    await makeDue()
  }
  expect(await outbox.sendDue()).toBe(0)
  expect(server.received).toHaveLength(3)
  expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(1)
})

test('beyond loopback, nothing is sent in clear text unless the operator allows it', async () => {
  const { server, open, queue, find, makeDue } = await openWithMailServer()
  const email_id = await queue()
  // This address reaches this machine but isn't a loopback address.
  const url = server.url.replace('127.0.0.1', '0.0.0.0')
  await open({ transport: smtpTransport(url, sender) }).sendDue()
  expect(server.received).toEqual([])
  expect(await find(email_id)).toMatchObject({ state: 'queued', last_error: "We couldn't open an encrypted connection to the mail server." })
  await makeDue()
  await open({ transport: smtpTransport(url, sender, { isPlainAllowed: true }) }).sendDue()
  expect(server.received).toHaveLength(1)
})

test('with 5,000 emails pending and a mail server that confirms nothing, a dozen simultaneous sign-in codes are sent within 5 seconds', async () => {
  const { server, open, queue, db } = await openWithMailServer({ message: () => 'silence' })
  await queue({ to_address: 'bulk@example.org' })
  await db.execute(sql`
    insert into email_outbox (purpose, message_id, to_address, subject, html, text)
    select 'notice', 'bulk-' || n, 'bulk' || n || '@example.org', 'Hello', '<p>Hello</p>', 'Hello' from generate_series(1, 4999) n`)
  open().start()
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThanOrEqual(4), { timeout: 60_000 })
  const codes = Array.from({ length: 12 }, (_, n) => `waits${n}@example.org`)
  for (const to_address of codes) await queue({ purpose: 'sign-in', to_address })
  const arrived = () => vi.waitFor(() => expect(server.received.flatMap(({ to }) => to)).toEqual(expect.arrayContaining(codes)), { timeout: 60_000 })
  expect(await elapsedIn(arrived)).toBeLessThan(5_000)
})
