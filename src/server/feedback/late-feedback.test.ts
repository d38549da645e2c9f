import { afterAll, expect, test } from 'vitest'
import { correctInterviewTime, findHeader, listOwnFeedback, openHeader, readFullFeedback, saveFeedback, saveFeedbackAnswer } from '#contract/feedback.ts'
import { PROCEED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { status_change } from '#server/db/tables.ts'
import { INTERVIEW_DAY } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { feedbackWriters, hoursAgo, leavePanel } from '#test/reviewing/feedback-writing.ts'

const app = await startApp()
afterAll(() => app.close())
const { ivo, admin, headerOf, opened, auditOf } = await feedbackWriters(app)

test('feedback started on time can be finished for 72 hours after the candidate moves on, and is marked late', async () => {
  const { user_session_id, header, answerTo } = await opened()
  await app.call(saveFeedbackAnswer, answerTo(0, 'Calm and clear.'), ivo.as)
  expect((await app.call(findHeader, headerOf(user_session_id), ivo.as)).body).toMatchObject({ late: false, writable_until: null })
  await leavePanel(app, user_session_id, 71)

  expect((await app.call(openHeader, headerOf(user_session_id), ivo.as)).body.interview_header_id).toBe(header.interview_header_id)
  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'Calm and clear.'), ivo.as)).status).toBe(200)
  expect((await app.call(findHeader, headerOf(user_session_id), ivo.as)).body.late).toBe(false)
  const late = await app.call(saveFeedback, { feedbacks: [answerTo(0, 'Calm, clear and late.')], submitted: true }, ivo.as)
  expect(late.body).toMatchObject({ late: true, feedbacks: [{ interviewer_feedback: 'Calm, clear and late.' }] })
  expect(Date.parse(late.body.writable_until!) - Date.now()).toBeLessThan(3_600_000)
  const { body } = await app.call(readFullFeedback, { user_session_id }, admin)
  expect(body).toMatchObject([{ late: true, feedback: [{ interviewer_feedback: 'Calm, clear and late.' }] }])
  expect(await auditOf(user_session_id, 'feedback.submitted')).toMatchObject([{ facts: { late: true } }])
})

test('72 hours after the candidate moves on, your own feedback can be read but not changed', async () => {
  const { user_session_id, header, answerTo } = await opened()
  await app.call(saveFeedbackAnswer, answerTo(0, 'Calm and clear.'), ivo.as)
  await leavePanel(app, user_session_id, 73)

  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'Something else.'), ivo.as)).status).toBe(409)
  expect((await app.call(correctInterviewTime, { id: header.interview_header_id, interview_datetime_utc: INTERVIEW_DAY }, ivo.as)).status).toBe(409)
  const { status, body } = await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, ivo.as)
  expect(status).toBe(200)
  expect(body.map((one) => one.interviewer_feedback)).toEqual(['Calm and clear.'])
})

test('the 72 hours start when the candidate leaves the panel interview, regardless of later moves', async () => {
  const { user_session_id, answerTo } = await opened()
  await app.db.insert(status_change).values({ user_session_id, from_status_id: PROCEED, to_status_id: UNDER_REVIEW, changed_at: hoursAgo(73) })
  await leavePanel(app, user_session_id, 1)

  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'Too late.'), ivo.as)).status).toBe(409)
})
