import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession, submitAnswers } from '#contract/applications/applications.ts'
import { withdrawApplication } from '#contract/candidate/candidate.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { answersTo, apply, formWith } from '#test/applying.ts'
import { goodAnswer, makeRoleId } from '#test/make.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

let people = 0

/** Someone who applied in a browser, then withdrew on their own page. */
async function withdrew() {
  const role_id = await makeRoleId(app.db)
  const email = `again${++people}@example.com`
  const { user_session_id: id, as } = await apply(app, role_id, { email })
  const cookies = { ...as.cookies, 'application-seen': 'yes' }
  expect((await app.call(withdrawApplication, { id }, await openOwnPage(app, email))).status).toBe(200)
  return { role_id, id, email, cookies }
}

const withdrawnOn = () => `You withdrew your application on ${formatLongDay(app.env.TIME_ZONE, Date.now())}; you can apply again.`
const shown = (html: unknown) => String(html).replaceAll('<!-- -->', '')

async function formFor(role_id: number, but: Record<string, string>): Promise<string> {
  const asked = await listAskedQuestions(app.db, role_id)
  return new URLSearchParams(asked.map(({ question_name: name, question_type }) => [name, but[name] ?? goodAnswer(name, question_type)])).toString()
}

test('after a withdrawal, the same browser can apply again without JavaScript, and the form says why', async () => {
  const { role_id, id, email, cookies } = await withdrew()
  const form = await app.send('GET', `/roles/${role_id}/apply`, undefined, { cookies })
  expect(form.status).toBe(200)
  expect(shown(form.body)).toContain(withdrawnOn())
  expect(shown(form.body)).toContain('Submit application')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const again = await app.send('POST', `/roles/${role_id}/apply`, await formFor(role_id, { email }), { cookies, headers })
  expect([again.status, again.headers['location']]).toEqual([303, `/roles/${role_id}/resume`])
  expect(again.cookies[`application-${role_id}`]).not.toBe(cookies[`application-${role_id}` as keyof typeof cookies])
  const step = await app.send('GET', `/roles/${role_id}/resume`, undefined, { cookies: { ...cookies, ...again.cookies } })
  expect(step.status).toBe(200)
  expect(shown(step.body)).not.toContain(`name="user_session_id" value="${id}"`)
})

test('after a withdrawal, the same browser can apply again with JavaScript', async () => {
  const { role_id, id, email, cookies } = await withdrew()
  const opened = await app.call(openSession, { ref_function_role_id: role_id, device_info: 'test' }, { cookies })
  expect([opened.status, opened.body.user_session_id === id]).toEqual([201, false])
  const own = { cookies: { ...cookies, ...opened.cookies } }
  const sent = await app.call(submitAnswers, { answers: answersTo(opened.body.questions, { email }) }, own)
  expect([sent.status, sent.body.user_session_id]).toEqual([200, opened.body.user_session_id])
  expect(shown((await app.send('GET', `/roles/${role_id}/apply`, undefined, own)).body)).toContain('already applied for this role')
})

test('the steps after applying lead back to the form once the application is withdrawn', async () => {
  const { role_id, cookies } = await withdrew()
  const file = { filename: 'resume.pdf', type: 'application/pdf', content: await writtenPdf() }
  const { body, headers } = formWith({}, file)
  for (const [method, step, sent, as] of [
    ['GET', 'resume', undefined, { cookies }],
    ['GET', 'email', undefined, { cookies }],
    ['POST', 'finish', '', { cookies, headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['POST', 'resume', body, { cookies, headers }],
  ] as const) {
    const answer = await app.send(method, `/roles/${role_id}/${step}`, sent, as)
    expect([step, answer.status, answer.headers['location'], answer.cookies['flash']]).toEqual([step, 303, `/roles/${role_id}/apply`, undefined])
  }
})

test('after an hour without use, someone else at the computer isn’t told about the withdrawal', async () => {
  const { role_id, cookies } = await withdrew()
  const { 'application-seen': _seen, ...left } = cookies
  const { body } = await app.send('GET', `/roles/${role_id}/apply`, undefined, { cookies: left })
  expect(shown(body)).not.toContain('You withdrew')
  expect(shown(body)).toContain('it&#x27;s been a while since they used')
})
