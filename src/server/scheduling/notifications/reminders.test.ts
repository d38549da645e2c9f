import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { cancelOwnInterview, readOwnTimes, sendPreferences } from '#contract/scheduling/own-times.ts'
import { answerPreferences, readPlan, readWeek } from '#contract/scheduling/scheduling.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { updateInterview } from '#contract/interviews.ts'
import { openHeader, saveFeedback } from '#contract/feedback.ts'
import { email_outbox, interview_booking } from '#server/db/tables.ts'
import { questionsOf } from '#test/interviewing.ts'
import { interviewEmails, interviewsLinkOf, makeInvited, openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { remind } from './reminders.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const admin = await app.admin()
const { booked } = openScheduling(app)

test("a candidate's scheduling request can be answered once, and the candidate gets the answer", async () => {
  const candidate = await makeInvited(app)
  const { id } = candidate
  const times = async () => (await app.call(readOwnTimes, { id }, candidate.as)).body
  expect((await times()).interviews).toEqual([])
  expect((await app.call(sendPreferences, { id, first: 'Tuesday after 3 PM' }, candidate.as)).status).toBe(200)
  const planWithRequest = (await app.call(readPlan, { user_session_id: id }, admin)).body
  expect(planWithRequest).toMatchObject({ preferences: 'Tuesday after 3 PM', preferences_answer: null })
  const emails = await app.db.select().from(email_outbox).where(eq(email_outbox.user_session_id, id))
  expect(emails.find(({ purpose }) => purpose === 'notice')!.text).toContain('Tuesday after 3 PM')
  const waits = async () => (await app.call(readWeek, { from: '2026-05-04' }, admin)).body.waiting.some((one) => one.user_session_id === id)
  expect(await waits()).toBe(true)

  await app.call(sendPreferences, { id, first: 'A call, please' }, candidate.as)
  const answer = (preferences_at: string) => app.call(answerPreferences, { user_session_id: id, message: 'A call it is.', preferences_at }, admin)
  const firstAnswer = await answer(planWithRequest.preferences_at!)
  expect([firstAnswer.status, firstAnswer.body.detail]).toEqual([409, 'The candidate has since asked for something else. Please read that first.'])
  const { preferences_at } = (await app.call(readPlan, { user_session_id: id }, admin)).body
  expect([(await answer(preferences_at!)).status, (await answer(preferences_at!)).status]).toEqual([200, 409])
  expect(await times()).toMatchObject({ preferences: 'A call, please', preferences_answer: 'A call it is.' })
  expect((await interviewEmails(app, candidate.email)).filter(({ text }) => text.includes('A call it is.'))).toHaveLength(1)
  expect((await app.send('GET', await interviewsLinkOf(app, candidate))).headers['location']).toBe(`/application/${id}/times`)
  expect(await waits()).toBe(false)
})

test('both sides are reminded once, a day before', async () => {
  const { candidate, ivo, row } = await booked()
  await app.db
    .update(interview_booking)
    .set({ starts_at: sql`now() + interval '20 hours'`, ends_at: sql`now() + interval '21 hours'`, booked_at: sql`now() - interval '3 days'` } as never)
    .where(eq(interview_booking.interview_booking_id, row.interview_booking_id))
  await Promise.all([remind(app.services), remind(app.services)])
  for (const to of [candidate.email, ivo.email])
    expect((await interviewEmails(app, to)).filter(({ subject }) => subject.startsWith('Interview reminder'))).toHaveLength(1)
  // The invitation is still pending, so it's rewritten with the number.
  expect((await app.call(updateInterview, { id: 1, where: { kind: 'phone', text: 'We call you.' } }, admin)).status).toBe(200)
  for (const subject of ['Interview reminder', 'Interview confirmed']) {
    const { text } = (await interviewEmails(app, candidate.email)).find((one) => one.subject.startsWith(subject))!
    expect(text).toContain('To change or cancel it, reply to this email.')
    expect(text).not.toContain('Change or cancel:')
  }
})

test("a cancellation doesn't include a link to join the interview", async () => {
  const { candidate, row } = await booked()
  const is = eq(interview_booking.interview_booking_id, row.interview_booking_id)
  await app.db.update(interview_booking).set({ join_url: 'https://teams.example/meet/1', email_ids: [] }).where(is)
  expect((await app.call(cancelOwnInterview, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).status).toBe(200)
  const { subject, text } = (await interviewEmails(app, candidate.email)).at(-1)!
  expect(subject).toMatch(/^Interview canceled: /)
  expect(text).not.toContain('teams.example')
})

test("feedback is requested an hour after the interview, at most five times, and never once it's been submitted", async () => {
  const { candidate, ivo, row } = await booked()
  const is = eq(interview_booking.interview_booking_id, row.interview_booking_id)
  const set = (change: object) => app.db.update(interview_booking).set(change).where(is)
  const listRequests = async () => (await interviewEmails(app, ivo.email)).filter(({ subject }) => subject.startsWith('Feedback due')).length
  await set({ starts_at: sql`now() - interval '2 hours'`, ends_at: sql`now() - interval '50 minutes'` })
  await remind(app.services)
  expect(await listRequests()).toBe(0)
  await set({ ends_at: sql`now() - interval '61 minutes'` })
  await remind(app.services)
  await remind(app.services)
  expect(await listRequests()).toBe(1)
  const week = await app.call(readWeek, { from: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10) }, admin)
  expect(week.body.load.find((one) => one.ref_interviewer_id === ivo.ref_interviewer_id)).toMatchObject({ feedback_due: 1, bookings: 1 })

  await set({ feedback_reminders: 5, feedback_reminded_at: sql`now() - interval '9 days'` })
  await remind(app.services)
  expect(await listRequests()).toBe(1)
  await set({ feedback_reminders: 0, feedback_reminded_at: null })
  const headerKeys = { user_session_id: candidate.id, ref_interview_id: 1, ref_interviewer_id: ivo.ref_interviewer_id }
  const header = await app.call(openHeader, { ...headerKeys, interview_datetime_utc: row.starts_at }, ivo.as)
  const [question] = await questionsOf(app, ivo, 1)
  const { if_interviewer_role_feedback_question_id } = question!
  await app.call(
    saveFeedback,
    {
      feedbacks: [{ if_interview_header_id: header.body.interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback: 'Good.' }],
      submitted: true,
    },
    ivo.as,
  )
  await remind(app.services)
  expect(await listRequests()).toBe(1)
})

test("feedback isn't due, and no reminder asks for it, once a candidate has left the panel", async () => {
  const { candidate, ivo, row } = await booked()
  const finishedTimes = { starts_at: sql`now() - interval '3 hours'`, ends_at: sql`now() - interval '2 hours'` } as never
  await app.db.update(interview_booking).set(finishedTimes).where(eq(interview_booking.interview_booking_id, row.interview_booking_id))
  const load = async () => {
    const week = await app.call(readWeek, { from: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10) }, admin)
    return week.body.load.find((one) => one.ref_interviewer_id === ivo.ref_interviewer_id)
  }
  expect(await load()).toMatchObject({ feedback_due: 1, bookings: 1, minutes: 60 })
  const decision = { user_session_id: candidate.id, ref_application_status_id: REJECTED_AFTER_A, reason: 'Another candidate was stronger.' }
  expect((await app.call(updateStatus, decision, admin)).status).toBe(200)
  expect(await load()).toMatchObject({ feedback_due: 0, bookings: 1, minutes: 60 })
  await remind(app.services)
  expect((await interviewEmails(app, ivo.email)).filter(({ subject }) => subject.startsWith('Feedback due'))).toEqual([])
})
