import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { honeypotName } from '#contract/applications/honeypot.ts'
import { openSession } from '#contract/applications/applications.ts'
import { updateRole } from '#contract/roles.ts'
import { findReference } from '#server/applications/store.ts'
import { resume, user_session, user_session_answer } from '#server/db/tables.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { apply, formWith, startApplying } from '#test/applying.ts'
import { goodAnswer, makeRole } from '#test/make.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function get(path: string, as: Actor & { headers?: Record<string, string> } = {}) {
  const said = await app.send('GET', path, undefined, as)
  return { ...said, html: String(said.body) }
}

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The content is checked at least every half second. */
function waitForRefresh(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 900))
}

async function formFor(id: number, but: Record<string, string> = {}): Promise<string> {
  const questions = await listAskedQuestions(app.db, id)
  const fields = questions.map(({ question_name, question_type }) => [question_name, but[question_name] ?? goodAnswer(question_name, question_type)])
  return new URLSearchParams([...fields, ...Object.entries(but).filter(([name]) => !questions.some((question) => question.question_name === name))]).toString()
}

function postForm(id: number, body: string, as: Actor = {}) {
  return app.send('POST', `/roles/${id}/apply`, body, { ...as, headers: FORM })
}

function formTo(html: unknown, path: string): URLSearchParams {
  const form = new RegExp(`<form[^>]*action="${path}".*?</form>`, 's').exec(String(html))![0]
  return new URLSearchParams([...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]))
}

test('loading the form writes nothing', async () => {
  const role = await makeRole(app.db)
  const count = () => app.db.$count(user_session)
  const before = await count()
  const { status, html } = await get(`/roles/${role.ref_function_role_id}/apply`)
  expect(status).toBe(200)
  expect(html).toMatch(/<form[^>]*method="post"/)
  expect(html).toContain('noindex')
  expect(await count()).toBe(before)
})

test('a role without questions says so', async () => {
  const role = await makeRole(app.db)
  await app.db.execute(sql`update application_question set disabled_flag = true`)
  await waitForRefresh()
  const { html } = await get(`/roles/${role.ref_function_role_id}/apply`)
  await app.db.execute(sql`update application_question set disabled_flag = false`)
  await waitForRefresh()
  expect(html).toContain('No questions available for this role posting.')
})

test('submitting the form without a script creates an application, sets the cookie and continues to the resume step', async () => {
  const role = await makeRole(app.db)
  const id = role.ref_function_role_id
  const posted = await postForm(id, await formFor(id, { email: 'plain@example.com' }))
  expect(posted.status).toBe(303)
  expect(posted.headers['location']).toBe(`/roles/${id}/resume`)
  const [session] = await app.db.select().from(user_session).where(eq(user_session.email, 'plain@example.com'))
  expect(session).toMatchObject({ ref_function_role_id: id, ref_application_status_id: 5, suspected_bot: false })
  const step = await get(`/roles/${id}/resume`, { cookies: posted.cookies })
  expect(step.status).toBe(200)
  expect(step.html).toContain('Ada')
  const again = await get(`/roles/${id}/apply`, { cookies: posted.cookies })
  expect(again.html).toMatch(/already applied for this role(?!.*get a confirmation)/s)
  expect((await postForm(id, await formFor(id, { email: 'other@example.com' }), { cookies: posted.cookies })).status).toBe(409)
})

test('a rejected form comes back with its answers, a summary, and an error next to each field', async () => {
  const role = await makeRole(app.db)
  const id = role.ref_function_role_id
  const { status, body } = await postForm(id, await formFor(id, { first_name: 'Grace "G" <b>', email: 'no address' }))
  const html = String(body)
  expect(status).toBe(422)
  expect(html).toContain('<title>Error: ')
  expect(html).toContain('There is a problem')
  expect(html).toContain('value="Grace &quot;G&quot; &lt;b&gt;"')
  expect(html.match(/Please enter a valid email address/g)!.length).toBeGreaterThanOrEqual(2)
})

test('a filled honeypot replaces the answer and is flagged, and the bot gets the same response as a person', async () => {
  const role = await makeRole(app.db)
  const id = role.ref_function_role_id
  const long = (await listAskedQuestions(app.db, id)).find((question) => question.question_type === 'Extended Open Text Box')!
  const { status } = await postForm(id, await formFor(id, { email: 'program@example.com', [honeypotName(long.ref_question_id)]: 'Cheap watches' }))
  expect(status).toBe(303)
  const [session] = await app.db.select().from(user_session).where(eq(user_session.email, 'program@example.com'))
  expect(session!.suspected_bot).toBe(true)
  const answers = await app.db.select().from(user_session_answer).where(eq(user_session_answer.user_session_id, session!.user_session_id))
  expect(answers.find((one) => one.ref_question_id === long.ref_question_id)!.user_answer_text_box).toBe('Cheap watches')
})

test('if a role closes while someone is applying, the page says so, keeps the text, and offers the most similar open role', async () => {
  const admin = await app.admin()
  const { ref_function_role_id: id } = await makeRole(app.db, { function_role_name: 'Closing Coder', department: 'Coding' })
  await makeRole(app.db, { function_role_name: 'Open Coder', department: 'Coding' })
  const form = await formFor(id, { email: 'late@example.com', why_this_role: 'Because <codes> matter.' })
  await app.call(updateRole, { id, disabled_flag: true }, admin)
  const { status, body } = await postForm(id, form)
  const html = String(body)
  expect(status).toBe(410)
  for (const part of ['This role closed while you were applying', 'Because &lt;codes&gt; matter.', '>Open Coder</a>']) expect(html).toContain(part)
  expect(await app.db.select().from(user_session).where(eq(user_session.email, 'late@example.com'))).toEqual([])
  const saved = await app.send('POST', `/roles/${id}/draft`, form, { headers: FORM })
  expect([saved.status, String(saved.body)]).toEqual([410, expect.stringContaining('Because &lt;codes&gt; matter.')])
  expect((await get(`/roles/${id}`)).html).not.toContain('while you were applying')
})

test('answers typed for a role that closed carry over to the suggested role, except consents, and the rest stay readable', async () => {
  const admin = await app.admin()
  const { ref_function_role_id: id } = await makeRole(app.db, { function_role_name: 'Closing Auditor', department: 'Audit' })
  const { ref_function_role_id: other } = await makeRole(app.db, { function_role_name: 'Open Auditor', department: 'Audit' })
  const without = sql`select ref_question_id, ${other}, false from application_question where question_name = 'proudest_work'`
  await app.db.execute(sql`insert into question_role (ref_question_id, ref_function_role_id, asked_flag) ${without}`)
  const text = 'I count "twice" & <once>.\nThen again.'
  const form = await formFor(id, { email: 'late@example.com', why_this_role: text, proudest_work: 'A ledger' })
  await app.call(updateRole, { id, disabled_flag: true }, admin)
  const closed = String((await postForm(id, form)).body)
  expect(closed).toContain('>Use these answers for Open Auditor</button>')
  const hidden = formTo(closed, `/roles/${other}/draft`)
  expect(hidden.get('why_this_role')).toBe(text)
  const { status, body } = await app.send('POST', `/roles/${other}/draft`, hidden.toString(), { headers: FORM })
  const html = String(body)
  expect(status).toBe(200)
  expect(html).toMatch(/<h1[^>]*>Open Auditor/)
  for (const part of ['We&#x27;ve filled in your answers from the other role', 'value="late@example.com"', '&lt;once&gt;.', '<dd>A ledger</dd>'])
    expect(html).toContain(part)
  expect(html).not.toMatch(/type="checkbox"[^>]* checked/)
  expect(await app.db.select().from(user_session).where(eq(user_session.email, 'late@example.com'))).toEqual([])
})

test("if the second role closes as well, answers to questions it doesn't ask are kept, and carry over to a third role", async () => {
  const admin = await app.admin()
  const made = async (function_role_name: string) => (await makeRole(app.db, { function_role_name, department: 'Archive' })).ref_function_role_id
  const [first, second, third] = [await made('First Archivist'), await made('Second Archivist'), await made('Third Archivist')]
  const without = sql`select ref_question_id, ${second}, false from application_question where question_name = 'proudest_work'`
  await app.db.execute(sql`insert into question_role (ref_question_id, ref_function_role_id, asked_flag) ${without}`)
  const send = (path: string, form: URLSearchParams) => app.send('POST', path, form.toString(), { headers: FORM })
  const form = await formFor(first, { email: 'twice@example.com', proudest_work: 'A ledger' })
  await app.call(updateRole, { id: first, disabled_flag: true }, admin)
  const offered = formTo((await postForm(first, form)).body, `/roles/${second}/draft`)
  const carried = formTo((await send(`/roles/${second}/draft`, offered)).body, `/roles/${second}/apply`)
  const rejected = await send(`/roles/${second}/apply`, carried)
  expect([rejected.status, String(rejected.body)]).toEqual([422, expect.stringContaining('<dd>A ledger</dd>')])
  await app.call(updateRole, { id: second, disabled_flag: true }, admin)
  for (const sent of [await send(`/roles/${second}/draft`, offered), await send(`/roles/${second}/apply`, carried)]) {
    expect([sent.status, String(sent.body)]).toEqual([410, expect.stringContaining('<dd>A ledger</dd>')])
    const last = await send(`/roles/${third}/draft`, formTo(sent.body, `/roles/${third}/draft`))
    expect([last.status, String(last.body)]).toEqual([200, expect.stringContaining('A ledger</textarea>')])
  }
})

test("visits to a closed role don't count toward the limit on new applications", async () => {
  await using strict = await startApp({ LIMITS_SCALE: '1' })
  const closed = await makeRole(strict.db, { disabled_flag: true })
  const open = await makeRole(strict.db)
  const start = (ref_function_role_id: number) => strict.call(openSession, { ref_function_role_id, device_info: '' })
  for (let time = 0; time < 25; time++) expect((await start(closed.ref_function_role_id)).status).toBe(404)
  expect((await start(open.ref_function_role_id)).status).toBe(201)
})

test('a closed role with nothing similar offers the newest openings', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { function_role_name: 'Zymurgist', disabled_flag: true, was_public_flag: true })
  await makeRole(app.db, { function_role_name: 'Phlebotomist' })
  await waitForRefresh()
  const { html } = await get(`/roles/${id}`)
  expect(html).toMatch(/Other openings.*>Phlebotomist<\/a>/s)
})

test('an application sent before its role closed still accepts a resume and an address correction', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { function_role_name: 'Closing Dietitian' })
  const { as, user_session_id } = await apply(app, id, { email: 'closing@example.com' })
  await app.call(updateRole, { id, disabled_flag: true, waiting_applicants: 'stay-due' }, await app.admin())
  await waitForRefresh()
  expect((await get(`/roles/${id}/resume`)).status).toBe(410)
  for (const path of ['resume', 'email']) expect((await get(`/roles/${id}/${path}`, as)).status).toBe(200)
  const { body, headers } = formWith({}, { filename: 'cv.pdf', type: 'application/pdf', content: await writtenPdf() })
  const sent = await app.send('POST', `/roles/${id}/resume`, body, { ...as, headers })
  expect([sent.status, sent.headers['location']]).toEqual([303, '/'])
  expect(await app.db.$count(resume, eq(resume.user_session_id, user_session_id))).toBe(1)
  expect((await get('/', { cookies: sent.cookies })).html).toContain('Closing Dietitian')
})

test('in text browsers, no links run together, and each button shows its label', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { function_role_name: 'Sonographer' })
  expect((await get('/?q=sonographer')).html).toContain('Show all openings</a> <a')
  const { as } = await apply(app, id, { email: 'text@example.com' })
  const step = await get(`/roles/${id}/resume`, as)
  expect(step.html).toMatch(/<input type="hidden" (?=.*name="start_over").*?\/><button type="submit" class="link">Not you\?/s)
})

test('the same path accepts an application as JSON', async () => {
  const role = await makeRole(app.db)
  const questions = await listAskedQuestions(app.db, role.ref_function_role_id)
  const answers = questions.map(({ question_name, question_type }) => ({ question_name, user_answer_text_box: goodAnswer(question_name, question_type) }))
  const said = await app.send('POST', `/roles/${role.ref_function_role_id}/apply`, { answers })
  expect(said.status).toBe(201)
  expect(said.body).toEqual({ user_session_id: expect.any(Number) })
  expect((await app.send('POST', `/roles/${role.ref_function_role_id}/apply`, { answers: 'none' })).status).toBe(422)
})

test("submitting the same answers from a second browser says they were already received, and doesn't give it access", async () => {
  const role = await makeRole(app.db)
  const id = role.ref_function_role_id
  const questions = await listAskedQuestions(app.db, id)
  const answers = questions.map(({ question_name, question_type }) => ({ question_name, user_answer_text_box: goodAnswer(question_name, question_type) }))
  const first = await app.send('POST', `/roles/${id}/apply`, { answers })

  const stranger = await app.send('POST', `/roles/${id}/apply`, { answers })
  expect([stranger.status, stranger.body.detail]).toEqual([409, "We've already received this application. There's nothing else you need to do."])
  expect([Object.keys(stranger.cookies), JSON.stringify(stranger.body)]).toEqual([[], expect.not.stringContaining('user_session_id')])
  const byForm = await postForm(id, await formFor(id))
  expect([byForm.status, Object.keys(byForm.cookies)]).toEqual([409, []])
  expect(String(byForm.body)).toContain('We&#x27;ve already received this application.')

  const again = await app.send('POST', `/roles/${id}/apply`, { answers }, { cookies: first.cookies })
  expect([again.status, again.body, again.cookies]).toEqual([201, first.body, first.cookies])
  expect((await get(`/roles/${id}/resume`, { cookies: first.cookies })).status).toBe(200)
})

test("only the form's own path accepts form-encoded bodies", async () => {
  const { status } = await app.send('POST', '/api/user-session', 'ref_function_role_id=1', { headers: FORM })
  expect(status).toBe(415)
})

test('the resume step without a submitted application returns to the form and says why', async () => {
  const role = await makeRole(app.db)
  const id = role.ref_function_role_id
  const begun = await startApplying(app, id)
  for (const as of [{}, begun.as, { cookies: { [`application-${id}`]: 'made-up' } }]) {
    const { status, headers, cookies } = await get(`/roles/${id}/resume`, as)
    expect([status, headers['location']]).toEqual([303, `/roles/${id}/apply`])
    const form = await get(`/roles/${id}/apply`, { cookies })
    expect(form.html).toContain('Session expired or invalid access.')
    expect(form.cookies['flash']).toBe('')
  }
})

test('a resume sent by a plain form is stored, and the thank-you message survives one reload of the home page', async () => {
  const role = await makeRole(app.db, { function_role_name: 'Thankful Nurse' })
  const id = role.ref_function_role_id
  const { as, user_session_id } = await apply(app, id, { email: 'thanks@example.com' })
  const { body, headers } = formWith({}, { filename: 'cv.pdf', type: 'application/pdf', content: await writtenPdf() })
  const sent = await app.send('POST', `/roles/${id}/resume`, body, { ...as, headers })
  expect([sent.status, sent.headers['location']]).toEqual([303, '/'])
  const first = await get('/', { cookies: sent.cookies })
  expect(first.html).toContain('Application Complete!')
  expect(first.html).toContain('Thankful Nurse')
  expect(first.html).toContain((await findReference(app.db, user_session_id))!)
  expect(first.headers['cache-control']).toBe('no-store')
  const second = await get('/', { cookies: first.cookies })
  expect(second.html).toContain('Application Complete!')
  const third = await get('/', { cookies: second.cookies['flash'] === '' ? {} : second.cookies })
  expect(third.html).not.toContain('Application Complete!')
})

test('a resume that is not a PDF, or is missing, shows an error on the same page', async () => {
  const role = await makeRole(app.db)
  const id = role.ref_function_role_id
  const { as } = await apply(app, id, { email: 'refused@example.com' })
  const text = formWith({}, { filename: 'cv.pdf', type: 'application/pdf', content: Buffer.from('<html>') })
  const refused = await app.send('POST', `/roles/${id}/resume`, text.body, { ...as, headers: text.headers })
  expect(refused.status).toBe(415)
  expect(String(refused.body)).toContain('Only PDF files are supported. Please select a PDF file.')
  const empty = formWith({}, { filename: '', type: 'application/octet-stream', content: Buffer.alloc(0) })
  const unchosen = await app.send('POST', `/roles/${id}/resume`, empty.body, { ...as, headers: empty.headers })
  expect(unchosen.status).toBe(422)
  expect(String(unchosen.body)).toContain('Choose a file first, or skip this step.')
})

test("the resume step can be skipped from the upload form itself, in browsers that ignore a button's form attribute", async () => {
  const role = await makeRole(app.db)
  const id = role.ref_function_role_id
  const { as } = await apply(app, id, { email: 'skipped@example.com' })
  const { body, headers } = formWith({ skip: 'yes' }, { filename: '', type: 'application/octet-stream', content: Buffer.alloc(0) })
  const sent = await app.send('POST', `/roles/${id}/resume`, body, { ...as, headers })
  expect([sent.status, sent.headers['location']]).toEqual([303, '/'])
})

test('an unsigned flash message is ignored', async () => {
  const applied = { ref_function_role_id: 1, function_role_name: 'Forged', reply_within_days: 10, reference: 'CDFGHJKM' }
  const forged = Buffer.from(JSON.stringify({ kind: 'applied', ...applied, isShown: false, at: Date.now() })).toString('base64url')
  const { html } = await get('/', { cookies: { flash: `${forged}.${forged}` } })
  expect(html).not.toContain('Forged')
})
