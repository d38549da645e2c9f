import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createQuestion, listQuestions, updateQuestion } from '#contract/questions/questions.ts'
import { createRole, duplicateRole, readOpenRole, updateRole } from '#contract/roles.ts'
import { audit_trail } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

const ROLE = {
  function_role_name: 'Telehealth Nurse',
  function_role_description: 'You keep patients and clinicians in touch.',
  function_role_responsibilities: 'Call patients',
  function_role_requirements: 'Two years with patients',
  hiring_lead_email: 'lead@meridianhealth.example',
  hiring_lead_name: 'Lena Lead',
  salary_min: 40,
  salary_max: 60.5,
  salary_unit: 'HOUR' as const,
  department: 'Nursing',
  specialty: 'Pediatrics',
  shift: 'Nights',
  license_states: ['CA', 'TX'],
  reply_within_days: 7,
  generated_rationale_flag: false,
}

test('a copy is a draft with the same text, pay, licenses and questions, without applicants or dates', async () => {
  const { body: role } = await app.call(createRole, { ...ROLE, closes_at: '2030-01-01T00:00:00Z' }, admin)
  const id = role.ref_function_role_id
  const own = { question_name: 'night_shifts', question_type: 'Text' as const, question_text: 'Which nights?', ref_function_role_ids: [id] }
  const { body: question } = await app.call(createQuestion, own, admin)
  await apply(app, id)

  const copy = await app.call(duplicateRole, { id }, admin)
  const newRoleFields = { state: 'draft', disabled_flag: true, published_at: null, closes_at: null, version: 1, unanswered_applicants: 0 }
  expect(copy).toMatchObject({
    status: 201,
    body: { ...ROLE, ...newRoleFields, function_role_name: 'Copy of Telehealth Nurse', asked_questions: role.asked_questions + 1 },
  })
  const { ref_function_role_id: copied } = copy.body
  expect((await app.call(readOpenRole, { id: copied })).status).toBe(404)
  const copiedQuestion = (await app.call(listQuestions, {}, admin)).body.find((one) => one.question_name === 'night_shifts')
  expect(copiedQuestion?.ref_function_role_ids).toEqual([id, copied])
  // Anyone editing the question is notified that one more role asks it.
  const stale = await app.call(updateQuestion, { ref_question_id: question.ref_question_id, version: question.version, ref_function_role_ids: [id] }, admin)
  expect(stale.status).toBe(409)
  expect((await app.db.select().from(audit_trail).where(eq(audit_trail.subject_id, copied)))[0]).toMatchObject({
    action: 'role.created',
    facts: { copied_from: id },
  })

  const updated = await app.call(updateRole, { id: copied, function_role_name: 'Night Nurse', license_states: ['NY'], state: 'published' }, admin)
  expect(updated.body).toMatchObject({ state: 'published', disabled_flag: false })
  expect((await app.call(readOpenRole, { id })).body.license_states).toEqual(['CA', 'TX'])
})

test('a closed role can be copied, the name stays within its limit, an unknown role returns 404, and only owners can copy', async () => {
  const { body } = await app.call(createRole, { ...ROLE, function_role_name: 'N'.repeat(200) }, admin)
  const id = body.ref_function_role_id
  await app.call(updateRole, { id, disabled_flag: true }, admin)
  const copy = await app.call(duplicateRole, { id }, admin)
  expect([copy.status, copy.body.state, copy.body.function_role_name.length]).toEqual([201, 'draft', 200])
  expect((await app.call(duplicateRole, { id: 999_999 }, admin)).status).toBe(404)
  expect((await app.call(duplicateRole, { id })).status).toBe(401)
  expect((await app.call(duplicateRole, { id }, await app.interviewer())).status).toBe(403)
})
