import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { needMoreTime } from '#contract/applicants/promise.ts'
import { requestLink } from '#contract/candidate/candidate.ts'
import { email_outbox, user_session } from '#server/db/tables.ts'
import { sendMorning } from '#server/operate/morning/send-morning.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ TIME_ZONE: 'America/New_York', REPLY_WITHIN_DAYS: '14' })
afterAll(() => app.close())

const longDay = (at: Date) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(at)
/** 23:30 on July 6 in New York, where it's already July 7 in UTC. */
const LATE = new Date('2026-07-07T03:30:00Z')

test("an application at 23:30 and its reply date use the employer's date, not UTC's, on the page, the export and the confirmation", async () => {
  const { ref_function_role_id } = await makeRole(app.db)
  const { user_session_id: id, as } = await apply(app, ref_function_role_id, { email: 'late@example.com' })
  await app.db
    .update(user_session)
    .set({ application_submitted_datetime_utc: LATE.toISOString(), reply_due_at: null })
    .where(eq(user_session.user_session_id, id))
  await app.send('POST', `/roles/${ref_function_role_id}/finish`, undefined, as)
  const confirmations = await app.db
    .select()
    .from(email_outbox)
    .where(sql`user_session_id = ${id} and purpose = 'confirmation'`)
  expect(confirmations[0]!.text).toContain('Received: July 6, 2026')
  expect(confirmations[0]!.text).toContain('within 14 days, by July 20, 2026')
  await app.call(requestLink, { email: 'late@example.com' })
  const own = await openOwnPage(app, 'late@example.com')
  for (const path of ['/application', `/application/${id}/export`]) {
    const page = String((await app.send('GET', path, undefined, own)).body)
    expect(page).toContain('July 6, 2026')
    expect(page).toContain('July 20, 2026')
    expect(page).not.toMatch(/July (7|21), 2026/)
  }
})

test('a reply date lasts until midnight in the employer’s time zone, and the email gives that date', async () => {
  const { ref_function_role_id } = await makeRole(app.db)
  const { user_session_id: id } = await apply(app, ref_function_role_id, { email: 'more@example.com' })
  const until = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const { status, body } = await app.call(needMoreTime, { id, until }, await app.admin())
  expect(status).toBeLessThan(300)
  const end = new Date(body.reply_by)
  expect(longDay(end)).toBe(new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(until)))
  expect(longDay(new Date(end.getTime() + 1000))).not.toBe(longDay(end))
  const [email] = await app.db
    .select()
    .from(email_outbox)
    .where(sql`user_session_id = ${id} and template_name = 'More Time Needed'`)
  expect(email!.text).toContain(longDay(end))
})

test('the morning email goes out in the morning of the employer’s time zone, not UTC', async () => {
  await app.db.update(user_session).set({ reply_due_at: sql`now() + interval '1 day'` as unknown as string })
  expect(await sendMorning(app.services, new Date('2026-07-07T07:00:00Z'))).toBe(0)
  expect(await sendMorning(app.services, new Date('2026-07-07T11:00:00Z'))).toBe(1)
})
