import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { email_outbox } from '#server/db/tables.ts'
import { apply, type Applying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { newestLink } from '#test/own-page.ts'
import { startApp } from '#test/setup/app.ts'
import { uploading } from '#test/uploading.ts'

const app = await startApp({ LIMITS_SCALE: '1' })
afterAll(() => app.close())
const { ref_function_role_id } = await makeRole(app.db)
const { upload } = uploading(app)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const show = ({ as }: Applying) => app.send('GET', `/roles/${ref_function_role_id}/resume`, undefined, as)
const finish = ({ as }: Applying) => app.send('POST', `/roles/${ref_function_role_id}/finish`, undefined, as)
const startOver = ({ as }: Applying) => app.send('POST', `/roles/${ref_function_role_id}/start-over`, undefined, as)
const correct = ({ as }: Applying, email: string) =>
  app.send('POST', `/roles/${ref_function_role_id}/email`, new URLSearchParams({ email }).toString(), { ...as, headers: FORM })

async function applyAs(email: string): Promise<Applying> {
  await app.db.execute(sql`delete from rate_limit where key not like 'unrequested-email:%'`)
  return apply(app, ref_function_role_id, { email })
}

/** The confirmation, with the seconds until it's sent. */
async function confirmationOf({ user_session_id }: Applying) {
  const [email] = await app.db
    .select({ ...columns, delay: sql<number>`extract(epoch from send_after - created_at)::int` })
    .from(email_outbox)
    .where(and(eq(email_outbox.user_session_id, user_session_id), eq(email_outbox.purpose, 'confirmation')))
  return email!
}
const { text, html, to_address, state, send_after, due_since, give_up_at, email_id } = email_outbox
const columns = { text, html, to_address, state, send_after, due_since, give_up_at, email_id }
const isDue = async (applying: Applying) => Date.parse((await confirmationOf(applying)).send_after) <= Date.now()

test('the confirmation waits for the resume step and says that the resume was received', async () => {
  const applying = await applyAs('with.resume@example.com')
  await show(applying)
  expect(await confirmationOf(applying)).toMatchObject({ delay: 120, text: expect.stringContaining("Resume: None yet. It's optional") })

  expect((await upload(applying)).status).toBe(201)
  const { text, html } = await confirmationOf(applying)
  expect(text).toContain('Resume: Received (PDF)')
  expect(html).toContain('Received (PDF)')
  expect(await isDue(applying)).toBe(true)
  expect((await app.send('GET', (await newestLink(app, 'with.resume@example.com'))!)).status).toBe(303)
})

test.each([
  ['skipping the step', finish],
  ['handing the computer to someone else', startOver],
])('%s sends the confirmation', async (_what, leave) => {
  const applying = await applyAs('leaves@example.com')
  await show(applying)
  expect(await isDue(applying)).toBe(false)
  await leave(applying)
  expect(await isDue(applying)).toBe(true)
  expect((await confirmationOf(applying)).text).toContain('Resume: None yet')
})

test('the confirmation goes out after 5 seconds, or after two minutes if the resume step is open, even if people return to it', async () => {
  const applying = await applyAs('stays@example.com')
  expect((await confirmationOf(applying)).delay).toBe(5)
  await show(applying)
  await show(applying)
  const { delay, send_after, due_since, give_up_at } = await confirmationOf(applying)
  expect([delay, due_since]).toEqual([120, send_after])
  expect(Date.parse(give_up_at) - Date.parse(send_after)).toBe(24 * 60 * 60 * 1000)
})

test('a mistyped address gets nothing if corrected in time, and the right one gets a working link', async () => {
  const applying = await applyAs('slip@example.con')
  await show(applying)
  await correct(applying, 'right@example.com')
  expect(await confirmationOf(applying)).toMatchObject({ delay: 120, to_address: 'right@example.com', state: 'queued' })
  expect(await app.db.$count(email_outbox, eq(email_outbox.to_address, 'slip@example.con'))).toBe(0)
  await finish(applying)
  expect((await app.send('GET', (await newestLink(app, 'right@example.com'))!)).status).toBe(303)
})

test('no confirmation is sent if an email is corrected to an address that has reached its daily limit', async () => {
  for (let n = 0; n < 10; n++) await applyAs('full@example.com')
  const applying = await applyAs('nearly.full@example.com')
  await correct(applying, 'full@example.com')
  expect(await confirmationOf(applying)).toMatchObject({ to_address: 'nearly.full@example.com', state: 'withdrawn' })
})

test.each([
  ['sent', sql`state = 'sent'`],
  ['being sent', sql`leased_until = now() + interval '1 minute'`],
])('a correction does not change a confirmation that is %s', async (_what, set) => {
  const applying = await applyAs('gone@example.com')
  const before = await confirmationOf(applying)
  await app.db.execute(sql`update email_outbox set ${set} where email_id = ${before.email_id}`)
  await show(applying)
  await upload(applying)
  expect((await confirmationOf(applying)).text).toBe(before.text)
  expect((await confirmationOf(applying)).send_after).toBe(before.send_after)
})
