import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { cancelOwnInterview, readOwnTimes } from '#contract/scheduling/own-times.ts'
import { cancelBooking, listOwnBookings, readWeek, savePlan, undoBooking } from '#contract/scheduling/scheduling.ts'
import { audit_trail, email_outbox } from '#server/db/tables.ts'
import { makeCandidate } from '#test/interviewing.ts'
import { eventIn, interviewEmails, makeInvited, openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, timesOf, hold, confirm, bookingsOf, booked } = openScheduling(app)

test('a candidate picks a time in their own time zone, and both sides get an invitation that another library reads', async () => {
  const { ivo, candidate, starts_at, row } = await booked()
  const times = await app.call(readOwnTimes, { id: candidate.id, zone: 'Asia/Kolkata' }, candidate.as)
  expect(times.body).toMatchObject({ time_zone: 'Asia/Kolkata', interviews: [{ booking: { state: 'booked', starts_at }, can_change: true }] })

  for (const to of [candidate.email, ivo.email]) {
    const [email] = (await interviewEmails(app, to)).filter(({ purpose }) => purpose === 'interview')
    expect(email).toMatchObject({ calendar_method: 'REQUEST', state: 'queued' })
    expect(eventIn(email!.calendar!)).toEqual({ method: 'REQUEST', uid: row.uid, sequence: 0, start: starts_at, attendee: `mailto:${to}`, status: 'CONFIRMED' })
  }
  const { body } = await app.call(listOwnBookings, {}, ivo.as)
  expect(body).toMatchObject([{ user_session_id: candidate.id, starts_at, submitted_at: null }])
})

test('moving an interview keeps its UID, raises its SEQUENCE, and tells both; canceling tells both too', async () => {
  const { candidate, ivo, row } = await booked()
  const later = (await timesOf(candidate)).free.at(-1)!
  await hold(candidate, later)
  expect(await bookingsOf(candidate.id)).toHaveLength(2)
  await confirm(candidate)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ interview_booking_id: row.interview_booking_id, state: 'booked', starts_at: later, sequence: 1 }])
  expect((await app.call(cancelOwnInterview, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).status).toBe(200)

  for (const to of [candidate.email, ivo.email]) {
    const sent = (await interviewEmails(app, to)).filter(({ calendar }) => calendar !== null).map(({ calendar }) => eventIn(calendar!))
    expect(sent.map(({ method, sequence, uid }) => [method, sequence, uid])).toEqual([
      ['REQUEST', 0, row.uid],
      ['REQUEST', 1, row.uid],
      ['CANCEL', 2, row.uid],
    ])
  }
})

test('a new invitation that has not gone out is withdrawn by a cancellation, and no one hears of either', async () => {
  const { candidate, row } = await booked()
  await app.call(cancelBooking, { id: row.interview_booking_id }, admin)
  const sent = (await interviewEmails(app, candidate.email)).filter(({ purpose }) => purpose === 'interview')
  expect(sent.map(({ state }) => state)).toEqual(['withdrawn'])
})

test('staff cancel and take it back while the emails wait, and not after', async () => {
  const { candidate, row } = await booked()
  const id = row.interview_booking_id
  await app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.to_address, candidate.email))
  expect((await app.call(cancelBooking, { id }, admin)).body).toMatchObject({ state: 'canceled', is_undoable: true })
  expect((await app.call(undoBooking, { id }, admin)).body).toMatchObject({ state: 'booked', starts_at: row.starts_at })
  expect((await app.call(undoBooking, { id }, admin)).status).toBe(409)

  await app.call(cancelBooking, { id }, admin)
  await app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.to_address, candidate.email))
  expect((await app.call(undoBooking, { id }, admin)).status).toBe(409)
  expect((await app.call(cancelBooking, { id }, admin)).status).toBe(409)
})

test('no one sees or changes the interviews of others', async () => {
  const { row, candidate } = await booked()
  const stranger = await makeInvited(app)
  const id = candidate.id
  expect((await app.call(readOwnTimes, { id })).status).toBe(401)
  expect((await app.call(readOwnTimes, { id }, stranger.as)).status).toBe(404)
  expect((await app.call(cancelOwnInterview, { id, ref_interview_id: 1 }, stranger.as)).status).toBe(404)
  expect((await app.call(cancelBooking, { id: row.interview_booking_id }, await app.interviewer())).status).toBe(403)
  const other = await interviewer()
  expect((await app.call(listOwnBookings, {}, other.as)).body).toEqual([])
  expect((await app.call(readWeek, { from: '2027-01-04' }, other.as)).status).toBe(403)
})

test('a plan names known interviews and interviewers of a candidate in the panel; every step is on record', async () => {
  const { candidate, ivo } = await booked()
  const parts = [{ ref_interview_id: 1, minutes: 45, interviewer_ids: [ivo.ref_interviewer_id] }]
  expect((await app.call(savePlan, { user_session_id: await makeCandidate(app, 4), parts }, admin)).status).toBe(409)
  expect((await app.call(savePlan, { user_session_id: candidate.id, parts: [{ ...parts[0]!, interviewer_ids: [999_999] }] }, admin)).status).toBe(422)
  expect((await app.call(savePlan, { user_session_id: candidate.id, parts: [parts[0]!, parts[0]!] }, admin)).status).toBe(422)
  const rows = await app.db.select().from(audit_trail).where(eq(audit_trail.subject_id, candidate.id))
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['interview.planned', 'interview.booked']))
})
