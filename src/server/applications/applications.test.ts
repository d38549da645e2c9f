import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openSession, submitAnswers } from '#contract/applications/applications.ts'
import { isListType } from '#contract/questions/question-rules.ts'
import { QUESTIONS } from '#server/db/reference/questions.ts'
import { email_outbox, RANDOM_REFERENCE, user_session, user_session_answer } from '#server/db/tables.ts'
import { startApp } from '#test/setup/app.ts'
import { answersTo, startApplying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { flushesIn, statementsOf } from '#test/setup/statements.ts'

const app = await startApp()
afterAll(() => app.close())
const role = await makeRole(app.db)

const open = () => startApplying(app, role.ref_function_role_id)

test("opening a session returns the role's questions and a cookie", async () => {
  const { status, body, headers } = await app.call(openSession, { ref_function_role_id: role.ref_function_role_id, device_info: 'test' })

  expect(status).toBe(201)
  expect(body.questions.map((question) => question.question_name)).toEqual(
    QUESTIONS.filter((one) => !isListType(one.question_type)).map((one) => one.question_name),
  )
  expect(String(headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i)
})

test('references are 8 random characters without look-alikes, and a duplicate is regenerated', async () => {
  const references = async () => (await app.db.select({ reference: user_session.reference }).from(user_session)).map(({ reference }) => reference)
  for (const reference of await references()) expect(reference).toMatch(/^[CDFGHJKMPQRTVWXY2346789]{8}$/)

  await app.db.execute(sql`create sequence draws`)
  await app.db.execute(
    sql`alter table user_session alter column reference set default (case when nextval('draws') < 3 then 'CCCCCCCC' else ${RANDOM_REFERENCE} end)`,
  )
  await open()
  await open()
  await app.db.execute(sql`alter table user_session alter column reference set default ${RANDOM_REFERENCE}`)
  const drawn = await references()
  expect([new Set(drawn).size, drawn.includes('CCCCCCCC')]).toEqual([drawn.length, true])
})

test('a second request with the cookie before submission gets the same session', async () => {
  const first = await open()
  const again = await app.call(openSession, { ref_function_role_id: role.ref_function_role_id, device_info: '' }, first.as)

  expect(again.status).toBe(200)
  expect(again.body.user_session_id).toBe(first.user_session_id)
})

test('answers are stored, the application is submitted and a confirmation is sent', async () => {
  const { user_session_id, questions, as } = await open()
  const { status } = await app.call(submitAnswers, { answers: answersTo(questions, { first_name: 'Ada', why_this_role: 'Because I care.' }) }, as)

  expect(status).toBe(200)
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, user_session_id))
  expect(session).toMatchObject({ ref_application_status_id: 5, first_name: 'Ada', suspected_bot: false })
  const answers = await app.db.select().from(user_session_answer).where(eq(user_session_answer.user_session_id, user_session_id))
  expect(answers.find((one) => one.question_name === 'why_this_role')?.user_answer_text_box).toBe('Because I care.')
  const [mail] = await app.db.select().from(email_outbox).where(eq(email_outbox.user_session_id, user_session_id))
  expect(mail).toMatchObject({ purpose: 'confirmation', state: 'queued', to_address: 'ada@example.com' })
  expect(mail!.text).toContain(`Reference: ${session!.reference}`)
})

test('opening and submitting an application takes 10 statements and two disk syncs', async () => {
  const statements = await statementsOf(app.services.database.pool, async () => {
    const { questions, as } = await open()
    await app.call(submitAnswers, { answers: answersTo(questions, { email: 'counted@example.com' }) }, as)
  })
  expect(statements).toHaveLength(10)
  expect(flushesIn(statements)).toBe(2)
})

test('submitting the same answers again changes nothing; different answers after submission are rejected', async () => {
  const { user_session_id, questions, as } = await open()
  const answers = answersTo(questions)
  await app.call(submitAnswers, { answers }, as)

  expect((await app.call(submitAnswers, { answers }, as)).status).toBe(200)
  expect((await app.call(submitAnswers, { answers: answersTo(questions, { first_name: 'Eve' }) }, as)).status).toBe(409)
  const mails = await app.db.select().from(email_outbox).where(eq(email_outbox.user_session_id, user_session_id))
  expect(mails).toHaveLength(1)
})

test('after many applications in one browser, the newest can still be submitted', async () => {
  const { questions, as } = await open()
  const older = Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`application-${900_000 + place}`, `older-${place}`]))
  expect((await app.call(submitAnswers, { answers: answersTo(questions) }, { cookies: { ...older, ...as.cookies } })).status).toBe(200)
})

test("requests without the application's cookie are rejected", async () => {
  const mine = await open()
  const other = await open()
  const answers = answersTo(mine.questions)

  expect((await app.call(submitAnswers, { answers })).status).toBe(403)
  expect((await app.call(submitAnswers, { answers }, other.as)).status).toBe(403)
  const mixed = [...answersTo(other.questions).slice(0, 5), ...answers.slice(5)]
  expect((await app.call(submitAnswers, { answers: mixed }, other.as)).status).toBe(403)
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, mine.user_session_id))
  expect(session!.ref_application_status_id).toBe(1)
})

test.each([
  ['first_name', '  ', 'This field is required'],
  ['email', 'not an address', 'Please enter a valid email address'],
  ['email', 'a@example.com,b@example.com', 'Please enter a valid email address'],
  ['linkedin_profile_url', 'linkedin.com/in/ada', 'Please enter a valid LinkedIn profile URL'],
  ['require_sponsorship', 'maybe', 'Please select Yes or No'],
  ['why_this_role', 'word '.repeat(301), 'Response exceeds maximum word limit of 300'],
  ['why_this_role', '\u200b \u2060\u00ad', 'This field is required'],
  ['why_this_role', 'x'.repeat(4001), 'Response exceeds maximum character limit of 4000'],
  ['recent_role_tenure', '-1', 'Enter a whole number of months, 0 or more'],
])('$0: $2', async (question_name, answer, message) => {
  const { questions, as } = await open()
  const { status, body } = await app.call(submitAnswers, { answers: answersTo(questions, { [question_name]: answer }) }, as)

  expect(status).toBe(422)
  expect(body.errors).toEqual([{ path: question_name, message }])
})

test('300 words and 4000 characters are accepted', async () => {
  const { questions, as } = await open()
  const answers = answersTo(questions, { why_this_role: 'word '.repeat(300), proudest_work: 'x'.repeat(4000) })
  expect((await app.call(submitAnswers, { answers }, as)).status).toBe(200)
})

test('boolean answers are stored as Yes or No', async () => {
  const { user_session_id, questions, as } = await open()
  await app.call(submitAnswers, { answers: answersTo(questions, { require_sponsorship: 'no', opt_in_updates: '' }) }, as)

  const stored = await app.db.select().from(user_session_answer).where(eq(user_session_answer.user_session_id, user_session_id))
  const answer = (name: string) => stored.find((one) => one.question_name === name)?.user_answer_text_box
  expect([answer('require_sponsorship'), answer('opt_in_updates')]).toEqual(['No', 'No'])
})

test('invisible characters are removed from answers: NUL, other control characters and bidi overrides', async () => {
  const { user_session_id, questions, as } = await open()
  const pasted = 'I \0worked\u202e at \u2066night\u2069.\x07'

  expect((await app.call(submitAnswers, { answers: answersTo(questions, { why_this_role: pasted, linkedin_profile_url: '\u200b' }) }, as)).status).toBe(200)
  const stored = await app.db.select().from(user_session_answer).where(eq(user_session_answer.user_session_id, user_session_id))
  const answer = (name: string) => stored.find((one) => one.question_name === name)?.user_answer_text_box
  expect([answer('why_this_role'), answer('linkedin_profile_url') || '']).toEqual(['I worked at night.', ''])
})

test('a filled honeypot replaces the answer and flags the session, but gets the usual response', async () => {
  const { user_session_id, questions, as } = await open()
  const answers = answersTo(questions).map((answer, place) => (place === 10 ? { ...answer, honeypot: 'buy now' } : answer))

  expect((await app.call(submitAnswers, { answers }, as)).status).toBe(200)
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, user_session_id))
  expect(session!.suspected_bot).toBe(true)
  const stored = await app.db.select().from(user_session_answer).where(eq(user_session_answer.user_session_id, user_session_id))
  expect(stored.find((one) => one.question_name === 'why_this_role')?.user_answer_text_box).toBe('buy now')
})

test("an unknown, disabled or closed role doesn't accept applications", async () => {
  const disabled = await makeRole(app.db, { disabled_flag: true })
  const closed = await makeRole(app.db, { closes_at: '2020-01-01T00:00:00Z' })
  for (const ref_function_role_id of [999_999, disabled.ref_function_role_id, closed.ref_function_role_id]) {
    expect((await app.call(openSession, { ref_function_role_id, device_info: '' })).status).toBe(404)
  }
})
