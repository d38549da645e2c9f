import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  correctInterviewTime,
  findHeader,
  listFeedbackQuestions,
  listOwnFeedback,
  listOwnInterviews,
  openHeader,
  readFullFeedback,
  saveFeedback,
  saveFeedbackAnswer,
} from '#contract/feedback.ts'
import { NOT_AN_INTERVIEWER } from '#contract/interviewers.ts'
import { PROCEED, REJECTED_AFTER_A, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { audit_trail, interview_feedback_detail, interview_header, status_change, user_session } from '#server/db/tables.ts'
import { INTERVIEW_DAY, makeCandidate, makeInterviewer, questionsOf, standIn, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const ivo = await makeInterviewer(app, 'Ivo Interviewer')
const uma = await makeInterviewer(app, 'Uma Other')
const admin = await app.admin()

const INTERVIEW_A = 1
const headerOf = (user_session_id: number, by = ivo) => ({
  user_session_id,
  ref_interview_id: INTERVIEW_A,
  ref_interviewer_id: by.ref_interviewer_id,
  interview_datetime_utc: INTERVIEW_DAY,
})

async function opened(by = ivo) {
  const user_session_id = await makeCandidate(app)
  const { body: header } = await app.call(openHeader, headerOf(user_session_id, by), by.as)
  const questions = await questionsOf(app, by, INTERVIEW_A)
  const answerTo = (place: number, interviewer_feedback: string, replaces?: string | null) => ({
    if_interview_header_id: header.interview_header_id,
    if_interviewer_role_feedback_question_id: questions[place]!.if_interviewer_role_feedback_question_id,
    interviewer_feedback,
    ...(replaces !== undefined && { replaces }),
  })
  return { user_session_id, header, questions, answerTo }
}

const auditOf = (user_session_id: number, action: string) =>
  app.db
    .select()
    .from(audit_trail)
    .where(and(eq(audit_trail.subject_id, user_session_id), eq(audit_trail.action, action)))

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

async function leftHoursAgo(user_session_id: number, hours: number): Promise<void> {
  await standIn(app, user_session_id, REJECTED_AFTER_A)
  await app.db
    .update(user_session)
    .set({ status_changed_at: hoursAgo(hours) })
    .where(eq(user_session.user_session_id, user_session_id))
}

test('an interview has its questions, in their order', async () => {
  const { status, body } = await app.call(listFeedbackQuestions, { ref_interview_role_id: INTERVIEW_A }, ivo.as)

  expect(status).toBe(200)
  expect(body.length).toBeGreaterThanOrEqual(4)
  expect(body.every((one) => one.ref_interview_role_id === INTERVIEW_A)).toBe(true)
})

test('the header is made by the first who asks and found by the second', async () => {
  const user_session_id = await makeCandidate(app)
  const first = await app.call(openHeader, headerOf(user_session_id), ivo.as)
  const second = await app.call(openHeader, { ...headerOf(user_session_id), interview_datetime_utc: '2026-06-01T10:00:00Z' }, ivo.as)

  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toEqual(first.body)
  expect(first.body).toMatchObject({ ref_interviewer_id: ivo.ref_interviewer_id, interview_datetime_utc: '2026-05-04T09:30:00.000Z', submitted_at: null })
  const found = await app.call(findHeader, headerOf(user_session_id), ivo.as)
  expect(found.body).toEqual(first.body)
})

test('two tabs that begin at the same moment make one header', async () => {
  const user_session_id = await makeCandidate(app)
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.call(openHeader, headerOf(user_session_id), ivo.as)))

  expect(new Set(answers.map((one) => one.body.interview_header_id)).size).toBe(1)
  expect(answers.filter((one) => one.status === 201)).toHaveLength(1)
  expect(await app.db.select().from(interview_header).where(eq(interview_header.user_session_id, user_session_id))).toHaveLength(1)
  expect(await auditOf(user_session_id, 'feedback.started')).toHaveLength(1)
})

test('nobody writes in the name of another interviewer', async () => {
  const user_session_id = await makeCandidate(app)
  const { status } = await app.call(openHeader, headerOf(user_session_id, uma), ivo.as)

  expect(status).toBe(403)
})

test('an address that is no interviewer is told so', async () => {
  const stranger = await app.interviewer(`stranger@${app.env.COMPANY_DOMAIN}`)
  const { status, body } = await app.call(openHeader, headerOf(await makeCandidate(app)), stranger)

  expect(status).toBe(403)
  expect(body.detail).toBe(NOT_AN_INTERVIEWER)
})

test('only candidates in the panel interview can be written about', async () => {
  for (const status of [3, 4, 5, 6, 13]) {
    const user_session_id = await makeCandidate(app, status)
    expect((await app.call(openHeader, headerOf(user_session_id), ivo.as)).status).toBe(409)
  }
  expect((await app.call(openHeader, headerOf(2_000_000), ivo.as)).status).toBe(404)
  expect((await app.call(openHeader, { ...headerOf(await makeCandidate(app)), ref_interview_id: 999 }, ivo.as)).status).toBe(404)
})

test('feedback that was begun in time can be finished for 72 hours after the candidate moved on, and is marked late', async () => {
  const { user_session_id, header, answerTo } = await opened()
  await app.call(saveFeedbackAnswer, answerTo(0, 'Calm and clear.'), ivo.as)
  expect((await app.call(findHeader, headerOf(user_session_id), ivo.as)).body).toMatchObject({ late: false, writable_until: null })
  await leftHoursAgo(user_session_id, 71)

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

test('72 hours after the candidate moved on, own feedback can be read but not changed', async () => {
  const { user_session_id, header, answerTo } = await opened()
  await app.call(saveFeedbackAnswer, answerTo(0, 'Calm and clear.'), ivo.as)
  await leftHoursAgo(user_session_id, 73)

  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'Something else.'), ivo.as)).status).toBe(409)
  expect((await app.call(correctInterviewTime, { id: header.interview_header_id, interview_datetime_utc: INTERVIEW_DAY }, ivo.as)).status).toBe(409)
  const { status, body } = await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, ivo.as)
  expect(status).toBe(200)
  expect(body.map((one) => one.interviewer_feedback)).toEqual(['Calm and clear.'])
})

test('the 72 hours count from when the candidate left, however they were moved since', async () => {
  const { user_session_id, answerTo } = await opened()
  await app.db.insert(status_change).values({ user_session_id, from_status_id: PROCEED, to_status_id: UNDER_REVIEW, changed_at: hoursAgo(73) })
  await leftHoursAgo(user_session_id, 1)

  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'Too late.'), ivo.as)).status).toBe(409)
})

test('the time of an interview is a guess until its interviewer says it, and a correction is on record', async () => {
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

test("own interviews stay listed with the candidate's name after the candidate moved on; nobody else's are", async () => {
  const { user_session_id, header } = await opened()
  await leftHoursAgo(user_session_id, 1)

  const { body } = await app.call(listOwnInterviews, {}, ivo.as)
  const own = body.find((one) => one.interview_header_id === header.interview_header_id)!
  expect(own).toMatchObject({ user_session_id, interview_name: 'Interview A', submitted_at: null })
  expect(own.last_name).toBeTruthy()
  expect(own.writable_until).not.toBeNull()
  expect((await app.call(listOwnInterviews, {}, uma.as)).body.map((one) => one.interview_header_id)).not.toContain(header.interview_header_id)
  expect((await app.call(listOwnInterviews, {}, await app.interviewer(`stranger@${app.env.COMPANY_DOMAIN}`))).status).toBe(403)
})

test("another interviewer's header is not found, whatever is asked of it", async () => {
  const { user_session_id, header, answerTo } = await opened()
  await app.call(saveFeedbackAnswer, answerTo(0, 'For my eyes.'), ivo.as)

  expect((await app.call(findHeader, headerOf(user_session_id, ivo), uma.as)).status).toBe(404)
  expect((await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, uma.as)).status).toBe(404)
  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'Not mine.'), uma.as)).status).toBe(404)
  expect((await app.call(saveFeedback, { feedbacks: [answerTo(0, 'Not mine.')] }, uma.as)).status).toBe(404)
  expect((await app.call(readFullFeedback, { user_session_id }, uma.as)).status).toBe(403)
})

test('an answer saved again takes the place of the first; who wrote it comes from the session', async () => {
  const { header, answerTo } = await opened()
  const first = await app.call(saveFeedbackAnswer, { ...answerTo(0, 'One'), row_created_user_id: 999 } as never, ivo.as)
  const second = await app.call(saveFeedbackAnswer, answerTo(0, 'Two'), ivo.as)

  expect([first.status, second.status]).toEqual([201, 200])
  const rows = await app.db.select().from(interview_feedback_detail).where(eq(interview_feedback_detail.if_interview_header_id, header.interview_header_id))
  expect(rows).toMatchObject([{ interviewer_feedback: 'Two', row_created_user_id: ivo.ref_interviewer_id }])
})

test('answers are saved all or none', async () => {
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

test('feedback is a draft until it is submitted, and what is changed later is marked', async () => {
  const { user_session_id, answerTo } = await opened()
  const draft = await app.call(saveFeedback, { feedbacks: [answerTo(0, 'A'), answerTo(1, 'B')] }, ivo.as)
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

test('an answer that another window changed is not overwritten by one that did not know of it', async () => {
  const { header, answerTo } = await opened()
  const first = await app.call(saveFeedbackAnswer, answerTo(0, 'From the laptop', null), ivo.as)
  const fromPhone = await app.call(saveFeedbackAnswer, answerTo(0, 'From the phone', null), ivo.as)
  expect(fromPhone.status).toBe(409)

  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'From the laptop, longer', first.body.modified_at), ivo.as)).status).toBe(200)
  expect((await app.call(saveFeedbackAnswer, answerTo(0, 'From the phone', first.body.modified_at), ivo.as)).status).toBe(409)
  const own = await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, ivo.as)
  expect(own.body.map((one) => one.interviewer_feedback)).toEqual(['From the laptop, longer'])
})

test('admins read all feedback by interview, drafts included, and each reading is on record', async () => {
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

test('what a person asked to be erased is shown to nobody', async () => {
  const { user_session_id, header } = await opened()
  await app.db.update(user_session).set({ restricted_at: new Date().toISOString() }).where(eq(user_session.user_session_id, user_session_id))

  expect((await app.call(readFullFeedback, { user_session_id }, admin)).status).toBe(404)
  expect((await app.call(findHeader, headerOf(user_session_id), ivo.as)).status).toBe(404)
  expect((await app.call(listOwnFeedback, { if_interview_header_id: header.interview_header_id }, ivo.as)).status).toBe(404)
})

test('visitors and admins without an interviewer record write nothing', async () => {
  const user_session_id = await makeCandidate(app)

  expect((await app.call(openHeader, headerOf(user_session_id))).status).toBe(401)
  expect((await app.call(openHeader, headerOf(user_session_id), admin)).status).toBe(403)
  expect(
    (await app.send('POST', '/api/interviewer_feedback/header', { ...headerOf(user_session_id), interview_datetime_utc: 'yesterday' }, ivo.as)).status,
  ).toBe(422)
})
