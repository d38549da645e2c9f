import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewCandidateEmail, sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { readCandidateFeedback, reviewCandidateFeedback, writeCandidateFeedback } from '#contract/candidate/candidate-feedback.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { PROCEED, REJECTED_AFTER_B } from '#contract/statuses/statuses.ts'
import { makeRole } from '#test/make.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let lead: Awaited<ReturnType<TestApp['admin']>>
let second: Awaited<ReturnType<TestApp['admin']>>
let ref_function_role_id: number
beforeAll(async () => {
  app = await startApp()
  lead = await app.admin()
  second = await app.admin(app.env.ADMIN_EMAILS[1])
  ref_function_role_id = (await makeRole(app.db, { hiring_lead_email: app.env.ADMIN_EMAILS[0]! })).ref_function_role_id
})
afterAll(() => app.close())

const interviewed = async () => (await makeApplicant(app.db, { ref_function_role_id, ref_application_status_id: PROCEED })).user_session_id
async function reject(user_session_id: number): Promise<string> {
  await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED_AFTER_B }, lead)
  const template_name = 'Rejection After Interview'
  const preview = (await app.call(previewCandidateEmail, { user_session_id, template_name }, lead)).body.html
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name }, lead)
  const { rows } = await app.db.execute<{ html: string; text: string }>(sql`select html, text from email_outbox where user_session_id = ${user_session_id}`)
  const count = (text: string) => text.split('Our feedback on your interviews').length - 1
  expect([count(preview), count(rows[0]!.html)]).toEqual([count(rows[0]!.text), count(rows[0]!.text)])
  // Inside the column that changes color in dark mode, above the line that says why the email was sent.
  expect(rows[0]!.html.lastIndexOf('Our feedback')).toBeLessThan(rows[0]!.html.indexOf('getting this email because'))
  return rows[0]!.text
}

test('the hiring lead writes feedback, a second person reviews it, and the rejection includes it', async () => {
  const id = await interviewed()
  expect((await app.call(writeCandidateFeedback, { id, feedback_text: 'No.' }, second)).status).toBe(403)
  const { body } = await app.call(writeCandidateFeedback, { id, feedback_text: 'Your <triage> example was clear.' }, lead)
  expect(body).toMatchObject({ written_by_email: app.env.ADMIN_EMAILS[0], reviewed_by_email: null })
  const own = await app.call(reviewCandidateFeedback, { id, version: body.version }, lead)
  expect([own.status, own.body.detail]).toEqual([409, 'Someone else has to review your feedback.'])
  expect((await app.call(reviewCandidateFeedback, { id, version: 99 }, second)).status).toBe(409)
  expect((await app.call(reviewCandidateFeedback, { id, version: body.version }, second)).body.reviewed_by_email).toBe(app.env.ADMIN_EMAILS[1])
  expect(await reject(id)).toContain('Your <triage> example was clear.')
  expect((await app.call(writeCandidateFeedback, { id, feedback_text: 'Later.' }, lead)).status).toBe(409)
})

test("unreviewed feedback, or feedback changed after its review, isn't sent", async () => {
  const id = await interviewed()
  const { body } = await app.call(writeCandidateFeedback, { id, feedback_text: 'First' }, lead)
  await app.call(reviewCandidateFeedback, { id, version: body.version }, second)
  expect((await app.call(writeCandidateFeedback, { id, feedback_text: 'Second' }, lead)).body.reviewed_by_email).toBeNull()
  expect(await reject(id)).not.toMatch(/First|Second/)
  expect((await app.call(readCandidateFeedback, { id }, second)).body.feedback_text).toBe('Second')
})

test('feedback never contains a mask: if a new lead saw it with the name hidden, the name is kept, and any other mask is rejected', async () => {
  const id = await interviewed()
  const { body } = await app.call(writeCandidateFeedback, { id, feedback_text: 'Juniper, you explained clearly.' }, lead)
  const hidden = (await app.call(readCandidateFeedback, { id, identifiable: false }, second)).body
  expect(hidden.feedback_text).toBe('[name], you explained clearly.')
  const kept = await app.call(writeCandidateFeedback, { id, feedback_text: `${hidden.feedback_text} Thank you.`, version: body.version }, lead)
  expect(kept.status).toBe(200)
  const stored = await app.db.execute(sql`select feedback_text from candidate_feedback where user_session_id = ${id}`)
  expect(stored.rows).toEqual([{ feedback_text: 'Juniper, you explained clearly. Thank you.' }])
  const masked = await app.call(writeCandidateFeedback, { id, feedback_text: 'We wrote to [email].', version: kept.body.version }, lead)
  expect([masked.status, masked.body.detail]).toEqual([422, 'Write out [email]: the candidate would read it like this'])
})
