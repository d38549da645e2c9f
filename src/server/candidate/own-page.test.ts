import { afterAll, beforeAll, expect, test } from 'vitest'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let ref_function_role_id: number
beforeAll(async () => {
  app = await startApp()
  ref_function_role_id = (await makeRole(app.db)).ref_function_role_id
})
afterAll(() => app.close())

test('the page works without JavaScript: find, open, withdraw, undo; it is never cached or indexed', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const start = await app.send('GET', '/application')
  expect([start.status, start.headers['cache-control'], start.headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex'])
  expect(String(start.body)).toContain('Find your application')
  const email = 'plain@example.com'
  const { user_session_id: id } = await apply(app, ref_function_role_id, { email, why_this_role: 'To learn.' })
  const person = { id, email, as: await openOwnPage(app, email) }
  const found = await app.send('POST', '/application/find', `email=${encodeURIComponent(person.email)}`, { headers: form })
  expect(String(found.body)).toContain('If we have an application with this address')

  const page = String((await app.send('GET', '/application', undefined, person.as)).body)
  for (const text of ['Your applications', 'Remote Care Coordinator', 'Received.', 'You&#x27;ll hear from us by', 'Withdraw your application', 'To learn.'])
    expect(page).toContain(text)

  // How browsers send forms from a page without a referrer.
  const headers = { ...form, origin: 'null', 'sec-fetch-site': 'same-origin' }
  const post = (action: string, body = '') => app.send('POST', `/application/${person.id}/${action}`, body, { ...person.as, headers })
  const withdrawn = await post('withdraw', 'reason=Moving')
  expect([withdrawn.status, withdrawn.headers['location']]).toEqual([303, '/application?done=withdraw'])
  expect(String((await app.send('GET', '/application?done=withdraw', undefined, person.as)).body)).toContain('Undo withdrawal')
  expect((await post('undo-withdraw')).status).toBe(303)
  const wrong = await post('contact', 'first_name=&last_name=x')
  expect([wrong.status, String(wrong.body).includes('This field is required')]).toEqual([422, true])
  expect(String(wrong.body)).toMatch(/<details open=""><summary>Correct your name/)
  expect(String(wrong.body)).toMatch(/name="last_name"[^>]*value="x"/)
  const everything = String((await app.send('GET', `/application/${person.id}/export`, undefined, person.as)).body)
  for (const text of ['Everything in your application', 'To learn.', 'Emails from us']) expect(everything).toContain(text)
  expect((await app.send('GET', `/application/${person.id}/export`)).headers['location']).toBe('/application?ended')
  expect((await post('explode')).status).toBe(404)
  expect((await app.send('POST', `/application/${person.id}/withdraw`, '', { headers: form })).status).toBe(401)
})
