import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import * as calls from '#contract/candidate/candidate.ts'
import { email_outbox } from '#server/db/tables.ts'
import { apply, formWith } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { newestLink } from '#test/own-page.ts'
import { startApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { ownApplications } from '#test/own-applications.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const { applied, read } = await ownApplications(app)

test('the link in the confirmation is exchanged for a cookie immediately and opens the person’s applications', async () => {
  const person = await applied()
  const link = (await newestLink(app, person.email))!
  const opened = await app.send('GET', link)
  expect([opened.status, opened.headers['location'], opened.headers['cache-control'], opened.headers['referrer-policy']]).toEqual([
    303,
    '/application',
    'no-store',
    'no-referrer',
  ])
  expect(String(opened.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i)

  const { status, body } = await app.call(calls.listOwnApplications, {}, person.as)
  expect(status).toBe(200)
  expect(body).toEqual([
    expect.objectContaining({
      user_session_id: person.id,
      function_role_name: 'Remote Care Coordinator',
      stage: 'received',
      stage_text: expect.any(String),
      applied_at: expect.stringMatching(/Z$/),
      reply_by: expect.stringMatching(/Z$/),
      actions: ['resume', 'contact', 'accommodation', 'no-drafts', 'withdraw', 'export', 'erasure'],
    }),
  ])
  const days = (Date.parse(body[0]!.reply_by!) - Date.parse(body[0]!.applied_at)) / 86_400_000
  expect(Math.round(days)).toBe(14)
})

test('keys are hashed at rest, sealed in the outbox, and expire after 30 days without use', async () => {
  const person = await applied()
  const key = (await newestLink(app, person.email))!.split('/').at(-1)!
  const dump = JSON.stringify([await app.db.select().from(email_outbox), (await app.db.execute(sql`select * from candidate_access`)).rows])
  expect(dump).not.toContain(key)
  expect(key.length).toBeGreaterThanOrEqual(43)

  await app.db.execute(sql`update candidate_access set last_used_at = now() - interval '31 days' where user_session_id = ${person.id}`)
  const late = await app.send('GET', `/application/${key}`)
  expect([late.headers['location'], Object.keys(late.cookies)]).toEqual(['/application?ended', []])
  expect((await app.call(calls.listOwnApplications, {}, person.as)).status).toBe(401)
})

test("without the cookie every call returns 401, and another person's application returns 404", async () => {
  const [mine, theirs] = [await applied(), await applied()]
  const { body, headers } = formWith({}, { filename: 'r.pdf', type: 'application/pdf', content: await writtenPdf() })
  const each = [
    (as: object) => app.call(calls.withdrawApplication, { id: theirs.id }, as),
    (as: object) => app.call(calls.undoWithdrawal, { id: theirs.id }, as),
    (as: object) => app.call(calls.changeContact, { id: theirs.id, first_name: 'Eve' }, as),
    (as: object) => app.call(calls.refuseDrafts, { id: theirs.id }, as),
    (as: object) => app.call(calls.requestAccommodation, { id: theirs.id, message: 'x' }, as),
    (as: object) => app.call(calls.exportOwn, { id: theirs.id }, as),
    (as: object) => app.call(calls.requestErasure, { id: theirs.id }, as),
    (as: object) => app.send('POST', `/api/candidate/applications/${theirs.id}/resume`, body, { ...as, headers }),
  ]
  for (const call of each) {
    expect((await call({})).status).toBe(401)
    expect((await call({ cookies: { 'own-page': 'guess' } })).status).toBe(401)
    expect((await call(mine.as)).status).toBe(404)
  }
  expect((await read(theirs)).stage).toBe('received')
})

test('requesting a link gets the same response in the same time for every address, and emails only people who applied', async () => {
  const person = await applied()
  const timed = async (email: string) => {
    const begun = performance.now()
    const { status, body } = await app.call(calls.requestLink, { email })
    return { status, body, ms: performance.now() - begun }
  }
  const before = await app.db.$count(email_outbox)
  const known = await timed(person.email.toUpperCase())
  const unknown = await timed('stranger@example.org')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect([known.status, known.body]).toEqual([200, { message: calls.LINK_SENT }])
  expect(await app.db.$count(email_outbox)).toBe(before + 1)
  expect(await app.db.$count(email_outbox, eq(email_outbox.to_address, 'stranger@example.org'))).toBe(0)
  // The fastest of three, because the machine may pause during one.
  const ofKnown = Math.min(known.ms, (await timed((await applied()).email)).ms, (await timed((await applied()).email)).ms)
  const ofUnknown = Math.min(unknown.ms, (await timed('another.stranger@example.org')).ms, (await timed('third.stranger@example.org')).ms)
  expect(Math.abs(ofKnown - ofUnknown)).toBeLessThan(200)
  expect((await app.call(calls.requestLink, { email: 'no address' })).status).toBe(422)
})

test("one address gets at most 3 links a day, and the response doesn't reveal whether it's reached the limit", async () => {
  await using strict = await startApp({ LIMITS_SCALE: '1' })
  const role = await makeRole(strict.db)
  await apply(strict, role.ref_function_role_id, { email: 'often@example.com' })
  const said = []
  for (let n = 0; n < 6; n++) said.push((await strict.call(calls.requestLink, { email: 'often@example.com' })).status)
  expect(said).toEqual([200, 200, 200, 200, 200, 200])
  expect(await strict.db.$count(email_outbox, eq(email_outbox.to_address, 'often@example.com'))).toBe(4)
})

test("the export contains everything sent in either direction and none of the staff's internal notes", async () => {
  const person = await applied()
  const { status, body } = await app.call(calls.exportOwn, { id: person.id }, person.as)
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain(person.reason)
  expect(body.application.email).toBe(person.email)
  expect(JSON.stringify(body)).not.toMatch(/storage_key|status_id|capability/)
})
