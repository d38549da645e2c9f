import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { correctInterviewTime, findHeader, listFeedbackQuestions, listOwnInterviews, openHeader } from '#contract/feedback.ts'
import { NOT_AN_INTERVIEWER } from '#contract/interviewers.ts'
import { interview_header } from '#server/db/tables.ts'
import { INTERVIEW_DAY, makeCandidate } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { feedbackWriters, leavePanel, INTERVIEW_A } from '#test/reviewing/feedback-writing.ts'

const app = await startApp()
afterAll(() => app.close())
const { ivo, uma, admin, headerOf, opened, auditOf } = await feedbackWriters(app)

test('an interview has its questions, in order', async () => {
  const { status, body } = await app.call(listFeedbackQuestions, { ref_interview_role_id: INTERVIEW_A }, ivo.as)

  expect(status).toBe(200)
  expect(body.length).toBeGreaterThanOrEqual(4)
  expect(body.every((one) => one.ref_interview_role_id === INTERVIEW_A)).toBe(true)
})

test('the first request creates the header, and the second reuses it', async () => {
  const user_session_id = await makeCandidate(app)
  const first = await app.call(openHeader, headerOf(user_session_id), ivo.as)
  const second = await app.call(openHeader, { ...headerOf(user_session_id), interview_datetime_utc: '2026-06-01T10:00:00Z' }, ivo.as)

  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toEqual(first.body)
  expect(first.body).toMatchObject({ ref_interviewer_id: ivo.ref_interviewer_id, interview_datetime_utc: '2026-05-04T09:30:00.000Z', submitted_at: null })
  const found = await app.call(findHeader, headerOf(user_session_id), ivo.as)
  expect(found.body).toEqual(first.body)
})

test('two tabs that start at the same moment create one header', async () => {
  const user_session_id = await makeCandidate(app)
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.call(openHeader, headerOf(user_session_id), ivo.as)))

  expect(new Set(answers.map((one) => one.body.interview_header_id)).size).toBe(1)
  expect(answers.filter((one) => one.status === 201)).toHaveLength(1)
  expect(await app.db.select().from(interview_header).where(eq(interview_header.user_session_id, user_session_id))).toHaveLength(1)
  expect(await auditOf(user_session_id, 'feedback.started')).toHaveLength(1)
})

test("an interviewer can't write as another interviewer", async () => {
  const user_session_id = await makeCandidate(app)
  const { status } = await app.call(openHeader, headerOf(user_session_id, uma), ivo.as)

  expect(status).toBe(403)
})

test("someone who isn't an interviewer is told so", async () => {
  const stranger = await app.interviewer(`stranger@${app.env.COMPANY_DOMAIN}`)
  const { status, body } = await app.call(openHeader, headerOf(await makeCandidate(app)), stranger)

  expect(status).toBe(403)
  expect(body.detail).toBe(NOT_AN_INTERVIEWER)
})

test('feedback can be written only on candidates in the panel interview', async () => {
  for (const status of [3, 4, 5, 6, 13]) {
    const user_session_id = await makeCandidate(app, status)
    expect((await app.call(openHeader, headerOf(user_session_id), ivo.as)).status).toBe(409)
  }
  expect((await app.call(openHeader, headerOf(2_000_000), ivo.as)).status).toBe(404)
  expect((await app.call(openHeader, { ...headerOf(await makeCandidate(app)), ref_interview_id: 999 }, ivo.as)).status).toBe(404)
})

test("an interview's time is unconfirmed until its interviewer enters it, and a correction is audited", async () => {
  const user_session_id = await makeCandidate(app)
  const begun = await app.call(openHeader, { ...headerOf(user_session_id), time_confirmed: false }, ivo.as)
  expect(begun.body.time_confirmed).toBe(false)

  const id = begun.body.interview_header_id
  const corrected = await app.call(correctInterviewTime, { id, interview_datetime_utc: '2026-05-03T14:00:00+02:00' }, ivo.as)
  expect(corrected.body).toMatchObject({ interview_datetime_utc: '2026-05-03T12:00:00.000Z', time_confirmed: true })
  expect(await auditOf(user_session_id, 'feedback.time-corrected')).toMatchObject([
    { facts: { interview_header_id: id, from: '2026-05-04T09:30:00.000Z', to: '2026-05-03T12:00:00.000Z' } },
  ])
  expect((await app.call(correctInterviewTime, { id, interview_datetime_utc: INTERVIEW_DAY }, uma.as)).status).toBe(404)
})

test("an interviewer's own interviews stay listed by name after the candidate moves on; other people's aren't listed", async () => {
  const { user_session_id, header } = await opened()
  await leavePanel(app, user_session_id, 1)

  const { body } = await app.call(listOwnInterviews, {}, ivo.as)
  const own = body.find((one) => one.interview_header_id === header.interview_header_id)!
  expect(own).toMatchObject({ user_session_id, interview_name: 'Interview A', submitted_at: null })
  expect(own.last_name).toBeTruthy()
  expect(own.writable_until).not.toBeNull()
  expect((await app.call(listOwnInterviews, {}, uma.as)).body.map((one) => one.interview_header_id)).not.toContain(header.interview_header_id)
  expect((await app.call(listOwnInterviews, {}, await app.interviewer(`stranger@${app.env.COMPANY_DOMAIN}`))).status).toBe(403)
})

test("visitors and admins without an interviewer record can't write feedback", async () => {
  const user_session_id = await makeCandidate(app)

  expect((await app.call(openHeader, headerOf(user_session_id))).status).toBe(401)
  expect((await app.call(openHeader, headerOf(user_session_id), admin)).status).toBe(403)
  expect(
    (await app.send('POST', '/api/interviewer_feedback/header', { ...headerOf(user_session_id), interview_datetime_utc: 'yesterday' }, ivo.as)).status,
  ).toBe(422)
})
