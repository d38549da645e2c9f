import { afterAll, expect, test } from 'vitest'
import { openSession, readEarlierAnswers } from '#contract/applications/applications.ts'
import { listOwnApplications, requestLink } from '#contract/candidate/candidate.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { apply, formWith } from '#test/applying.ts'
import { makeRoleId } from '#test/make.ts'
import { newestLink, openOwnPage } from '#test/own-page.ts'
import { startApp } from '#test/setup/app.ts'
import { GOOD, uploading } from '#test/uploading.ts'

const app = await startApp()
afterAll(() => app.close())
const role = await makeRoleId(app.db)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const queuedTo = async (address: string) =>
  (await app.services.database.pool.query(`select 1 from email_outbox where to_address = $1 and state = 'queued'`, [address])).rowCount

test("an application kept only because the law requires it can't be opened in the browser that sent it or with its links and cookies", async () => {
  const email = 'kept.by.law@example.com'
  const { user_session_id, as } = await apply(app, role, { email })
  const own = await openOwnPage(app, email)
  const link = (await newestLink(app, email))!
  const contact = await app.send('PUT', `/api/candidate/applications/${user_session_id}/contact`, { email: 'next.address@example.com' }, own)
  expect(contact.status).toBe(200)
  const confirm = (await newestLink(app, 'next.address@example.com'))!
  expect(await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'restrict' })).toMatchObject({ outcome: 'restricted' })

  expect((await uploading(app).upload({ user_session_id, questions: [], as })).status).toBe(403)
  const form = formWith({}, GOOD)
  const uploaded = await app.send('POST', `/roles/${role}/resume`, form.body, { ...as, headers: form.headers })
  expect([uploaded.status, uploaded.headers['location']]).toEqual([303, `/roles/${role}/apply`])
  const corrected = await app.send('POST', `/roles/${role}/email`, 'email=elsewhere@example.com', { ...as, headers: FORM })
  expect([corrected.status, corrected.headers['location']]).toEqual([303, `/roles/${role}/apply`])
  expect(String((await app.send('GET', `/roles/${role}/email`, undefined, as)).body)).not.toContain(email)
  expect(String((await app.send('GET', `/roles/${role}/apply`, undefined, as)).body)).not.toContain('already')
  expect((await app.call(listOwnApplications, {}, own)).status).toBe(401)
  for (const method of ['GET', 'HEAD']) expect((await app.send(method, link)).headers['set-cookie']).toBeUndefined()
  expect((await app.send('GET', confirm)).headers['location']).toBe('/application?ended')
  expect((await app.send('POST', confirm, '', { headers: FORM })).headers['set-cookie']).toBeUndefined()
  await app.call(requestLink, { email })
  for (const address of [email, 'next.address@example.com', 'elsewhere@example.com']) expect(await queuedTo(address), address).toBe(0)

  const other = await makeRoleId(app.db)
  expect((await app.call(readEarlierAnswers, { ref_function_role_id: other }, as)).body).toMatchObject({ function_role_name: null, answers: [] })
  // The person can apply again with a new application.
  const again = await app.call(openSession, { ref_function_role_id: role, device_info: 'test' }, as)
  expect([again.status, again.body.user_session_id > user_session_id]).toEqual([201, true])
})
