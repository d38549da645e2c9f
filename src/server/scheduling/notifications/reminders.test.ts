import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { cancelOwnInterview, readOwnTimes, sendPreferences } from '#contract/scheduling/own-times.ts'
import { readPlan, readWeek } from '#contract/scheduling/scheduling.ts'
import { openHeader, saveFeedback } from '#contract/feedback.ts'
import { email_outbox, interview_booking } from '#server/db/tables.ts'
import { questionsOf } from '#test/interviewing.ts'
import { interviewEmails, makeInvited, openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { remind } from './reminders.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const admin = await app.admin()
const { booked } = openScheduling(app)

test('when no time fits, the hiring lead learns which ones would', async () => {
  const candidate = await makeInvited(app)
  expect((await app.call(readOwnTimes, { id: candidate.id }, candidate.as)).body.interviews).toEqual([])
  expect((await app.call(sendPreferences, { id: candidate.id, first: 'Tuesday after 3 PM' }, candidate.as)).status).toBe(200)
  expect((await app.call(readPlan, { user_session_id: candidate.id }, admin)).body.preferences).toBe('Tuesday after 3 PM')
  const told = await app.db.select().from(email_outbox).where(eq(email_outbox.user_session_id, candidate.id))
  expect(told.find(({ purpose }) => purpose === 'notice')!.text).toContain('Tuesday after 3 PM')
})

test('both sides are reminded a day before, once', async () => {
  const { candidate, ivo, row } = await booked()
  await app.db
    .update(interview_booking)
    .set({ starts_at: sql`now() + interval '20 hours'`, ends_at: sql`now() + interval '21 hours'`, booked_at: sql`now() - interval '3 days'` } as never)
    .where(eq(interview_booking.interview_booking_id, row.interview_booking_id))
  await Promise.all([remind(app.services), remind(app.services)])
  for (const to of [candidate.email, ivo.email])
    expect((await interviewEmails(app, to)).filter(({ subject }) => subject.startsWith('Interview reminder'))).toHaveLength(1)
  const said = (await interviewEmails(app, candidate.email)).at(-1)!.text
  expect(said).toContain('To change or cancel it, reply to this email.')
  expect(said).not.toContain('Change or cancel:')
})

test('a cancellation has no link to join', async () => {
  const { candidate, row } = await booked()
  const is = eq(interview_booking.interview_booking_id, row.interview_booking_id)
  await app.db.update(interview_booking).set({ join_url: 'https://teams.example/meet/1', email_ids: [] }).where(is)
  expect((await app.call(cancelOwnInterview, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).status).toBe(200)
  const { subject, text } = (await interviewEmails(app, candidate.email)).at(-1)!
  expect(subject).toMatch(/^Interview canceled: /)
  expect(text).not.toContain('teams.example')
})

test('feedback is requested an hour after the interview, five times at most, and not once it is in', async () => {
  const { candidate, ivo, row } = await booked()
  const is = eq(interview_booking.interview_booking_id, row.interview_booking_id)
  const set = (change: object) => app.db.update(interview_booking).set(change).where(is)
  const asked = async () => (await interviewEmails(app, ivo.email)).filter(({ subject }) => subject.startsWith('Feedback due')).length
  await set({ starts_at: sql`now() - interval '2 hours'`, ends_at: sql`now() - interval '50 minutes'` })
  await remind(app.services)
  expect(await asked()).toBe(0)
  await set({ ends_at: sql`now() - interval '61 minutes'` })
  await remind(app.services)
  await remind(app.services)
  expect(await asked()).toBe(1)
  const week = await app.call(readWeek, { from: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10) }, admin)
  expect(week.body.load.find((one) => one.ref_interviewer_id === ivo.ref_interviewer_id)).toMatchObject({ feedback_due: 1, bookings: 1 })

  await set({ feedback_reminders: 5, feedback_reminded_at: sql`now() - interval '9 days'` })
  await remind(app.services)
  expect(await asked()).toBe(1)
  await set({ feedback_reminders: 0, feedback_reminded_at: null })
  const triple = { user_session_id: candidate.id, ref_interview_id: 1, ref_interviewer_id: ivo.ref_interviewer_id }
  const header = await app.call(openHeader, { ...triple, interview_datetime_utc: row.starts_at }, ivo.as)
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
  expect(await asked()).toBe(1)
})
