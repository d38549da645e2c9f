import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readEarlierAnswers } from '#contract/applications/applications.ts'
import { audit_trail, email_outbox, user_session, user_session_answer } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type Actor } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const role = await makeRole(app.db)
const id = role.ref_function_role_id

function correct(email: string, as: Actor) {
  return app.send('POST', `/roles/${id}/email`, new URLSearchParams({ email }).toString(), {
    ...as,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

async function emailsTo(to_address: string) {
  return (await app.db.select().from(email_outbox).where(eq(email_outbox.to_address, to_address))).length
}

test("an applicant's corrected address is stored, audited and sent the confirmation", async () => {
  const { user_session_id, as } = await apply(app, id, { email: 'slip@example.con' })
  const { status, headers } = await correct(' right@example.com ', as)
  expect([status, headers['location']]).toEqual([303, `/roles/${id}/resume`])
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, user_session_id))
  expect(session).toMatchObject({ email: 'right@example.com', email_key: 'right@example.com' })
  const answers = await app.db.select().from(user_session_answer).where(eq(user_session_answer.user_session_id, user_session_id))
  expect(answers.find((one) => one.question_name === 'email')!.user_answer_text_box).toBe('right@example.com')
  expect(await emailsTo('right@example.com')).toBe(1)
  const trail = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'applicant.email-corrected'))
  expect(trail.map((one) => one.subject_id)).toEqual([user_session_id])
  expect(JSON.stringify(trail)).not.toContain('right@example.com')
})

test('an invalid address is rejected on the same page, and so is a correction after a decision', async () => {
  const { user_session_id, as } = await apply(app, id, { email: 'decided@example.com' })
  const wrong = await correct('no address', as)
  expect([wrong.status, String(wrong.body).includes('Please enter a valid email address')]).toEqual([422, true])
  await app.db.update(user_session).set({ ref_application_status_id: 3 }).where(eq(user_session.user_session_id, user_session_id))
  expect((await correct('late@example.com', as)).status).toBe(409)
  expect(await emailsTo('late@example.com')).toBe(0)
})

test('another browser cannot correct the address', async () => {
  await apply(app, id, { email: 'mine@example.com' })
  const { status, headers } = await correct('theirs@example.com', {})
  expect([status, headers['location']]).toEqual([303, `/roles/${id}/apply`])
  expect(await emailsTo('theirs@example.com')).toBe(0)
})

test('answers given for another role, except consents, are offered to the same browser for an hour', async () => {
  const { as } = await apply(app, id, { email: 'again@example.com' })
  const second = await makeRole(app.db)
  const ask = { ref_function_role_id: second.ref_function_role_id }
  const { body } = await app.call(readEarlierAnswers, ask, as)
  expect(body.function_role_name).toBe(role.function_role_name)
  const names = body.answers.map((one) => one.question_name)
  expect(names).toContain('why_this_role')
  expect(names.filter((name) => name === 'opt_in_updates' || name === 'opt_in_background_check')).toEqual([])

  const nothing = { function_role_name: null, applied_at: null, answers: [] }
  expect((await app.call(readEarlierAnswers, ask)).body).toEqual(nothing)
  const away = Object.fromEntries(Object.entries(as.cookies!).filter(([name]) => name !== 'application-seen'))
  expect((await app.call(readEarlierAnswers, ask, { cookies: away })).body).toEqual(nothing)
})
