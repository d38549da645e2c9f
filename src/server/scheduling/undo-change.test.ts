import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listOwnApplications, undoWithdrawal, withdrawApplication } from '#contract/candidate/candidate.ts'
import { cancelOwnInterview, undoOwnChange } from '#contract/scheduling/own-times.ts'
import { cancelBooking, savePlan, undoBooking } from '#contract/scheduling/scheduling.ts'
import { REJECTED } from '#contract/statuses/statuses.ts'
import { email_outbox, interview_booking, status_change, user_session } from '#server/db/tables.ts'
import { interviewEmails, makeInvited, openScheduling, planFor, type Invited } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { remind } from './notifications/reminders.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, timesOf, hold, confirm, bookingsOf, booked } = openScheduling(app)

const day = (at: string) => new Date(at).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
const cancel = ({ id, as }: Invited) => app.call(cancelOwnInterview, { id, ref_interview_id: 1 }, as)
const undo = ({ id, as }: Invited) => app.call(undoOwnChange, { id, ref_interview_id: 1 }, as)
const allSent = (id: number) => app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.user_session_id, id))

test("neither candidates nor staff can undo a cancellation on a day that has since reached the interviewer's daily maximum", async () => {
  const { ivo, candidate, starts_at, row } = await booked(await interviewer({ daily_maximum: 1 }))
  await allSent(candidate.id)
  expect((await cancel(candidate)).status).toBe(200)
  const quickerCandidate = await makeInvited(app)
  await planFor(app, quickerCandidate.id, [ivo])
  const sameDay = (await timesOf(quickerCandidate)).free.filter(
    (at) => day(at) === day(starts_at) && Math.abs(Date.parse(at) - Date.parse(starts_at)) > 3_600_000,
  )
  expect([(await hold(quickerCandidate, sameDay[0]!)).status, (await confirm(quickerCandidate)).status]).toEqual([200, 200])

  const full = { status: 409, body: { detail: "The interviewer is fully booked that day, so this can't be undone." } }
  expect(await undo(candidate)).toMatchObject(full)
  expect(await app.call(undoBooking, { id: row.interview_booking_id }, admin)).toMatchObject(full)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'canceled' }])
  const waiting = (await interviewEmails(app, candidate.email)).filter(({ calendar_method }) => calendar_method === 'CANCEL')
  expect(waiting.map(({ state }) => state)).toEqual(['queued'])

  const [other] = await bookingsOf(quickerCandidate.id)
  await app.call(cancelBooking, { id: other!.interview_booking_id }, admin)
  expect((await undo(candidate)).status).toBe(200)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'booked', canceled_at: null }])
})

test("an undo can't restore a time that someone else is holding, but it can once the hold expires", async () => {
  const { ivo, candidate, starts_at } = await booked()
  await allSent(candidate.id)
  await cancel(candidate)
  const quickerCandidate = await makeInvited(app)
  await planFor(app, quickerCandidate.id, [ivo])
  expect((await hold(quickerCandidate, starts_at)).status).toBe(200)
  expect(await undo(candidate)).toMatchObject({ status: 409, body: { detail: "Someone else has taken this time since, so this can't be undone." } })

  await app.db
    .update(interview_booking)
    .set({ held_until: new Date(Date.now() - 1000).toISOString() })
    .where(eq(interview_booking.user_session_id, quickerCandidate.id))
  expect((await undo(candidate)).status).toBe(200)
  expect(await bookingsOf(quickerCandidate.id)).toEqual([])
})

test("an undo releases the candidate's hold on another time, and fails if the candidate has another interview by then", async () => {
  const { ivo, candidate, starts_at } = await booked()
  await allSent(candidate.id)
  await cancel(candidate)
  await hold(candidate, (await timesOf(candidate)).free.at(-1)!)
  expect((await undo(candidate)).status).toBe(200)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'booked', starts_at }])

  await cancel(candidate)
  const parts = [ivo, await interviewer()].map(({ ref_interviewer_id }, at) => ({
    ref_interview_id: at + 1,
    minutes: 45,
    interviewer_ids: [ref_interviewer_id],
  }))
  expect((await app.call(savePlan, { user_session_id: candidate.id, parts }, admin)).status).toBe(200)
  expect([(await hold(candidate, starts_at, 2)).status, (await confirm(candidate)).status]).toEqual([200, 200])
  expect(await undo(candidate)).toMatchObject({ status: 409, body: { detail: "There's another interview at that time now, so this can't be undone." } })
})

test("staff can't restore an interview once the candidate has left the panel interview stage", async () => {
  const { candidate, row } = await booked()
  await allSent(candidate.id)
  const status_changed_at = new Date(Date.now() - 3_600_000).toISOString()
  await app.db.update(user_session).set({ ref_application_status_id: REJECTED, status_changed_at }).where(eq(user_session.user_session_id, candidate.id))
  await remind(app.services)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'canceled' }])
  expect(await app.call(undoBooking, { id: row.interview_booking_id }, admin)).toMatchObject({
    status: 409,
    body: { detail: "The candidate has left the panel interview stage, so this can't be undone." },
  })
})

test("a withdrawal keeps booked interviews and doesn't notify any interviewer until it can no longer be undone", async () => {
  const { ivo, candidate } = await booked()
  await allSent(candidate.id)
  const canceling = async () => (await interviewEmails(app, ivo.email)).filter(({ calendar_method }) => calendar_method === 'CANCEL')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const moveTo = (days: number) =>
    app.db
      .update(interview_booking)
      .set({ starts_at: inDays(days), ends_at: inDays(days + 0.02) })
      .where(eq(interview_booking.user_session_id, candidate.id))

  await moveTo(2)
  expect((await app.call(withdrawApplication, { id: candidate.id }, candidate.as)).status).toBe(200)
  await remind(app.services)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'booked' }])
  expect(await canceling()).toEqual([])
  const [shown] = (await app.call(listOwnApplications, {}, candidate.as)).body
  expect(shown!.stage_text).toBe('You withdrew this application. Interview A will stay booked as long as you can undo this.')
  expect((await app.call(undoWithdrawal, { id: candidate.id }, candidate.as)).status).toBe(200)

  expect((await app.call(withdrawApplication, { id: candidate.id }, candidate.as)).status).toBe(200)
  await app.db
    .update(status_change)
    .set({ undo_until: inDays(-0.001) })
    .where(eq(status_change.user_session_id, candidate.id))
  await remind(app.services)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'canceled' }])
  expect(await canceling()).toHaveLength(1)
})

test('a withdrawal immediately cancels interviews that start within the undo window', async () => {
  const { candidate } = await booked()
  const soon = { starts_at: new Date(Date.now() + 20 * 3_600_000).toISOString(), ends_at: new Date(Date.now() + 21 * 3_600_000).toISOString() }
  await app.db.update(interview_booking).set(soon).where(eq(interview_booking.user_session_id, candidate.id))
  expect((await app.call(withdrawApplication, { id: candidate.id }, candidate.as)).status).toBe(200)
  const [withdrawn] = (await app.call(listOwnApplications, {}, candidate.as)).body
  expect(withdrawn!.stage_text).toBe('You withdrew this application.')
  await remind(app.services)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'canceled' }])
  await app.call(undoWithdrawal, { id: candidate.id }, candidate.as)
  const [active] = (await app.call(listOwnApplications, {}, candidate.as)).body
  expect(active!.stage_text).toMatch(/^Still to pick: Interview A/)
})
