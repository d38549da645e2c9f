import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listInterviews, updateInterview } from '#contract/interviews.ts'
import { audit_trail, interview_type } from '#server/db/tables.ts'
import { HOSTILE } from '#test/hostile/markup.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const interviewer = await app.interviewer()

test('staff can read the interview types; visitors cannot', async () => {
  const { status, body } = await app.call(listInterviews, {}, interviewer)

  expect(status).toBe(200)
  expect(body.map((one) => one.interview_name)).toEqual(['Interview A', 'Interview B', 'Interview C'])
  expect((await app.call(listInterviews, {})).status).toBe(401)
})

test('an admin can change the instructions, and line breaks in plain text are kept', async () => {
  const { status, body } = await app.call(
    updateInterview,
    { id: 1, interview_name: 'Interview A', interview_desc: '- Be kind\n• Be on time', version: 1 },
    admin,
  )

  expect(status).toBe(200)
  expect(body).toMatchObject({ ref_interview_id: 1, interview_desc: '- Be kind\n• Be on time', version: 2 })
  const [row] = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'interview.changed'))
  expect(row).toMatchObject({ subject_id: 1, facts: { fields: ['interview_desc'] } })
})

test.each([
  [{ interview_name: '  ' }, 422, 'Interview name is required'],
  [{ interview_name: 'Interview C' }, 409, 'Another interview type has this name'],
  [{ version: 77 }, 409, undefined],
])('%o is rejected', async (change, code, detail) => {
  const { status, body } = await app.call(updateInterview, { id: 2, ...change }, admin)

  expect(status).toBe(code)
  if (detail) expect(body).toMatchObject({ detail, errors: [{ path: 'interview_name', message: detail }] })
})

test('an unknown interview type is a 404; interviewers cannot change anything', async () => {
  expect((await app.call(updateInterview, { id: 999, interview_desc: '' }, admin)).status).toBe(404)
  expect((await app.call(updateInterview, { id: 2, interview_desc: '' }, interviewer)).status).toBe(403)
})

test('harmful markup is removed on save, and again on display', async () => {
  for (const hostile of HOSTILE) {
    const { body } = await app.call(updateInterview, { id: 3, interview_desc: hostile }, admin)
    expect(body.interview_desc).not.toMatch(/<(img|script|svg|math|style|iframe|form|base|meta)|javascript:/i)
  }
  await app.db.update(interview_type).set({ interview_desc: '<ul><li onclick="x()">a</li></ul>' }).where(eq(interview_type.ref_interview_id, 3))
  expect((await app.call(listInterviews, {}, interviewer)).body[2]!.interview_desc).toBe('<ul><li>a</li></ul>')
})
