import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/candidate/candidate.ts'
import { saveDraft } from '#contract/candidate/drafts.ts'
import { email_outbox } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { newestLink, openOwnPage } from '#test/own-page.ts'
import { statementsOf } from '#test/setup/statements.ts'
import { startApp, type AppResponse, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let ref_function_role_id: number
beforeAll(async () => {
  app = await startApp()
  ref_function_role_id = (await makeRole(app.db)).ref_function_role_id
})
afterAll(() => app.close())

const applied = async (email: string) => (await apply(app, ref_function_role_id, { email })).user_session_id
/** Everything a stranger could compare, except timing. */
const seenOf = ({ status, body, headers }: AppResponse<never> | Awaited<ReturnType<TestApp['send']>>) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  const { request_id: _request, ...said } = typeof body === 'string' ? { page: body, request_id: '' } : (body as Record<string, unknown>)
  return { status, said, headers: rest }
}

test("a guessed, shortened, lengthened or someone else's key opens nothing and never causes a server error", async () => {
  await applied('linked@example.com')
  const key = (await newestLink(app, 'linked@example.com'))!.split('/').at(-1)!
  const { cookies } = await openOwnPage(app, 'linked@example.com')
  const cookie = cookies!['own-page']!
  const wrong = [
    key.slice(0, -1),
    `${key}A`,
    key.toUpperCase(),
    cookie,
    'A'.repeat(43),
    'A'.repeat(5_000),
    '%00',
    '..%2f..',
    "'%20or%201=1--",
    '%F0%9F%92%A9',
    'confirm',
    'undefined',
  ]
  for (const one of wrong) {
    const said = await app.send('GET', `/application/${one}`)
    expect([one, said.status >= 500, Object.keys(said.cookies)]).toEqual([one, false, []])
  }
  for (const guess of [key, 'A'.repeat(43), `${cookie}x`, '', '"; drop table candidate_access'])
    expect((await app.call(calls.listOwnApplications, {}, { cookies: { 'own-page': guess } })).status, guess).toBe(401)
  expect((await app.call(calls.listOwnApplications, {}, { cookies: { 'own-page': cookie } })).status).toBe(200)
})

test('opening a link always sets a new cookie, so none can be planted; the page never shows the key', async () => {
  await applied('fixed@example.com')
  const link = (await newestLink(app, 'fixed@example.com'))!
  const planted = { cookies: { 'own-page': 'planted-by-a-stranger' } }
  const [one, other] = [await app.send('GET', link, undefined, planted), await app.send('GET', link)]
  expect(new Set([one.cookies['own-page'], other.cookies['own-page'], 'planted-by-a-stranger']).size).toBe(3)
  const page = String((await app.send('GET', '/application', undefined, { cookies: one.cookies })).body)
  expect(page).toContain('Your applications')
  for (const secret of [link.split('/').at(-1)!, one.cookies['own-page']!]) expect(page).not.toContain(secret)
})

test('requesting a link returns identical bytes for someone who applied, was erased or never applied', async () => {
  await applied('known@example.com')
  const gone = await applied('gone@example.com')
  await app.db.execute(sql`update user_session set email = null, email_key = null where user_session_id = ${gone}`)
  const asked = async (email: string) => seenOf((await app.call(calls.requestLink, { email })) as never)
  const [known, erased, stranger] = [await asked('known@example.com'), await asked('gone@example.com'), await asked('never@example.org')]
  expect(erased).toEqual(known)
  expect(stranger).toEqual(known)
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const posted = async (email: string) => seenOf(await app.send('POST', '/application/find', `email=${encodeURIComponent(email)}`, form))
  expect(await posted('never@example.org')).toEqual(await posted('known@example.com'))
})

test('saving answers to finish on another device does not reveal whether an address applied', async () => {
  await applied('drafted@example.com')
  const save = async (email: string) =>
    seenOf((await app.call(saveDraft, { ref_function_role_id, email, answers: [{ question_name: 'first_name', user_answer_text_box: 'Ada' }] })) as never)
  const [known, stranger] = [await save('drafted@example.com'), await save('undrafted@example.org')]
  const withoutKeyAndTime = (seen: ReturnType<typeof seenOf>) => ({
    ...seen,
    said: { ...(seen.said as object), saved_at: null },
    headers: Object.keys(seen.headers).toSorted(),
  })
  expect(withoutKeyAndTime(stranger)).toEqual(withoutKeyAndTime(known))
})

test("every call responds the same way for someone else's application as for one that never existed", async () => {
  const theirs = await applied('theirs@example.com')
  await applied('mine@example.com')
  const as = await openOwnPage(app, 'mine@example.com')
  const posts = ['withdraw', 'withdraw/undo', 'no-drafts', 'erasure', 'accommodation', 'take-back', 'suggestions/1'].map((path) => ['POST', path])
  const puts = ['contact', 'licenses'].map((path) => ['PUT', path])
  for (const [method, path] of [
    ...posts,
    ...puts,
    ['GET', 'export'],
    ['GET', 'resume'],
    ['GET', 'licenses'],
    ['GET', 'times'],
    ['GET', 'interviews/1/calendar'],
  ]) {
    const ask = async (id: number) => seenOf(await app.send(method!, `/api/candidate/applications/${id}/${path}`, method === 'GET' ? undefined : {}, as))
    expect([path, await ask(theirs)]).toEqual([path, await ask(999_999)])
    expect((await ask(theirs)).status).toBe(404)
  }
})

test('timing reveals nothing: the same statements run in both cases, and no response comes back early', async () => {
  await applied('timed@example.com')
  const took: number[] = []
  const ran = async (email: string) => {
    const begun = performance.now()
    const statements = await statementsOf(app.services.database.pool, () => app.call(calls.requestLink, { email }))
    took.push(performance.now() - begun)
    // One run commits its changes, the other rolls them back.
    return statements.map(({ text }) => text.replace(/^(release|rollback to) savepoint/, 'end savepoint'))
  }
  const known = await ran('timed@example.com')
  expect(known.length).toBeGreaterThan(5)
  expect(await ran('stranger@example.org')).toEqual(known)
  expect(await ran('another.stranger@example.org')).toEqual(known)
  expect(Math.min(...took)).toBeGreaterThanOrEqual(295)
})

test("links are limited to 3 a day per mailbox, however it's spelled and whatever the kind of request, and 20 an hour per client", async () => {
  await using strict = await startApp({ LIMITS_SCALE: '1' })
  const role = await makeRole(strict.db)
  await apply(strict, role.ref_function_role_id, { email: 'often@example.com' })
  const spellings = ['often@example.com', 'OFTEN@Example.com', 'often+jobs@example.com', ' often@example.com ']
  for (const email of spellings) await strict.call(calls.requestLink, { email })
  for (const email of spellings) await strict.call(saveDraft, { ref_function_role_id: role.ref_function_role_id, email: email.trim(), answers: [] })
  const { rows } = await strict.db.execute(sql`select count(*)::int as sent from email_outbox where lower(to_address) like 'often%'`)
  // The confirmation and three links; the address variant that never applied got none.
  expect(rows).toEqual([{ sent: 4 }])
  const { user_session_id } = await apply(strict, role.ref_function_role_id, { email: 'often@example.com', why_this_role: 'A second one' })
  expect(await strict.db.$count(email_outbox, and(eq(email_outbox.purpose, 'confirmation'), eq(email_outbox.user_session_id, user_session_id)))).toBe(1)

  const said = await Promise.all(Array.from({ length: 20 }, (_, n) => strict.call(calls.requestLink, { email: `person${n}@example.org` })))
  const rejected = said.filter(({ status }) => status === 429)
  expect(rejected).toHaveLength(4)
  expect(Number(rejected[0]!.headers['retry-after'])).toBeGreaterThan(0)
})
