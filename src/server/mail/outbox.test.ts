import { readdir, readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { email_outbox } from '#server/db/tables.ts'
import { kindOfRun } from '#test/setup/database.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { openPost, toClose, withServer } from '#test/setup/post.ts'
import { openOutbox } from './outbox.ts'
import { seal } from './sealed.ts'
import { smtpTransport } from './smtp-transport.ts'
import { claimDueEmails, retryEmail, setSent, withdrawEmails } from './store.ts'

test('an email arrives once, complete, from the sender that is configured', async () => {
  const { server, open, queue, find } = await withServer()
  const email_id = await queue({ subject: 'Grüße', text: 'Plain words', html: '<p>Rich <b>words</b></p>' })

  expect(await open().sendDue()).toBe(1)

  const row = await find(email_id)
  expect(row).toMatchObject({ state: 'sent', tries: 1, last_error: null, leased_until: null })
  expect(row.sent_at).not.toBeNull()
  expect(server.received).toHaveLength(1)
  const { from, to, mail } = server.received[0]!
  expect([from, to]).toEqual(['careers@rounds.example', ['ada@example.org']])
  expect(mail).toMatchObject({
    subject: 'Grüße',
    from: { name: 'Rounds', address: 'careers@rounds.example' },
    to: [{ name: 'Ada', address: 'ada@example.org' }],
  })
  expect(mail.messageId).toBe(`<${row.message_id}@rounds.example>`)
  expect(mail.text?.trim()).toBe('Plain words')
  expect(mail.html).toContain('<b>words</b>')
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(await open().sendDue()).toBe(0)
})

test('an email waits for its time', async () => {
  const { server, open, queue, makeDue } = await withServer()
  await queue({}, 3600)
  const outbox = open()
  expect(await outbox.sendDue()).toBe(0)
  await makeDue()
  expect(await outbox.sendDue()).toBe(1)
  expect(server.received).toHaveLength(1)
})

test('a mail server that is away loses and doubles nothing', async () => {
  const { server, open, queue, db } = await withServer()
  await server.stop()
  for (let n = 0; n < 5; n++) await queue({ to_address: `n${n}@example.org` })
  open().start()
  await vi.waitFor(async () => expect((await db.select().from(email_outbox)).every(({ tries }) => tries >= 2)).toBe(true), { timeout: 10_000, interval: 100 })
  expect((await db.select().from(email_outbox)).map(({ state, last_error }) => [state, last_error])).toContainEqual([
    'queued',
    'The mail server could not be reached.',
  ])

  const back = await startMailServer({}, server.port)
  toClose.push(back.stop)
  await vi.waitFor(async () => expect((await db.select().from(email_outbox)).every(({ state }) => state === 'sent')).toBe(true), {
    timeout: 25_000,
    interval: 200,
  })
  expect(back.received.flatMap(({ to }) => to).toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `n${n}@example.org`))
})

test('451 is tried again later, 550 is not, and neither reason names the address', async () => {
  const { server, open, queue, find, makeDue } = await withServer({ recipient: (address) => (address.startsWith('no') ? 550 : undefined), message: () => 451 })
  const [refused, put_off] = [await queue({ to_address: 'nobody@example.org' }), await queue()]
  const outbox = open()
  expect(await outbox.sendDue()).toBe(2)
  expect(await find(refused)).toMatchObject({ state: 'failed', last_error: 'The mail server refused the email (550 5.1.1).' })
  const waiting = await find(put_off)
  expect(waiting).toMatchObject({ state: 'queued', last_error: 'The mail server put the email off (451 5.1.1).' })
  expect(Date.parse(waiting.send_after)).toBeGreaterThan(Date.now() + 500)

  server.behave({})
  await makeDue()
  await outbox.sendDue()
  expect(await find(put_off)).toMatchObject({ state: 'sent', tries: 2 })
  expect(server.received).toHaveLength(1)
})

test('a server that dies after it took an email may get a second copy, under the same Message-ID', async () => {
  const { server, open, queue, makeDue } = await withServer({ message: () => 'die' })
  await queue()
  const outbox = open()
  await outbox.sendDue()
  server.behave({})
  await makeDue()
  await outbox.sendDue()
  expect(server.received).toHaveLength(2)
  expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(1)
})

test('a server that takes connections and says nothing holds up only the email it has', async () => {
  const sockets = new Set<Socket>()
  const hole = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve))
  toClose.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => hole.close(resolve))
  })
  const { open, queue, find, services } = await openPost()
  const email_id = await queue()
  const url = `smtp://127.0.0.1:${(hole.address() as AddressInfo).port}`
  const transport = smtpTransport(url, { name: '', address: services.env.MAIL_FROM.split(/[<>]/)[1]! }, { greetingTimeout: 300 })
  await open({ transport }).sendDue()
  expect(await find(email_id)).toMatchObject({ state: 'queued', tries: 1, last_error: 'The mail server did not answer in time.' })
})

test('stopping interrupts a delivery that hangs and puts the email back', { timeout: 20_000 }, async () => {
  const { open, queue, find, server } = await withServer({ message: () => 'silence' })
  const email_id = await queue()
  const outbox = open()
  outbox.start()
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 5_000 })
  const startedAt = Date.now()
  await outbox.stop()
  expect(Date.now() - startedAt).toBeLessThan(9_000)
  expect(await find(email_id)).toMatchObject({ state: 'queued', leased_until: null })
})

test('several workers on one database send each email once', async () => {
  const { server, fresh, services, queue, db } = await withServer()
  for (let n = 0; n < 60; n++) await queue({ to_address: `n${n}@example.org` })
  const databases = kindOfRun() === 'postgres' ? await Promise.all([fresh.open(), fresh.open()]) : [services.database, services.database]
  const outboxes = databases.map((database) => openOutbox({ ...services, database }))
  for (const outbox of outboxes) outbox.start()
  await vi.waitFor(async () => expect((await db.select().from(email_outbox)).every(({ state }) => state === 'sent')).toBe(true), {
    timeout: 20_000,
    interval: 100,
  })
  for (const outbox of outboxes) await outbox.stop()
  if (kindOfRun() === 'postgres') for (const database of databases) await database.close()
  expect(server.received).toHaveLength(60)
  expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(60)
})

test('an email that can never go does not hold back the others', async () => {
  const { server, open, queue, find } = await withServer()
  const broken = await queue({ to_address: 'not an address' })
  const fine = await queue()
  await open().sendDue()
  expect(await find(broken)).toMatchObject({ state: 'failed', last_error: 'The address is not one that mail can be sent to.' })
  expect(await find(fine)).toMatchObject({ state: 'sent' })
  expect(server.received).toHaveLength(1)
})

test('a code for sign-in is given up after ten minutes, everything else after a day', async () => {
  const { open, queue, find, db } = await withServer({ message: () => 451 })
  const [code, notice] = [await queue({ purpose: 'sign-in' }), await queue()]
  await db.update(email_outbox).set({ give_up_at: sql`give_up_at - interval '10 minutes'` })
  await open().sendDue()
  expect((await find(code)).state).toBe('failed')
  expect((await find(notice)).state).toBe('queued')
})

test('a failed email can be tried for another day', async () => {
  const { server, open, queue, find, db } = await withServer({ message: () => 554 })
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

test('who has lost the lease may not say how it ended', async () => {
  const { db, queue, find } = await openPost()
  const email_id = await queue()
  const [first] = await claimDueEmails(db, 1, 0)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const [second] = await claimDueEmails(db, 1, 60)
  expect([first!.tries, second!.tries]).toEqual([1, 2])
  expect(await setSent(db, first!)).toBe(false)
  expect(await find(email_id)).toMatchObject({ state: 'queued' })
  expect(await setSent(db, second!)).toBe(true)
})

test('an email that waits can be withdrawn and never goes; one on its way or sent cannot', async () => {
  const { server, db, open, queue, find } = await withServer()
  const decide = async () => {
    const { rows } = await db.execute<{ status_change_id: number }>(sql`
      with role as (insert into function_role (function_role_name, hiring_lead_email, hiring_lead_name) values ('Nurse', 'lead@example.org', 'Lead') returning *),
      applicant as (insert into user_session (ref_function_role_id, capability_hash) select ref_function_role_id, gen_random_uuid()::text from role returning *)
      insert into status_change (user_session_id, from_status_id, to_status_id) select user_session_id, 5, 3 from applicant returning status_change_id`)
    return rows[0]!.status_change_id
  }
  const waiting = await decide()
  const email_id = await queue({ status_change_id: waiting }, 30)
  expect(await db.transaction((tx) => withdrawEmails(tx, waiting))).toBe('withdrawn')
  await db.update(email_outbox).set({ send_after: sql`now()` })
  expect(await open().sendDue()).toBe(0)
  expect((await find(email_id)).state).toBe('withdrawn')
  expect(server.received).toEqual([])

  const leaving = await decide()
  await queue({ status_change_id: leaving })
  const [claimed] = await claimDueEmails(db, 1, 60)
  expect(await db.transaction((tx) => withdrawEmails(tx, leaving))).toBe('gone')
  await setSent(db, claimed!)
  expect(await db.transaction((tx) => withdrawEmails(tx, leaving))).toBe('gone')
  const silent = await decide()
  expect(await db.transaction((tx) => withdrawEmails(tx, silent))).toBe('none')
})

test('without a mail server each email becomes a file, and a code for sign-in is also printed', async () => {
  const { open, queue, folder, services } = await openPost()
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  toClose.push(async () => print.mockRestore())
  await queue({ purpose: 'sign-in', text: `Your code is ${seal(services.keys, '12345678')}.` })
  await queue({ text: 'Call 87654321 to reach us.' })
  expect(await open().sendDue()).toBe(2)

  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  expect(names).toHaveLength(2)
  expect(names.every((name) => /^\d{4}-\d\d-\d\dT[\d.-]+Z_\d+\.eml$/.test(name))).toBe(true)
  const mails = await Promise.all(names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
  expect(mails.map(({ text }) => text?.trim()).toSorted()).toEqual(['Call 87654321 to reach us.', 'Your code is 12345678.'])
  for (const name of names) expect((await readFile(join(folder, name), 'latin1')).split('\r\n\r\n', 1)[0]).not.toMatch(/\d{5}/)
  const printed = print.mock.calls.map(([line]) => String(line)).join('')
  expect(printed).toBe('Sign-in code for ada@example.org: 12345678\n')
})
