import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { PROCEED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { holdApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { sweepFiles } from '#server/operate/privacy/sweep-files.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { PDF, uploading } from '#test/uploading.ts'

const app = await startApp()
afterAll(() => app.close())
const { ref_function_role_id } = await makeRole(app.db)
const { upload, stored, filesThere } = uploading(app)

test('replacing a resume appears in the timeline and in the audit trail', async () => {
  const application = await apply(app, ref_function_role_id)
  const { user_session_id } = application
  await upload(application)
  await upload(application)

  const { body } = await app.call(listHistory, { id: user_session_id }, await app.admin())
  expect(body.filter((event) => event.kind === 'resume').map(({ who, what }) => [who, what])).toEqual([[null, 'Replaced the resume']])
  const timeOf = async (identifiable: boolean) =>
    (await app.call(listHistory, { id: user_session_id, identifiable }, await app.admin())).body.find(({ kind }) => kind === 'resume')!.at
  const replacedAt = await timeOf(true)
  const noon = sql`date_trunc('day', ${replacedAt}::timestamptz, ${app.services.env.TIME_ZONE}) + interval '12 hours'`
  const days = await app.db.execute<{ noon: number; isPast: boolean }>(sql`
    select (extract(epoch from ${noon}) * 1000)::float8 as noon, ${noon} <= now() as "isPast"`)
  const { noon: ms, isPast } = days.rows[0]!
  const blind = Date.parse(await timeOf(false))
  if (isPast) expect(blind, 'a blind row has the day only').toBe(ms)
  else expect(blind, 'before noon, a blind row has the time of reading').toBeGreaterThan(Date.parse(replacedAt))
  const { rows } = await app.db.execute(sql`
    select actor_kind, action, facts from audit_trail where subject_kind = 'applicant' and subject_id = ${user_session_id} and action like 'resume.%' order by audit_id`)
  const [first, second] = (await stored(user_session_id)).toSorted((a, b) => a.resume_id - b.resume_id)
  expect(rows).toEqual([
    { actor_kind: 'candidate', action: 'resume.uploaded', facts: { resume_id: first!.resume_id } },
    { actor_kind: 'candidate', action: 'resume.replaced', facts: { resume_id: second!.resume_id, replaced_resume_id: first!.resume_id } },
  ])
})

test('a resume can be replaced until a decision is made, and again once the decision is undone', async () => {
  const admin = await app.admin()
  const application = await apply(app, ref_function_role_id)
  const { user_session_id } = application
  const move = (to: number) => app.call(updateStatus, { user_session_id, ref_application_status_id: to }, admin)
  await move(UNDER_REVIEW)
  expect((await upload(application)).status).toBe(201)

  const { body } = await move(PROCEED)
  const late = await upload(application)
  expect([late.status, late.body.detail]).toEqual([409, 'You can no longer change the resume for this application.'])

  await app.call(undoStatus, { undo_token: body.undo_token! }, admin)
  expect((await upload(application)).status).toBe(201)
})

test('a decision made while the file is being written wins', async () => {
  const admin = await app.admin()
  const application = await apply(app, ref_function_role_id)
  const { user_session_id } = application
  const before = await filesThere()
  const { put } = app.services.files
  app.services.files.put = async (key, content) => {
    await put(key, content)
    await app.call(updateStatus, { user_session_id, ref_application_status_id: PROCEED }, admin)
  }
  const { status } = await upload(application)
  app.services.files.put = put

  expect(status).toBe(409)
  expect(await filesThere()).toEqual(before)
})

test('the sweep keeps the file a decision was based on, and everything under legal hold', async () => {
  const admin = await app.admin()
  const longAgo = (user_session_id: number) =>
    app.db.execute(sql`
      update resume set uploaded_at = uploaded_at - interval '9 days', replaced_at = replaced_at - interval '3 days' where user_session_id = ${user_session_id}`)
  const replaced = async (user_session_id: number) => (await stored(user_session_id)).find((one) => one.replaced_at !== null)!.storage_key
  const [decided, held, plain] = [await apply(app, ref_function_role_id), await apply(app, ref_function_role_id), await apply(app, ref_function_role_id)]
  for (const application of [decided, held, plain]) await upload(application)
  const moved = await app.call(updateStatus, { user_session_id: decided.user_session_id, ref_application_status_id: PROCEED }, admin)
  await app.call(undoStatus, { undo_token: moved.body.undo_token! }, admin)
  await app.db.execute(sql`update status_change set changed_at = changed_at - interval '5 days' where user_session_id = ${decided.user_session_id}`)
  await holdApplicant(app.services, held.user_session_id, 'a claim')
  for (const application of [decided, held, plain]) await upload(application)
  for (const { user_session_id } of [decided, held, plain]) await longAgo(user_session_id)

  await sweepFiles(app.services, 0)

  expect(await app.services.files.read(await replaced(decided.user_session_id))).toEqual(PDF)
  expect(await app.services.files.read(await replaced(held.user_session_id))).toEqual(PDF)
  expect(await app.services.files.read(await replaced(plain.user_session_id))).toBeNull()
})
