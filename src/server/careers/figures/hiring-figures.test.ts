import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { REJECTED } from '#contract/statuses/statuses.ts'
import { updateRole } from '#contract/roles.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { startApp } from '#test/setup/app.ts'
import { MIN_APPLICATIONS, readFigures, readMinutes } from './hiring-figures.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0', HIRING_FIGURES: 'on' })
afterAll(() => app.close())
const admin = await app.admin()
const { ref_function_role_id } = await makeRole(app.db)
const page = async () => String((await app.send('GET', '/how-we-hire')).body)

/** Makes an applicant who was decided and emailed today, this many days after applying. */
async function makeAnswered(daysAgo: number): Promise<void> {
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id, daysAgo })
  await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED }, admin)
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name: 'Application Rejection' }, admin)
}

test('small numbers are hidden', async () => {
  for (let n = 0; n < MIN_APPLICATIONS - 1; n++) await makeAnswered(4)
  await app.outbox.sendDue()
  expect(await readFigures(app.db)).toEqual({ answered_in_time: null, days_to_answer: null, days_to_decision: null })
  expect(await page()).toContain('We don&#x27;t have enough applicants yet')
})

test('the figures include late and missing replies, and exclude replies not yet due and undone decisions', async () => {
  await makeAnswered(4)
  await makeAnswered(20)
  await makeAnswered(21)
  await app.outbox.sendDue()
  await makeApplicant(app.db, { ref_function_role_id, daysAgo: 30 })
  await makeApplicant(app.db, { ref_function_role_id, daysAgo: 3 })
  await makeApplicant(app.db, { ref_function_role_id, daysAgo: 400 })
  const undone = await makeApplicant(app.db, { ref_function_role_id, daysAgo: 2 })
  const { body } = await app.call(updateStatus, { user_session_id: undone.user_session_id, ref_application_status_id: REJECTED }, admin)
  await app.call(undoStatus, { undo_token: body.undo_token! }, admin)
  // 10 on time, 2 late, 1 never answered.
  expect(await readFigures(app.db)).toEqual({ answered_in_time: Math.floor((100 * 10) / 13), days_to_answer: 4, days_to_decision: 4 })
})

test('nothing is published unless the setting is on', async () => {
  await using quiet = await startApp()
  expect(String((await quiet.send('GET', '/how-we-hire')).body)).not.toContain('in the last 12 months')
})

test('a share under one percent is spelled out', async () => {
  await using silent = await startApp({ HIRING_FIGURES: 'on' })
  const role = await makeRole(silent.db)
  for (let n = 0; n < MIN_APPLICATIONS; n++) await makeApplicant(silent.db, { ref_function_role_id: role.ref_function_role_id, daysAgo: 30 })
  const body = String((await silent.send('GET', '/how-we-hire')).body)
  expect([body.includes('Fewer than 1 in 100'), body.includes('>0%<')]).toEqual([true, false])
})

test('the time to apply is shown only once it has been measured with these questions', async () => {
  const role = await makeRole(app.db)
  const id = role.ref_function_role_id
  const rolePage = async () => String((await app.send('GET', `/roles/${id}`)).body).replaceAll('<!-- -->', '')
  for (let n = 0; n < MIN_APPLICATIONS; n++) await apply(app, id, { email: `minutes${n}@example.com` })
  expect(await readMinutes(app.db, id, [])).toBeNull()
  expect(await rolePage()).not.toContain('Takes about')
  await app.db.execute(
    sql`update user_session set created_at = application_submitted_datetime_utc - interval '6 minutes 20 seconds' where ref_function_role_id = ${id}`,
  )
  await app.call(updateRole, { id, function_role_name: 'Measured Nurse' }, admin)
  expect(await rolePage()).toMatch(
    /The application has \d+ short questions, \d to answer in your own words, and an optional resume\. .*Takes about 7 minutes\./,
  )
})
