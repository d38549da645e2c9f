import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { holdApplicant } from './erase-applicant.ts'
import { purgeEmailBodies } from './run-retention.ts'

test('email text is deleted after MAIL_RETENTION_DAYS, or after a day for sign-in emails; the record that they were sent is kept', async () => {
  await using app = await startApp({ MAIL_RETENTION_DAYS: '90' })
  const { ref_function_role_id } = await makeRole(app.db)
  const [held, free] = [await apply(app, ref_function_role_id), await apply(app, ref_function_role_id, { email: 'two@example.com' })]
  await holdApplicant(app.services, held.user_session_id, 'case 12')
  await app.db.execute(sql`delete from email_outbox`)
  const kept: string[] = []
  for (const [subject, purpose, state, days, user_session_id, isKept] of [
    ['old', 'confirmation', 'sent', 91, free.user_session_id, false],
    ['recent', 'notice', 'sent', 89, null, true],
    ['waiting', 'notice', 'queued', 91, null, true],
    ['held', 'confirmation', 'sent', 400, held.user_session_id, true],
    ['code', 'sign-in', 'sent', 2, null, false],
    ['new code', 'sign-in', 'sent', 0, null, true],
  ] as const) {
    await app.db.execute(sql`insert into email_outbox (purpose, state, created_at, user_session_id, message_id, to_address, subject, html, text, calendar)
      values (${purpose}, ${state}, now() - make_interval(days => ${days}), ${user_session_id}, ${subject}, 'a@example.org', ${subject}, 'said', 'said', 'LOCATION:said')`)
    if (isKept) kept.push(subject)
  }
  expect(await purgeEmailBodies(app.services)).toBe(2)
  const { rows } = await app.db.execute<{ subject: string; html: string; body_deleted_at: string | null }>(
    sql`select subject, html || text || coalesce(calendar, '') as html, body_deleted_at from email_outbox`,
  )
  expect(rows).toHaveLength(6)
  expect(rows.filter(({ html, body_deleted_at }) => html === 'saidsaidLOCATION:said' && !body_deleted_at).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(kept),
  )
  expect(
    rows
      .filter(({ html, body_deleted_at }) => html === '' && body_deleted_at)
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual(['code', 'old'])
  expect(await purgeEmailBodies(app.services)).toBe(0)
})
