import { expect, test } from 'vitest'
import type { InterviewHeader } from '#contract/feedback.ts'
import type { Interviewer } from '#contract/interviewers.ts'
import type { OpenRole } from '#contract/roles.ts'
import { ask, openApplication, submit, upload, type RequestInput, type Reply } from '#lab/faults/client.ts'
import { openStage } from '#lab/faults/stage.ts'
import { kindOfRun } from '#test/setup/database.ts'
import { startMailServer } from '#test/setup/mail-server.ts'

const CANARY = 'zanzibarius'
const ADMIN = 'canary-admin@meridianhealth.example'

test("no name, address, answer, code or token appears in the process's logs, even at the most detailed level", async () => {
  const mails = await startMailServer()
  const stage = await openStage(kindOfRun(), {
    LOG_LEVEL: 'trace',
    ADMIN_EMAILS: ADMIN,
    SMTP_URL: mails.url,
    MAIL_FROM: 'careers@meridianhealth.example',
    MAIL_DELAY_SECONDS: '0',
  })
  const product = await stage.start()
  try {
    const secrets = await walkThrough(product.url, () => mails.received.map(({ mail }) => `${mail.subject} ${mail.text}`))
    await expect.poll(() => mails.received.length).toBeGreaterThan(2)
    await product.stop()

    const lines = product.output().split('\n')
    expect(lines.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(30)
    expect(lines.filter((line) => line.includes('"email tried"')).length).toBeGreaterThan(2)
    // A streamed list must be answered only once; otherwise the framework's warning would log its URL, filters included.
    expect(lines.filter((line) => line.includes('Reply was already sent'))).toEqual([])
    const leaks = lines.filter((line) => [CANARY, ADMIN, ...secrets].some((one) => line.toLowerCase().includes(one.toLowerCase())))
    expect(leaks).toEqual([])
  } finally {
    await stage.close()
    await mails.stop()
  }
}, 180_000)

/** Runs the main use cases, successful and failing, with the canary in every personal field. Returns other values that must stay secret. */
async function walkThrough(url: string, emails: () => string[]): Promise<string[]> {
  const role = (await ask<OpenRole[]>(`${url}/api/open-roles`)).body[0]!.ref_function_role_id
  const { user_session_id, cookie } = await applyWithErrors(url, role)
  const { token, code } = await signIn(url, emails)
  const as: TestCall = (path, how = {}) => ask(`${url}${path}`, { ...how, token })
  await review(as, user_session_id)
  await interview(as, user_session_id)
  await sendInvalidRequests(as)
  return [token, code, cookie.split('=')[1]!]
}

type TestCall = <Body>(path: string, how?: RequestInput) => Promise<Reply<Body>>

async function expectStatus<Body>(expected: number, asked: Promise<Reply<Body>>): Promise<Body> {
  const { status, body } = await asked
  expect(status, JSON.stringify(body)).toBe(expected)
  return body
}

async function review(as: TestCall, user_session_id: number): Promise<void> {
  await expectStatus(200, as(`/api/user-session/applicants_with_answers/all?days_ago=30&identifiable=true`))
  await expectStatus(200, as(`/api/applicants/by-id/${user_session_id}?identifiable=true`))
  await expectStatus(200, as(`/api/applicants/export.csv?roleId=all&days_ago=30&identifiable=true`))
  await expectStatus(200, as(`/api/applicants/${user_session_id}/resume`))
  await expectStatus(200, as(`/api/applicants/matches/${user_session_id}`))
  await expectStatus(200, as('/api/user-session/update_status', { body: { user_session_id, ref_application_status_id: 2 } }))
  const invite = (candidate_info: object) =>
    as('/api/user-session/send_candidate_email', { body: { candidate_info, template_name: 'Schedule Panel Interview' } })
  await expectStatus(202, invite({ user_session_id, email: `${CANARY}@evil.example` }))
  await expectStatus(409, invite({ user_session_id }))
}

async function interview(as: TestCall, user_session_id: number): Promise<void> {
  const interviewer = { interviewer_name: CANARY, interviewer_email: ADMIN, interviewer_bio: CANARY }
  const { ref_interviewer_id } = await expectStatus(201, as<Interviewer>('/api/interviews/interviewers', { body: interviewer }))
  const header = { user_session_id, ref_interview_id: 1, ref_interviewer_id, interview_datetime_utc: new Date().toISOString() }
  const { interview_header_id } = await expectStatus(201, as<InterviewHeader>('/api/interviewer_feedback/header', { body: header }))
  const written = {
    if_interview_header_id: interview_header_id,
    if_interviewer_role_feedback_question_id: 1,
    interviewer_feedback: `${CANARY} was late twice.`,
  }
  await expectStatus(201, as('/api/interviewer_feedback/feedback-detail', { body: written }))
  await expectStatus(200, as('/api/red-flags/generate-rationale', { body: { user_session_id, fgl_ref_red_flag_id: 1 } }))
  await as('/api/red-flags/hiring-decision-detail', { body: { user_session_id, fgl_ref_red_flag_id: 2, fgl_absent_flag: true, fgl_rationale: CANARY } })
}

async function sendInvalidRequests(as: TestCall): Promise<void> {
  await as('/api/open-roles/admin', { body: { function_role_name: CANARY, hiring_lead_email: `${CANARY}@meridianhealth.example`, hiring_lead_name: CANARY } })
  await as<Interviewer>('/api/interviews/interviewers', { body: { interviewer_name: CANARY, interviewer_email: ADMIN } })
  for (const path of [
    `/roles/${CANARY}?name=${CANARY}`,
    `/api/${CANARY}`,
    `/api/applicants/by-id/${CANARY}`,
    `/admin/${CANARY}`,
    `/api/interviews/interviewers/by-email?email=${CANARY}%40x.example`,
  ]) {
    await as(path, { headers: { 'user-agent': CANARY, referer: `https://${CANARY}.example/`, 'x-request-id': CANARY } })
  }
  await as('/api/open-roles/admin', { body: `{"${CANARY}": `, method: 'POST' })
  await as('/api/auth/logout', { method: 'POST' })
  await as('/api/applicants/by-id/1')
}

async function applyWithErrors(url: string, role: number) {
  const answers = {
    first_name: CANARY,
    last_name: CANARY,
    email: `${CANARY}@example.com`,
    linkedin_profile_url: `https://www.linkedin.com/in/${CANARY}`,
    why_this_role: `${CANARY} wants this.`,
    proudest_work: CANARY,
    care_story: CANARY,
  }
  const application = (await openApplication(url, role, answers))!
  const withAnswer = (text: string) => ({
    ...application,
    answers: application.answers.map((answer) => ({ ...answer, user_answer_text_box: `${CANARY}${text}` })),
  })
  expect((await submit(url, withAnswer(''))).status).toBe(422)
  await submit(url, withAnswer('\u0000'))
  await submit(url, withAnswer('\ud800'))
  expect((await submit(url, application)).status).toBe(200)
  await submit(url, withAnswer(' again'))
  expect((await upload(url, application, CANARY)).status).toBe(201)
  await ask(`${url}/api/user-session/resume`, { body: CANARY, cookie: application.cookie })
  await ask(`${url}/roles/${role}/apply`, {
    body: `first_name=${CANARY}&email=${CANARY}%40example.com`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return application
}

async function signIn(url: string, emails: () => string[]): Promise<{ token: string; code: string }> {
  await ask(`${url}/api/auth/send-code`, { body: { email: `${CANARY}@meridianhealth.example`, role: 'admin' } })
  expect((await ask(`${url}/api/auth/send-code`, { body: { email: ADMIN, role: 'admin' } })).status).toBe(200)
  const codeIn = () =>
    emails()
      .map((text) => /\b\d{8}\b/.exec(text)?.[0])
      .find((found) => found !== undefined)
  await expect.poll(codeIn).toBeDefined()
  const code = codeIn()!
  await ask(`${url}/api/auth/verify-code`, { body: { email: ADMIN, code: '00000000', role: 'admin' } })
  const { status, body } = await ask<{ token: string }>(`${url}/api/auth/verify-code`, { body: { email: ADMIN, code, role: 'admin' } })
  expect(status).toBe(200)
  return { token: body.token, code }
}
