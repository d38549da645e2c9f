import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerError } from '#contract/questions/question-rules.ts'
import { seed } from '#server/db/seed.ts'
import * as tables from '#server/db/tables.ts'
import { count, startEmptyApp } from '#test/setup/empty-app.ts'
import type { EmptyApp } from '#test/setup/empty-app.ts'

let app: EmptyApp
beforeAll(async () => {
  app = await startEmptyApp()
  await seed(app, 'demo')
})
afterAll(() => app.close())

test('the demo has applications in every status from the last sixty days, with answers the form would accept', async () => {
  expect(await count(app, 'user_session where application_submitted_datetime_utc is not null')).toBeGreaterThanOrEqual(70)
  expect((await app.db.selectDistinct({ status: tables.user_session.ref_application_status_id }).from(tables.user_session)).length).toBe(13)
  expect(await count(app, `user_session where application_submitted_datetime_utc < now() - interval '60 days' or created_at > now()`)).toBe(0)
  expect(await count(app, `user_session where application_submitted_datetime_utc > now() - interval '7 days'`)).toBeGreaterThan(5)
  expect(await count(app, 'user_session where suspected_bot')).toBe(1)
  expect(await count(app, 'function_role where disabled_flag')).toBe(1)
  expect(await count(app, 'function_role where salary_min is null')).toBe(1)

  const answers = await app.db
    .select()
    .from(tables.user_session_answer)
    .innerJoin(tables.user_session, eq(tables.user_session.user_session_id, tables.user_session_answer.user_session_id))
    .where(sql`application_submitted_datetime_utc is not null`)
  const errors = answers.map(({ user_session_answer: one }) => [one.question_name, answerError({ ...one, answers: [] }, one.user_answer_text_box ?? '')])
  expect(errors.filter(([, error]) => error !== null)).toEqual([])
})

test("the demo's decisions, emails and interviews account for each applicant's status", async () => {
  expect(
    await count(
      app,
      `user_session s where ref_application_status_id not in (1, 5) and ref_application_status_id is distinct from
    (select to_status_id from status_change c where c.user_session_id = s.user_session_id order by changed_at desc limit 1)`,
    ),
  ).toBe(0)
  expect(
    await count(
      app,
      `user_session s where has_emailed_application_status <> exists (select 1 from email_outbox e
    where e.user_session_id = s.user_session_id and e.ref_application_status_id = s.ref_application_status_id and e.state = 'sent')`,
    ),
  ).toBe(0)
  expect(
    await count(
      app,
      'status_change c join user_session s using (user_session_id) where changed_at <= application_submitted_datetime_utc or changed_at > now()',
    ),
  ).toBe(0)
  expect(
    await count(
      app,
      `interview_header h where interview_datetime_utc > now() or interview_datetime_utc <
    (select max(changed_at) from status_change c where c.user_session_id = h.user_session_id and to_status_id = 2)`,
    ),
  ).toBe(0)
  expect(await count(app, 'interview_header where submitted_at is null')).toBeGreaterThan(2)
  expect(await count(app, `email_outbox where html like '%{%' or subject like '%{%'`)).toBe(0)
  expect(await count(app, `interview_feedback_detail where interviewer_feedback ilike '%ignore all instructions%'`)).toBe(1)
  expect(await count(app, '(select distinct user_session_id from hiring_decision_detail) as decided')).toBe(2)
})

test('every demo resume is a stored PDF that matches its row', async () => {
  const resumes = await app.db.select().from(tables.resume)
  expect(resumes.length).toBeGreaterThan(50)
  for (const { storage_key, sha256, size_bytes } of resumes) {
    const content = (await app.files.read(storage_key))!
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([size_bytes, sha256])
  }
})
