import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { findHeader, listOwnFeedback, readFullFeedback, saveFeedback, saveFeedbackAnswer } from '#contract/feedback.ts'
import { interview_feedback_detail, user_session } from '#server/db/tables.ts'
import { makeCandidate, questionsOf, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { feedbackWriters, INTERVIEW_A } from '#test/reviewing/feedback-writing.ts'

const app = await startApp()
afterAll(() => app.close())
const { ivo, uma, admin, headerOf, opened, auditOf } = await feedbackWriters(app)

test("another interviewer's feedback header returns 404", async () => {
  const { user_session_id, header, answerTo } = await opened()
  await app.call(saveFeedbackAnswer, answerTo(0, 'For my eyes.'), ivo.as)

  expect((await app.call(findHeader, headerOf(user_session_id, ivo), uma.as)).status).toBe(404)
  expect((await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, uma.as)).status).toBe(404)
  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'Not mine.'), uma.as)).status).toBe(404)
  expect((await app.call(saveFeedback, { feedbacks: [answerTo(0, 'Not mine.')] }, uma.as)).status).toBe(404)
  expect((await app.call(readFullFeedback, { user_session_id }, uma.as)).status).toBe(403)
})

test('saving an answer again replaces it; its author comes from the session', async () => {
  const { header, answerTo } = await opened()
  const first = await app.call(saveFeedbackAnswer, { ...answerTo(0, 'One'), row_created_user_id: 999 } as never, ivo.as)
  const second = await app.call(saveFeedbackAnswer, answerTo(0, 'Two'), ivo.as)

  expect([first.status, second.status]).toEqual([201, 200])
  const rows = await app.db.select().from(interview_feedback_detail).where(eq(interview_feedback_detail.if_interview_header_id, header.interview_header_id))
  expect(rows).toMatchObject([{ interviewer_feedback: 'Two', row_created_user_id: ivo.ref_interviewer_id }])
})

test('either all answers are saved or none are', async () => {
  const { header, answerTo } = await opened()
  const foreign = (await questionsOf(app, ivo, 2))[0]!
  const wrong = { ...answerTo(1, 'B'), if_interviewer_role_feedback_question_id: foreign.if_interviewer_role_feedback_question_id }
  const { status, body } = await app.call(saveFeedback, { feedbacks: [answerTo(0, 'A'), wrong] }, ivo.as)

  expect(status).toBe(422)
  expect(body.errors![0]!.path).toBe('feedbacks.1.if_interviewer_role_feedback_question_id')
  const own = await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, ivo.as)
  expect(own.body).toEqual([])
})

test('an answer has at most 2000 words and may be empty', async () => {
  const { answerTo } = await opened()
  const long = await app.call(saveFeedbackAnswer, answerTo(0, 'word '.repeat(2001)), ivo.as)

  expect(long.status).toBe(422)
  expect(long.body.errors).toEqual([{ path: 'interviewer_feedback', message: 'Response exceeds maximum word limit of 2000' }])
  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'word '.repeat(2000)), ivo.as)).status).toBe(201)
  expect((await app.call(saveFeedbackAnswer, answerTo(1, ''), ivo.as)).status).toBe(201)
})

test("feedback is a draft until it's submitted, and later changes are marked", async () => {
  const { user_session_id, answerTo } = await opened()
  const draft = await app.call(saveFeedback, { feedbacks: [answerTo(0, 'A'), answerTo(1, 'B')], submitted: false }, ivo.as)
  expect(draft.body).toMatchObject({ submitted_at: null, edited_at: null })

  const sent = await app.call(saveFeedback, { feedbacks: [answerTo(0, 'A'), answerTo(1, 'B')], submitted: true }, ivo.as)
  expect(sent.body.submitted_at).not.toBeNull()
  expect(sent.body.edited_at).toBeNull()

  const again = await app.call(saveFeedback, { feedbacks: [answerTo(0, 'A')], submitted: true }, ivo.as)
  expect(again.body).toMatchObject({ submitted_at: sent.body.submitted_at, edited_at: null })

  const edited = await app.call(saveFeedback, { feedbacks: [answerTo(0, 'A, and more')] }, ivo.as)
  expect(edited.body.submitted_at).toBe(sent.body.submitted_at)
  expect(edited.body.edited_at).not.toBeNull()
  expect(await auditOf(user_session_id, 'feedback.submitted')).toHaveLength(1)
  expect(await auditOf(user_session_id, 'feedback.edited')).toHaveLength(1)
})

test("an answer changed in another window isn't overwritten by an outdated one", async () => {
  const { header, answerTo } = await opened()
  const first = await app.call(saveFeedbackAnswer, answerTo(0, 'From the laptop', null), ivo.as)
  const fromPhone = await app.call(saveFeedbackAnswer, answerTo(0, 'From the phone', null), ivo.as)
  expect(fromPhone.status).toBe(409)

  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'From the laptop, longer', first.body.modified_at), ivo.as)).status).toBe(200)
  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'From the phone', first.body.modified_at), ivo.as)).status).toBe(409)
  const own = await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, ivo.as)
  expect(own.body.map((one) => one.interviewer_feedback)).toEqual(['From the laptop, longer'])
})

test('admins read all feedback by interview, including drafts, and each read is audited', async () => {
  const user_session_id = await makeCandidate(app)
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: INTERVIEW_A, texts: ['First.', 'Second.'] })
  await writeFeedback(app, uma, { user_session_id, ref_interview_id: 2, texts: ['From B.'], submitted: false })

  const { status, body } = await app.call(readFullFeedback, { user_session_id }, admin)

  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      interview_name: 'Interview A',
      interviewer_name: 'Ivo Interviewer',
      interview_datetime_utc: '2026-05-04T09:30:00.000Z',
      feedback: [{ interviewer_feedback: 'First.' }, { interviewer_feedback: 'Second.' }],
    },
    { interview_name: 'Interview B', interviewer_name: 'Uma Other', submitted_at: null, feedback: [{ interviewer_feedback: 'From B.' }] },
  ])
  expect(body[0]!.submitted_at).not.toBeNull()
  expect(await auditOf(user_session_id, 'feedback.read')).toMatchObject([{ actor_id: admin.staff_account_id }])
  expect((await app.call(readFullFeedback, { user_session_id: 2_000_000 }, admin)).status).toBe(404)
})

test('feedback on a person who requested erasure is no longer visible', async () => {
  const { user_session_id, header } = await opened()
  await app.db.update(user_session).set({ restricted_at: new Date().toISOString() }).where(eq(user_session.user_session_id, user_session_id))

  expect((await app.call(readFullFeedback, { user_session_id }, admin)).status).toBe(404)
  expect((await app.call(findHeader, headerOf(user_session_id), ivo.as)).status).toBe(404)
  expect((await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, ivo.as)).status).toBe(404)
})
