import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createQuestion, listQuestions, updateQuestion } from '#contract/questions/questions.ts'
import { application_question, audit_trail, user_session_answer } from '#server/db/tables.ts'
import { apply, startApplying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

const list = async (include_disabled = true) => (await app.call(listQuestions, { include_disabled }, admin)).body
const questionNamed = async (name: string) => (await list()).find((one) => one.question_name === name)!
const make = async (question_name: string, but: object = {}) =>
  (await app.call(createQuestion, { question_name, question_type: 'Extended Open Text Box', question_text: 'Why?', ...but }, admin)).body

test('disabled questions are listed on request', async () => {
  const { ref_question_id } = await make('seldom_asked', { disabled_flag: true })

  expect((await list(false)).map((one) => one.ref_question_id)).not.toContain(ref_question_id)
  expect((await list(true)).map((one) => one.ref_question_id)).toContain(ref_question_id)
})

test("a change in the specification's format is accepted", async () => {
  const { ref_question_id } = await questionNamed('care_story')
  const change = { ref_question_id, question_text: 'A story of care, please.', required_flag: true, disabled_flag: false }
  const { status, body } = await app.send('PUT', '/api/application/questions', change, admin)

  expect(status).toBe(200)
  expect(body).toMatchObject({ ...change, version: 2, modified_by_email: app.env.ADMIN_EMAILS[0] })
  const [row] = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'question.changed'))
  expect(row).toMatchObject({ subject_id: ref_question_id, facts: { fields: ['question_text', 'required_flag'] } })
})

test('an answer keeps the question text it was given for', async () => {
  const role = await makeRole(app.db)
  const { user_session_id, questions } = await apply(app, role.ref_function_role_id)
  const { ref_question_id, question_text } = questions.find((question) => question.question_name === 'proudest_work')!
  await app.call(updateQuestion, { ref_question_id, question_text: 'Something else?' }, admin)

  const stored = await app.db.select().from(user_session_answer).where(eq(user_session_answer.user_session_id, user_session_id))
  expect(stored.find((one) => one.ref_question_id === ref_question_id)?.question_text).toBe(question_text)
  expect((await questionNamed('proudest_work')).has_answers).toBe(true)
})

test('a new question is asked of the next applicant, with its choices in order', async () => {
  const role = await makeRole(app.db)
  await make('shifts', {
    question_type: 'Checkboxes',
    question_text: 'Which shifts?',
    all_roles_flag: true,
    answers: [{ answer_text: 'Night' }, { answer_text: 'Day' }],
  })
  const { questions } = await startApplying(app, role.ref_function_role_id)

  expect(questions.find((question) => question.question_name === 'shifts')?.answers.map((answer) => answer.answer_text)).toEqual(['Night', 'Day'])
})

test("by default, a new question isn't asked for any role", async () => {
  const role = await makeRole(app.db)
  const { ref_question_id, ...made } = await make('not_yet')
  expect(made).toMatchObject({ all_roles_flag: false, ref_function_role_ids: [] })
  const isAsked = async () => (await startApplying(app, role.ref_function_role_id)).questions.some((question) => question.question_name === 'not_yet')
  expect(await isAsked()).toBe(false)
  await app.call(updateQuestion, { ref_question_id, ref_function_role_ids: [role.ref_function_role_id] }, admin)
  expect(await isAsked()).toBe(true)
})

test("choices that aren't removed keep their IDs, in the order sent", async () => {
  const { ref_question_id, answers } = await make('tools', {
    question_type: 'Checkboxes',
    answers: [{ answer_text: 'A' }, { answer_text: 'B' }, { answer_text: 'C' }],
  })
  const { body } = await app.call(updateQuestion, { ref_question_id, answers: [{ answer_text: 'C' }, { answer_text: 'D' }, { answer_text: 'A' }] }, admin)

  expect(body.answers.map((answer) => answer.answer_text)).toEqual(['C', 'D', 'A'])
  const idOf = (text: string, all: typeof answers) => all.find((one) => one.answer_text === text)?.ref_question_answer_id
  expect(idOf('A', body.answers)).toBe(idOf('A', answers))
})

test('a question for specific roles is asked only for those roles', async () => {
  const [one, other] = [await makeRole(app.db), await makeRole(app.db)]
  await make('only_here', { all_roles_flag: false, ref_function_role_ids: [one.ref_function_role_id] })
  const listAsked = async (id: number) => (await startApplying(app, id)).questions.map((question) => question.question_name)

  expect(await listAsked(one.ref_function_role_id)).toContain('only_here')
  expect(await listAsked(other.ref_function_role_id)).not.toContain('only_here')
})

test('a question can be moved to another position, and the others shift', async () => {
  const before = (await list()).map((one) => one.question_name)
  const { ref_question_id, version } = await questionNamed('email')
  const { body } = await app.call(updateQuestion, { ref_question_id, place: 1 }, admin)

  expect(body).toMatchObject({ place: 1, version })
  expect((await list()).map((one) => one.question_name)).toEqual(['email', ...before.filter((name) => name !== 'email')])
  expect((await list()).map((one) => one.place)).toEqual(before.map((_, index) => index + 1))
})

test('someone who changes an outdated version is told who changed it first', async () => {
  const { ref_question_id } = await make('contested')
  await app.call(updateQuestion, { ref_question_id, version: 1, max_words: 100 }, admin)
  const { status, body } = await app.call(updateQuestion, { ref_question_id, version: 1, max_words: 200 }, admin)

  expect(status).toBe(409)
  expect(body.detail).toContain(app.env.ADMIN_EMAILS[0])
})

test.each([
  [{}, 'ref_question_id', 'Please select a question to update'],
  [{ ref_question_id: 1, question_text: ' ' }, 'question_text', 'Question text is required'],
  [{ ref_question_id: 1, question_text: '\u200b \u00ad' }, 'question_text', 'Question text is required'],
  [{ ref_question_id: 1, max_words: 0 }, 'max_words', 'At least 1 word'],
  [{ ref_question_id: 1, all_roles_flag: false, ref_function_role_ids: [999_999] }, 'ref_function_role_ids', 'One of these roles is unknown'],
  [{ ref_question_id: 1, answers: [{ answer_text: 'A' }, { answer_text: 'A' }] }, 'answers', 'Two choices have the same text'],
  [{ ref_question_id: 1, answers: [{ answer_text: 'a; b' }] }, 'answers.0.answer_text', "A choice can't contain a semicolon"],
])('%o is rejected with an error on its field', async (change, path, message) => {
  const { status, body } = await app.send('PUT', '/api/application/questions', change, admin)

  expect(status).toBe(422)
  expect(body.errors).toEqual([{ path, message }])
})

test('a name can be used only once', async () => {
  await make('one_name')
  const { status, body } = await app.call(createQuestion, { question_name: 'one_name', question_type: 'Text', question_text: 'Again?' }, admin)

  expect(status).toBe(409)
  expect(body.errors).toEqual([{ path: 'question_name', message: 'Another question has this name' }])
})

test('a name that JavaScript reserves is rejected, because forms look up answers by name', async () => {
  const { status, body } = await app.call(createQuestion, { question_name: 'constructor', question_type: 'Text', question_text: 'What did you build?' }, admin)
  expect([status, body.errors]).toEqual([422, [{ path: 'question_name', message: 'This name is reserved. Use another one' }]])
})

test('an unknown question returns 404, and an unsupported type is listed for staff', async () => {
  expect((await app.call(updateQuestion, { ref_question_id: 999_999, question_text: 'x' }, admin)).status).toBe(404)
  await app.db.insert(application_question).values({ question_name: 'star_rating', question_text: 'Stars?', question_type: 'Stars' })
  expect(await questionNamed('star_rating')).toMatchObject({ question_type: 'Stars' })
})

test('only admins can see and change questions', async () => {
  const interviewer = await app.interviewer()
  expect((await app.call(listQuestions, {})).status).toBe(401)
  expect((await app.call(listQuestions, {}, interviewer)).status).toBe(403)
  expect((await app.call(updateQuestion, { ref_question_id: 1, question_text: 'x' }, interviewer)).status).toBe(403)
})
