import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { email_outbox, user_session } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { nameForEmail } from './confirmation-email.ts'

const app = await startApp({ LIMITS_SCALE: '1' })
afterAll(() => app.close())
const { ref_function_role_id } = await makeRole(app.db)

async function confirmation(user_session_id: number) {
  const [email] = await app.db
    .select()
    .from(email_outbox)
    .where(and(eq(email_outbox.user_session_id, user_session_id), eq(email_outbox.purpose, 'confirmation')))
  return email
}

test("a confirmation names the role, the reference and the date, but doesn't repeat any answers", async () => {
  const spam = 'Cheap watches at https://evil.example/now'
  const { user_session_id } = await apply(app, ref_function_role_id, {
    first_name: 'Ada https://evil.example',
    last_name: 'WIN-1000-DOLLARS',
    email: 'plain@example.com',
    why_this_role: spam,
    proudest_work: spam,
    care_story: spam,
    linkedin_profile_url: 'https://www.linkedin.com/in/evil',
  })
  const email = (await confirmation(user_session_id))!
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, user_session_id))
  const { reference } = session!
  expect(reference).toMatch(/^[CDFGHJKMPQRTVWXY2346789]{8}$/)
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
  for (const part of ['Remote Care Coordinator', `Reference: ${reference}`, today]) expect(email.text).toContain(part)
  for (const text of [email.text, email.html, email.subject, email.to_name]) expect(text).not.toMatch(/evil|watches|DOLLARS/)
  expect(email.text).toMatch(/^Hello Ada,/)
})

test("60 applications with a stranger's address send ten emails, however the address is spelled", async () => {
  const spellings = ['v.ictim@gmail.com', 'VICTIM+a@gmail.com', 'vic.tim+b@googlemail.com', 'victim@gmail.com']
  await app.db.execute(sql`delete from rate_limit`)
  for (let n = 0; n < 12; n++) {
    await apply(app, ref_function_role_id, { email: spellings[n % spellings.length]!, why_this_role: `Reason ${n}` })
    await app.db.execute(sql`delete from rate_limit where key not like 'unrequested-email:%'`)
  }
  const { rows } = await app.db.execute(sql`select count(*)::int as count from email_outbox where to_address ilike 'v%@g%mail.com'`)
  expect(rows).toEqual([{ count: 10 }])
  expect(await app.db.$count(user_session, sql`email ilike 'v%@g%mail.com' and ref_application_status_id = 5`)).toBe(12)
})

test('12 concurrent applications still send only ten emails, because the limit is checked under a lock', async () => {
  await app.db.execute(sql`delete from rate_limit`)
  await Promise.all(Array.from({ length: 12 }, (_, n) => apply(app, ref_function_role_id, { email: 'tag@clinic.example', why_this_role: `Why ${n}` })))
  const { rows } = await app.db.execute(sql`select count(*)::int as count from email_outbox where to_address = 'tag@clinic.example'`)
  expect(rows).toEqual([{ count: 10 }])
})

test.each([
  ['Ada', 'Ada'],
  ['  Mary  Jane ', 'Mary Jane'],
  ['J.R.', 'J.R.'],
  ["O'Neill-Żak", "O'Neill-Żak"],
  ['Ada evil.example', 'Ada'],
  ['www.evil', ''],
  ['<b>Ada</b>', ''],
  ['Ada\nBcc: x@y.example', 'Ada'],
  ['Congratulations you won the big lottery prize', 'Congratulations you won'],
  ['x'.repeat(41), ''],
  [null, ''],
])('%j is greeted as %j', (name, greeted) => {
  expect(nameForEmail(name)).toBe(greeted)
})
