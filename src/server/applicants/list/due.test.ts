import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants.ts'
import { REJECTED } from '#contract/statuses.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test('an applicant is late, soon or later due while a reply is owed; blind, only that is shown', async () => {
  const admin = await app.admin()
  const read = async (id: number, identifiable = true) => (await app.call(readApplicant, { id, identifiable }, admin)).body
  const due = async (daysAgo: number, but = {}) => (await read((await makeApplicant(app.db, { daysAgo, ...but })).user_session_id)).due
  expect([await due(1), await due(12), await due(15)]).toEqual(['later', 'soon', 'late'])
  const told = { ref_application_status_id: REJECTED, has_emailed_application_status: true }
  expect([await due(15, told), await due(15, { ...told, has_emailed_application_status: false })]).toEqual([null, 'late'])

  const { user_session_id } = await makeApplicant(app.db, { daysAgo: 15, reply_due_at: sql`now() + interval '2 days'` as unknown as string })
  expect(await read(user_session_id)).toMatchObject({ due: 'soon', is_late: false, reply_by: expect.stringMatching(/Z$/) })
  const blind = await read(user_session_id, false)
  expect([blind.due, 'reply_by' in blind, 'is_late' in blind]).toEqual(['soon', false, false])
})
