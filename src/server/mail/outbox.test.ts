import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { email_outbox } from '#server/db/tables.ts'
import { kindOfRun } from '#test/setup/database.ts'
import { openOutboxes, toClose, openWithMailServer } from '#test/setup/post.ts'
import { openOutbox } from './outbox.ts'
import { seal } from './sealed.ts'
import { claimDueEmails, setSent, withdrawEmails } from './store.ts'

test('an email arrives once, complete, from the configured sender', async () => {
  const { server, open, queue, find } = await openWithMailServer()
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

test('an email queued while the clock was an hour ahead waits only as long as intended and is sent once', async () => {
  const { server, db, open, queue, find, makeDue } = await openWithMailServer()
  const [held, leased, right] = [await queue({}, 30), await queue(), await queue({}, 3600)]
  const hour = sql`interval '1 hour'`
  const ahead = { created_at: sql`created_at + ${hour}`, send_after: sql`send_after + ${hour}`, due_since: sql`due_since + ${hour}` }
  await db
    .update(email_outbox)
    .set(ahead)
    .where(inArray(email_outbox.email_id, [held, leased]))
  await db
    .update(email_outbox)
    .set({ leased_until: sql`now() + ${hour}` })
    .where(eq(email_outbox.email_id, leased))
  const untouched = await find(right)
  const waits = async (email_id: number) => (Date.parse((await find(email_id)).send_after) - Date.now()) / 1000

  const outbox = open()
  expect(await outbox.sendDue()).toBe(0)
  expect(await waits(held)).toBeGreaterThan(20)
  expect(await waits(held)).toBeLessThan(31)
  // It might be mid-send.
  expect(Date.parse((await find(leased)).leased_until!) - Date.now()).toBeLessThan(12 * 60_000)
  expect(await find(right)).toEqual(untouched)
  await makeDue()
  expect([await outbox.sendDue(), await outbox.sendDue(), server.received.length]).toEqual([2, 0, 2])
})

test("an email isn't sent before its scheduled time", async () => {
  const { server, open, queue, makeDue } = await openWithMailServer()
  await queue({}, 3600)
  const outbox = open()
  expect(await outbox.sendDue()).toBe(0)
  await makeDue()
  expect(await outbox.sendDue()).toBe(1)
  expect(server.received).toHaveLength(1)
})

test('several workers on one database send each email once', async () => {
  const { server, fresh, services, queue, db } = await openWithMailServer()
  for (let n = 0; n < 60; n++) await queue({ to_address: `n${n}@example.org` })
  const databases = kindOfRun() === 'postgres' ? await Promise.all([fresh.open(), fresh.open()]) : [services.database, services.database]
  const outboxes = databases.map((database) => openOutbox({ ...services, database }))
  for (const outbox of outboxes) outbox.start()
  await vi.waitFor(async () => expect((await db.select().from(email_outbox)).every(({ state }) => state === 'sent')).toBe(true), {
    timeout: 60_000,
    interval: 100,
  })
  for (const outbox of outboxes) await outbox.stop()
  if (kindOfRun() === 'postgres') for (const database of databases) await database.close()
  expect(server.received).toHaveLength(60)
  expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(60)
})

test("a worker that lost its lease can't record the outcome", async () => {
  const { db, queue, find } = await openOutboxes()
  const email_id = await queue()
  const [first] = await claimDueEmails(db, 1, { leaseSeconds: 0, urgent: false })
  await new Promise((resolve) => setTimeout(resolve, 20))
  const [second] = await claimDueEmails(db, 1, { leaseSeconds: 60, urgent: false })
  expect([first!.tries, second!.tries]).toEqual([1, 2])
  expect(await setSent(db, first!)).toBe(false)
  expect(await find(email_id)).toMatchObject({ state: 'queued' })
  expect(await setSent(db, second!)).toBe(true)
})

test("a pending email can be withdrawn and is never sent; one that's sent or being sent can't be withdrawn", async () => {
  const { server, db, open, queue, find } = await openWithMailServer()
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

  const beingSent = await decide()
  await queue({ status_change_id: beingSent })
  const [claimed] = await claimDueEmails(db, 1, { leaseSeconds: 60, urgent: false })
  expect(await db.transaction((tx) => withdrawEmails(tx, beingSent))).toBe('gone')
  await setSent(db, claimed!)
  expect(await db.transaction((tx) => withdrawEmails(tx, beingSent))).toBe('gone')
  const silent = await decide()
  expect(await db.transaction((tx) => withdrawEmails(tx, silent))).toBe('none')
})

test('without a mail server, each email is written to a file, and sign-in codes are also printed', async () => {
  const { open, queue, folder, services } = await openOutboxes()
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
