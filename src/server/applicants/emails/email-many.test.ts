import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { emailMany, undoCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { PROCEED, REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { inBatches } from '#server/applicants/decide/in-batches.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRoleId } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { kindOfRun } from '#test/setup/database.ts'
import { flushesIn, statementsOf } from '#test/setup/statements.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const admin = await app.admin()
const ref_function_role_id = await makeRoleId(app.db)
const words = { subject: 'About {function_role_name}', html: '<p>Dear {first_name}, we start on Monday.</p>' }

async function makePeople(count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) ids.push((await makeApplicant(app.db, { ref_function_role_id })).user_session_id)
  return ids
}

const isEmailed = async (id: number) => (await app.call(readApplicant, { id }, admin)).body.has_emailed_application_status

test('an email to several people is one call with a result for each, and each can be undone', async () => {
  const [first, moved, twice, unmailed] = await makePeople(4)
  await app.call(updateStatus, { user_session_id: moved!, ref_application_status_id: UNDER_REVIEW }, admin)
  await app.db.execute(sql`update user_session set email = null where user_session_id = ${unmailed!}`)
  const user_session_ids = [first!, moved!, twice!, 999_999, twice!, unmailed!]
  const { status, body } = await app.call(emailMany, { user_session_ids, expected_status_ids: user_session_ids.map(() => SUBMITTED), ...words }, admin)
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    { user_session_id: first, status: 202, email_id: expect.any(Number), undo_token: expect.any(String), send_after: expect.stringMatching(/Z$/) },
    { user_session_id: moved, status: 409, email_id: null, undo_token: null, detail: expect.stringContaining("now in 'Under Review'") },
    { user_session_id: twice, status: 202 },
    { user_session_id: 999_999, status: 404 },
    { user_session_id: twice, status: 409, detail: 'The same email was already sent to this applicant in this status.' },
    { user_session_id: unmailed, status: 409, detail: 'This applicant has no email address.' },
  ])
  const { rows } = await app.db.execute(sql`
    select user_session_id, subject = 'About Remote Care Coordinator' and html like '%Dear%, we start on Monday.%' as is_own,
      (select count(*)::int from audit_trail where action = 'applicant.email-queued' and subject_id = o.user_session_id) as recorded
    from email_outbox o where user_session_id = any(${sql.param(user_session_ids)}::int[]) order by user_session_id`)
  expect(rows).toEqual([first, twice].map((user_session_id) => ({ user_session_id, is_own: true, recorded: 1 })))

  const undone = await app.call(undoCandidateEmail, { undo_token: body.results[0]!.undo_token! }, admin)
  expect([undone.status, undone.body.state]).toEqual([200, 'withdrawn'])
  expect([await isEmailed(first!), await isEmailed(twice!), await isEmailed(moved!)]).toEqual([false, true, false])
})

test('60 emails take two transactions, and a repeat emails only those who were missed', async () => {
  const ids = await makePeople(60)
  const email = { user_session_ids: ids.slice(1), template_name: 'Application Rejection' }
  const statements = await statementsOf(app.services.database.pool, async () => {
    expect((await app.call(emailMany, email, admin)).body.results.map(({ status }) => status)).toEqual(ids.slice(1).map(() => 202))
  })
  expect(flushesIn(statements)).toBe(2)

  const again = await app.call(emailMany, { ...email, user_session_ids: ids }, admin)
  expect(again.body.results.map(({ status }) => status)).toEqual([202, ...ids.slice(1).map(() => 409)])
  expect(again.body.results[1]!.detail).toBe("'Application Rejection' was already sent to this applicant in this status.")
  const { rows } = await app.db.execute(sql`select count(*)::int as count from email_outbox where user_session_id = any(${sql.param(ids)}::int[])`)
  expect(rows).toEqual([{ count: 60 }])
})

test.runIf(kindOfRun() === 'postgres')('someone a colleague is deciding on is emailed about the status they end up in, or not at all', async () => {
  const ids = await makePeople(3)
  let emailing: ReturnType<typeof app.call<typeof emailMany>> | undefined
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`update user_session set ref_application_status_id = ${PROCEED} where user_session_id = ${ids[1]!}`)
    emailing = app.call(emailMany, { user_session_ids: ids, expected_status_ids: ids.map(() => SUBMITTED), ...words }, admin)
    await expect.poll(() => isEmailed(ids[2]!)).toBe(true)
  })
  expect((await emailing!).body.results.map(({ status }) => status)).toEqual([202, 409, 202])
})

test('the wording and the recipients are checked before anyone is emailed', async () => {
  const [id] = await makePeople(1)
  const errorsOf = async (input: object) => {
    const { status, body } = await app.send('POST', emailMany.path, input, admin)
    return [status, (body as { errors?: { path: string }[] }).errors?.map(({ path }) => path)]
  }
  expect(await errorsOf({ user_session_ids: [], ...words })).toEqual([422, ['user_session_ids']])
  expect(await errorsOf({ user_session_ids: [id], expected_status_ids: [5, 5], ...words })).toEqual([422, ['expected_status_ids']])
  const { body } = await app.call(emailMany, { user_session_ids: [id!], subject: 'No text' }, admin)
  expect(body.results).toMatchObject([{ status: 422, detail: expect.any(String) }])
  expect(await isEmailed(id!)).toBe(false)
})

test('an email without a decision belongs to the decision before it and is withdrawn with the next', async () => {
  const ids = await makePeople(2)
  for (const user_session_id of ids) await app.call(updateStatus, { user_session_id, ref_application_status_id: PROCEED }, admin)
  await app.call(emailMany, { user_session_ids: ids, ...words }, admin)
  await app.call(updateStatus, { user_session_id: ids[0]!, ref_application_status_id: REJECTED }, admin)
  const { rows } = await app.db.execute(sql`
    select state from email_outbox join status_change using (status_change_id) where email_outbox.user_session_id = any(${sql.param(ids)}::int[]) order by 1`)
  expect(rows).toEqual([{ state: 'queued' }, { state: 'withdrawn' }])
})

test('when the database is lost halfway, those already committed are reported as done', async () => {
  const lost = Object.assign(new Error('terminated'), { code: '57P01' })
  const results = await inBatches(['alone', 'together', 'never'], {
    together: async () => new Map([['together', 'done']]),
    alone: async () => Promise.reject(lost),
    failed: (_, one) => `failed: ${one}`,
  })
  expect(results).toEqual(['failed: alone', 'done', 'failed: never'])
})
