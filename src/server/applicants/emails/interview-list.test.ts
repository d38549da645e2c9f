import { expect, test } from 'vitest'
import { previewCandidateEmail, sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { updateInterview } from '#contract/interviews.ts'
import { email_outbox } from '#server/db/tables.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeInvited, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const template_name = 'Schedule Panel Interview'
const ALL = 'Interview A (by video), Interview B (by video), and Interview C (by video)'

test('the invitation lists the planned interviews with their length, format and location; without a plan, it lists all of them', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const { id: user_session_id } = await makeInvited(app)
  const preview = async (more = {}) => (await app.call(previewCandidateEmail, { user_session_id, template_name, ...more }, admin)).body.html
  expect(await preview()).toContain(`<strong>${ALL}</strong>`)
  expect(await preview({ planned: [{ ref_interview_id: 2, minutes: 30 }] })).toContain('<strong>Interview B (30 minutes, by video)</strong>')

  expect((await planFor(app, user_session_id, [await makeInterviewer(app, 'Ivo')], { interviews: [1, 3] })).status).toBe(200)
  const renamed = await app.call(updateInterview, { id: 3, interview_name: 'Meet & greet', where: { kind: 'phone', text: 'We call you' } }, admin)
  expect(renamed.status).toBe(200)
  const told = '<strong>Interview A (45 minutes, by video) and Meet &amp; greet (45 minutes, by phone: We call you)</strong>'
  expect(await preview()).toContain(told)
  expect((await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name }, admin)).status).toBe(202)
  const [email] = (await app.db.select().from(email_outbox)).filter((one) => one.template_name === template_name)
  expect(email!.html).toContain(told)
  expect(email!.html + email!.text).not.toContain('Interview B')
})
