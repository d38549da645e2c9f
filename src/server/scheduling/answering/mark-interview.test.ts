import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { exportOwn, listOwnApplications } from '#contract/candidate/candidate.ts'
import { openHeader, saveFeedback } from '#contract/feedback.ts'
import { readOwnTimes } from '#contract/scheduling/own-times.ts'
import { listOwnBookings, markInterview, readPlan, readWeek, type BookingMark } from '#contract/scheduling/scheduling.ts'
import { interview_booking } from '#server/db/tables.ts'
import { remind } from '#server/scheduling/notifications/reminders.ts'
import { questionsOf, type Interviewing } from '#test/interviewing.ts'
import { interviewEmails, openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, booked } = openScheduling(app)

type Row = typeof interview_booking.$inferSelect

/** Moves an interview to a time around now, and returns it. */
async function at(row: Row, { from, to }: { from: string; to: string }): Promise<Row> {
  const is = eq(interview_booking.interview_booking_id, row.interview_booking_id)
  const times = { starts_at: sql`now() + ${from}::interval`, ends_at: sql`now() + ${to}::interval` } as never
  return (await app.db.update(interview_booking).set(times).where(is).returning())[0]!
}
const OVER = { from: '-2 hours', to: '-61 minutes' }
const mark = (by: Interviewing, { interview_booking_id: id, starts_at }: Row, as: BookingMark | null) =>
  app.call(markInterview, { id, mark: as, starts_at: new Date(starts_at).toISOString() }, by.as)

test("one click marks an interview as a no-show: staff see it, the candidate doesn't, and no feedback is requested", async () => {
  const { ivo, candidate, row } = await booked()
  const finishedInterview = await at(row, OVER)
  const emailsBefore = (await interviewEmails(app, candidate.email)).length
  expect((await mark(ivo, finishedInterview, 'no-show')).body).toMatchObject({ marked_as: 'no-show', state: 'booked' })
  expect((await mark(ivo, finishedInterview, 'no-show')).status).toBe(200)
  const { bookings } = (await app.call(readPlan, { user_session_id: candidate.id }, admin)).body
  expect(bookings).toMatchObject([{ marked_as: 'no-show' }])
  const timeline = (await app.call(listHistory, { id: candidate.id }, admin)).body.filter(({ kind }) => kind === 'interview')
  expect(timeline[0]).toMatchObject({ what: "Interview A didn't take place", who: ivo.email })
  expect(timeline.filter(({ what }) => what.includes("didn't take place"))).toHaveLength(1)

  const candidateViews = [
    await app.call(listOwnApplications, {}, candidate.as),
    await app.call(readOwnTimes, { id: candidate.id }, candidate.as),
    await app.call(exportOwn, { id: candidate.id }, candidate.as),
  ]
  expect(candidateViews.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(JSON.stringify(candidateViews.map(({ body }) => body))).not.toMatch(/no-show|marked_as|take place"/)
  await remind(app.services)
  expect((await interviewEmails(app, candidate.email)).length).toBe(emailsBefore)
  expect((await interviewEmails(app, ivo.email)).filter(({ subject }) => subject.startsWith('Feedback due'))).toEqual([])
  const from = new Date(Date.parse(finishedInterview.starts_at) - 86_400_000).toISOString().slice(0, 10)
  const { load } = (await app.call(readWeek, { from }, admin)).body
  expect(load.find((one) => one.ref_interviewer_id === ivo.ref_interviewer_id)).toMatchObject({ feedback_due: 0 })

  expect((await mark(ivo, finishedInterview, null)).body.marked_as).toBeNull()
  await remind(app.services)
  expect((await interviewEmails(app, ivo.email)).filter(({ subject }) => subject.startsWith('Feedback due'))).toHaveLength(1)
})

test('only its own interviewer can mark an interview: as a no-show once it has started, or as having run over once its time is up', async () => {
  const { ivo, candidate, row } = await booked()
  expect((await mark(ivo, row, 'no-show')).body.detail).toBe("This interview hasn't started yet.")
  const currentInterview = await at(row, { from: '-5 minutes', to: '40 minutes' })
  expect((await mark(ivo, row, 'no-show')).body.detail).toBe('This interview has a new time.')
  expect((await mark(ivo, currentInterview, 'overran')).status).toBe(409)
  expect((await mark(await interviewer(), currentInterview, 'no-show')).status).toBe(404)
  expect((await mark(ivo, currentInterview, 'no-show')).status).toBe(200)
  const finishedInterview = await at(row, OVER)
  expect((await mark(ivo, finishedInterview, 'overran')).body.marked_as).toBe('overran')
  const { body: history } = await app.call(listHistory, { id: candidate.id }, admin)
  expect(history.map(({ what }) => what)).toContain('Interview A ran over')
  expect((await app.call(listOwnBookings, {}, ivo.as)).body).toMatchObject([{ marked_as: 'overran' }])
})

test("an interview with submitted feedback can't be marked as a no-show", async () => {
  const { ivo, candidate, row } = await booked()
  const finishedInterview = await at(row, OVER)
  const headerKeys = { user_session_id: candidate.id, ref_interview_id: 1, ref_interviewer_id: ivo.ref_interviewer_id }
  const header = await app.call(openHeader, { ...headerKeys, interview_datetime_utc: finishedInterview.starts_at }, ivo.as)
  const { if_interviewer_role_feedback_question_id } = (await questionsOf(app, ivo, 1))[0]!
  const feedback = { if_interview_header_id: header.body.interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback: 'Good.' }
  await app.call(saveFeedback, { feedbacks: [feedback], submitted: true }, ivo.as)
  expect(await mark(ivo, finishedInterview, 'no-show')).toMatchObject({ status: 409, body: { detail: expect.stringContaining('submitted feedback') } })
  expect((await mark(ivo, finishedInterview, 'overran')).status).toBe(200)
})
