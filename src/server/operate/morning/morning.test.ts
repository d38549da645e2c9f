import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REJECTED, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { email_outbox } from '#server/db/tables.ts'
import { makeRole } from '#test/make.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { readMailFiles } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { sendMorning } from './send-morning.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const at = (hour: number) => new Date(2026, 10, 23, hour)
/** Simulates that the last morning emails were sent a day ago; the trail itself can't be changed. */
async function nextDay(): Promise<void> {
  await app.db.execute(sql`alter table audit_trail disable trigger user`)
  await app.db.execute(sql`update audit_trail set at = at - interval '1 day' where action = 'morning.sent'`)
  await app.db.execute(sql`alter table audit_trail enable trigger user`)
}

test("each morning, the hiring lead gets one email listing by alias who's late or due in three days, and none if no one is", async () => {
  expect(await sendMorning(app.services, at(7))).toBe(0)
  await nextDay()
  const { ref_function_role_id } = await makeRole(app.db, { hiring_lead_email: 'Lead@MeridianHealth.example' })
  const make = (daysAgo: number, but = {}) => makeApplicant(app.db, { ref_function_role_id, daysAgo, first_name: 'Zqcanary', ...but })
  const late = await make(20)
  const soon = await make(12)
  const later = await make(2)
  const notified = await make(20, { ref_application_status_id: REJECTED, has_emailed_application_status: true })
  const withdrawn = await make(20, { ref_application_status_id: WITHDRAWN })

  expect(await sendMorning(app.services, at(4))).toBe(0)
  expect(await sendMorning(app.services, at(7))).toBe(1)
  expect(await sendMorning(app.services, at(8))).toBe(0)
  await app.outbox.sendDue()
  const [email] = await readMailFiles(app.env)
  expect(email!.subject).toBe('1 reply is late, 1 reply is due within 3 days')
  expect(email!.to?.[0]?.address).toBe('lead@meridianhealth.example')
  for (const one of [late, soon]) expect(email!.text).toContain(`${one.alias}, Remote Care Coordinator`)
  for (const one of [later, notified, withdrawn]) expect(email!.text).not.toContain(one.alias)
  expect(email!.text).toContain(`/admin/applications/all/all/36500/${late.user_session_id}`)
  expect(email!.html).toContain(`/admin/applications/all/all/36500/${late.user_session_id}">${late.alias}, Remote Care Coordinator (late)</a>`)
  expect(email!.html).toMatch(/<a href="[^"]+\/unsubscribe\/[^"]+"/)
  expect(`${email!.text}${email!.html}`).not.toContain('Zqcanary')
})

test('a process that was down at six catches up until eleven; after that, it skips the morning', async () => {
  await nextDay()
  expect(await sendMorning(app.services, at(11))).toBe(0)
  expect(await Promise.all([sendMorning(app.services, at(10)), sendMorning(app.services, at(10))])).toEqual(expect.arrayContaining([0, 1]))
})

test("one click unsubscribes from the morning emails, as RFC 8058 requires; opening the link doesn't, and a forged link does nothing", async () => {
  const [email] = await readMailFiles(app.env)
  const header = (name: string) => email!.headers.find(({ key }) => key === name)!.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const path = new URL(header('list-unsubscribe').slice(1, -1)).pathname
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }

  const page = await app.send('GET', path)
  expect([page.status, String(page.body).includes('the morning email about replies that are due')]).toEqual([200, true])
  await nextDay()
  expect(await sendMorning(app.services, at(7))).toBe(1)

  expect((await app.send('POST', path, 'List-Unsubscribe=One-Click', { headers })).status).toBe(200)
  await nextDay()
  expect(await sendMorning(app.services, at(7))).toBe(0)
  expect((await app.send('POST', `${path}x`, '', { headers })).status).toBe(404)
})

test("emails about an application don't have an unsubscribe link", async () => {
  expect(await app.db.$count(email_outbox, sql`purpose <> 'notice' and unsubscribe_url is not null`)).toBe(0)
})
