import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createQuestion, listQuestions, updateQuestion } from '#contract/questions/questions.ts'
import { createRole, duplicateRole, readOpenRole, updateRole } from '#contract/roles.ts'
import { audit_trail } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { startApp } from '#test/setup/app.ts'
import { kindOfRun } from '#test/setup/database.ts'

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

test.runIf(kindOfRun() === 'postgres')('a role can be copied while a question is being saved', async () => {
  const { body: role } = await app.call(createRole, ROLE, admin)
  const ask = async (question_name: string, place?: number) => {
    const own = { question_name, question_type: 'Text' as const, question_text: 'Which ones?', ref_function_role_ids: [role.ref_function_role_id], place }
    return (await app.call(createQuestion, own, admin)).body
  }
  const [last, first] = [await ask('last_one'), await ask('first_one', 1)]
  // A copy used to lock questions as they're stored, and saving one locks them as they're asked.
  const [stored] = await storedOrder([first.ref_question_id, last.ref_question_id])
  expect(stored, 'the last question is stored first').toBe(last.ref_question_id)
  let both: Promise<{ status: number }[]> | undefined
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from application_question where question_name = 'why_this_role' for update`)
    const saving = app.call(updateQuestion, { ref_question_id: last.ref_question_id, question_text: 'Which ones, exactly?' }, admin)
    await waitingFor(1)
    both = Promise.all([saving, app.call(duplicateRole, { id: role.ref_function_role_id }, admin)])
    await waitingFor(2)
  })
  expect((await both!).map(({ status }) => status)).toEqual([200, 201])
})

async function storedOrder(ids: number[]): Promise<number[]> {
  const { rows } = await app.db.execute<{ id: number }>(
    sql`select ref_question_id as id from application_question where ref_question_id = any(${sql.param(ids)}::int[]) order by ctid`,
  )
  return rows.map(({ id }) => id)
}

const waitingFor = (count: number) =>
  expect
    .poll(async () => (await app.db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.length)
    .toBe(count)
