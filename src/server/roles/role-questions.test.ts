import { afterAll, expect, test } from 'vitest'
import { createQuestion, listQuestions, updateQuestion } from '#contract/questions/questions.ts'
import { chooseRoleQuestions, readRoleQuestions } from '#contract/questions/role-questions.ts'
import { duplicateRole, listAdminRoles, updateRole } from '#contract/roles.ts'
import { startApplying } from '#test/applying.ts'
import { makeRole, makeRoleId } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

const read = async (id: number) => (await app.call(readRoleQuestions, { id }, admin)).body
const askedOf = async (id: number) => (await read(id)).questions.filter((question) => question.asked_flag)
const namesOf = async (id: number) => (await startApplying(app, id)).questions.map((question) => question.question_name)
const choose = (id: number, questions: { ref_question_id: number; required_flag?: boolean }[], but: object = {}) =>
  app.call(chooseRoleQuestions, { id, questions, ...but }, admin)
const edited = async (name: string) => (await app.call(listQuestions, { include_disabled: true }, admin)).body.find((one) => one.question_name === name)!
let made = 0
const make = async (but: object = {}) =>
  (await app.call(createQuestion, { question_name: `own_${++made}`, question_type: 'Text', question_text: 'Which nights?', ...but }, admin)).body

test("a role asks the questions chosen for it, in the role's own order and required or not; other roles and started applications keep theirs", async () => {
  const [id, other] = [await makeRoleId(app.db), await makeRoleId(app.db)]
  const before = await namesOf(other)
  const startedApplication = await startApplying(app, id)
  const { ref_question_id, question_name } = await make()
  const asked = await askedOf(id)
  const kept = asked.filter((one) => one.question_name !== 'care_story').toReversed()
  const { status, body } = await choose(id, [{ ref_question_id, required_flag: true }, ...kept.map((one) => ({ ...one, required_flag: !one.required_flag }))])

  expect(status).toBe(200)
  expect(body.questions.filter((question) => question.asked_flag).map((question) => question.question_name)).toEqual([
    question_name,
    ...kept.map((one) => one.question_name),
  ])
  const { questions } = await startApplying(app, id)
  expect(questions.map(({ question_name: name, required_flag }) => [name, required_flag])).toEqual([
    [question_name, true],
    ...kept.map((one) => [one.question_name, !one.required_flag]),
  ])
  expect(await namesOf(other)).toEqual(before)
  expect(startedApplication.questions.map((question) => question.question_name)).toEqual(before)
})

test('a copy asks the same questions in the same order, and a question lists the roles that leave it out', async () => {
  const id = await makeRoleId(app.db)
  const { ref_question_id } = await make()
  const asked = (await askedOf(id)).filter((one) => one.question_name !== 'care_story')
  await choose(id, [...asked.toReversed(), { ref_question_id }])
  const { body: copy } = await app.call(duplicateRole, { id }, admin)

  const questionsOf = async (role: number) => (await askedOf(role)).map(({ question_name, required_flag }) => [question_name, required_flag])
  expect(await questionsOf(copy.ref_function_role_id)).toEqual(await questionsOf(id))
  const story = await edited('care_story')
  expect(story).toMatchObject({ all_roles_flag: true, ref_function_role_ids: [] })
  expect(story.left_out_role_ids).toEqual(expect.arrayContaining([id, copy.ref_function_role_id]))
})

test("changing a question's roles keeps each role's order, and asking it for all roles again means none leaves it out", async () => {
  const [id, other] = [await makeRoleId(app.db), await makeRoleId(app.db)]
  const question = await make()
  const asked = await askedOf(id)
  await choose(id, [{ ref_question_id: question.ref_question_id, required_flag: true }, ...asked])
  expect((await edited(question.question_name)).ref_function_role_ids).toEqual([id])
  const stale = await app.call(updateQuestion, { ref_question_id: question.ref_question_id, version: question.version, max_words: 5 }, admin)
  expect(stale.status).toBe(409)

  const { ref_question_id } = question
  await app.call(updateQuestion, { ref_question_id, ref_function_role_ids: [id, other] }, admin)
  expect((await askedOf(id))[0]).toMatchObject({ ref_question_id, required_flag: true })
  expect((await askedOf(other)).at(-1)).toMatchObject({ ref_question_id, required_flag: false })
  await app.call(updateQuestion, { ref_question_id, all_roles_flag: true }, admin)
  await choose(id, asked)
  expect(await namesOf(id)).not.toContain(question.question_name)
  await app.call(updateQuestion, { ref_question_id, all_roles_flag: false, ref_function_role_ids: [] }, admin)
  await app.call(updateQuestion, { ref_question_id, all_roles_flag: true }, admin)
  expect(await namesOf(id)).toContain(question.question_name)
})

test('licenses: a role with license states can leave them out, one without shows how to ask for them, and they stay optional', async () => {
  const [here, there] = [await makeRole(app.db, { license_states: ['TX'] }), await makeRole(app.db)]
  const id = here.ref_function_role_id
  const licenses = (await read(there.ref_function_role_id)).questions.find((question) => question.question_type === 'Licenses')!
  expect(licenses).toMatchObject({ asked_flag: false, needs_license_states: true })
  const rejected = await choose(there.ref_function_role_id, [licenses])
  expect([rejected.status, rejected.body]).toMatchObject([422, { errors: [{ path: 'questions', message: expect.stringMatching(/license states/) }] }])
  expect((await choose(id, [{ ...licenses, required_flag: true }])).status).toBe(422)

  await choose(
    id,
    (await askedOf(id)).filter((one) => one.question_type !== 'Licenses'),
  )
  expect(await namesOf(id)).not.toContain('licenses')
  const third = await makeRole(app.db, { license_states: ['NY'] })
  expect(await namesOf(third.ref_function_role_id)).toContain('licenses')
  await choose(id, [...(await askedOf(id)), licenses])
  expect(await namesOf(id)).toContain('licenses')
})

test('unknown, disabled or duplicate questions, none for a published role, an outdated version and an unknown role are rejected', async () => {
  const id = await makeRoleId(app.db)
  const [first] = await askedOf(id)
  const disabled = await make({ disabled_flag: true })
  for (const questions of [[{ ref_question_id: 999_999 }], [disabled], [first!, first!], []]) {
    const { status, body } = await choose(id, questions)
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'questions' }] }])
  }
  const { version } = await read(id)
  await app.call(updateRole, { id, shift: 'Nights' }, admin)
  const staleSave = await choose(id, [first!], { version })
  expect([staleSave.status, JSON.stringify(staleSave.body)]).toEqual([409, expect.stringContaining(app.env.ADMIN_EMAILS[0]!)])
  expect((await choose(999_999, [first!])).status).toBe(404)
  expect((await app.call(readRoleQuestions, { id: 999_999 }, admin)).status).toBe(404)
  expect((await app.call(readRoleQuestions, { id }, await app.interviewer())).status).toBe(403)
})

test('choosing the same questions changes nothing; a draft may have none yet', async () => {
  const id = await makeRoleId(app.db)
  const { version } = await read(id)
  expect((await choose(id, await askedOf(id))).body.version).toBe(version)
  const { body: copy } = await app.call(duplicateRole, { id }, admin)
  expect((await choose(copy.ref_function_role_id, [])).status).toBe(200)
  const role = (await app.call(listAdminRoles, {}, admin)).body.find((one) => one.ref_function_role_id === copy.ref_function_role_id)
  expect(role?.asked_questions).toBe(0)
})
