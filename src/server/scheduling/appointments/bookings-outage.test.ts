import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readOwnTimes, sendPreferences } from '#contract/scheduling/own-times.ts'
import { cancelBooking, readPlan, readWeek, undoBooking } from '#contract/scheduling/scheduling.ts'
import { REJECTED } from '#contract/statuses/statuses.ts'
import { email_outbox, interview_booking, user_session } from '#server/db/tables.ts'
import { openBookingsPages, openBookingsScheduling } from '#test/bookings/bookings-app.ts'
import { eventIn } from '#test/calendar-event.ts'
import { makeInvited, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { respond } from '#test/setup/graph-server.ts'
import { keepAppointment } from './keep-appointment.ts'

const pages = await openBookingsPages()
const { graph } = pages
const app = await startApp(pages.settings)
const { interviewer, timesOf, hold, confirm, booked, storedFor, sentTo, rowOf, later, calm, close } = openBookingsScheduling(app, pages)
afterAll(close)
beforeEach(calm)
const admin = await app.admin()
const emailsAreOut = (id: number) => app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.user_session_id, id))

test('a canceled interview keeps its appointment until its cancellation is final; undoing leaves it unchanged', async () => {
  const { candidate, row } = await booked()
  const [stored] = storedFor(candidate)
  await emailsAreOut(candidate.id)
  const id = row.interview_booking_id
  expect((await app.call(cancelBooking, { id }, admin)).status).toBe(200)
  await later()
  expect(storedFor(candidate)).toEqual([stored])
  expect((await app.call(undoBooking, { id }, admin)).body.state).toBe('booked')
  await later()
  expect(storedFor(candidate)).toMatchObject([{ id: stored!.id, joinWebUrl: stored!.joinWebUrl }])

  await app.call(cancelBooking, { id }, admin)
  await emailsAreOut(candidate.id)
  await later()
  expect(storedFor(candidate)).toEqual([])
  expect(await rowOf(candidate)).toMatchObject({ calendar_id: null, calendar_due: false })
})

test('an appointment is found, not created again, if the response to its creation was lost', async () => {
  graph.state.loses = (method, url) => method === 'POST' && url.endsWith('/appointments')
  const { candidate } = await booked()
  expect(storedFor(candidate)).toHaveLength(1)
  expect((await rowOf(candidate)).calendar_id).toBeNull()
  calm()
  // It's on a later page of the Bookings list.
  const [lost] = storedFor(candidate)
  graph.bookings.appointments.unshift(...Array.from({ length: 5 }, (_, at) => ({ ...lost!, id: `other ${at}`, serviceNotes: 'Someone else', customers: [] })))
  await later()
  expect(storedFor(candidate)).toHaveLength(1)
  const row = await rowOf(candidate)
  expect(row).toMatchObject({ calendar_due: false, join_url: storedFor(candidate)[0]!.joinWebUrl })
  expect(row.calendar_id).toContain(encodeURIComponent(lost!.id))
  expect((await sentTo(candidate.email))[0]!.text).toContain(row.join_url)
})

test("if an appointment deleted in Bookings is recreated and the response is lost, there's still only one", async () => {
  const { candidate, row } = await booked()
  graph.bookings.appointments.splice(graph.bookings.appointments.indexOf(storedFor(candidate)[0]!), 1)
  graph.state.loses = (method, url) => method === 'POST' && url.endsWith('/appointments')
  await app.db.update(interview_booking).set({ calendar_due: true }).where(eq(interview_booking.interview_booking_id, row.interview_booking_id))
  await later()
  expect(storedFor(candidate)).toHaveLength(1)
  calm()
  await later()
  const [stored, ...others] = storedFor(candidate)
  expect(others).toEqual([])
  const now = await rowOf(candidate)
  expect([now.calendar_due, now.calendar_id!.endsWith(encodeURIComponent(stored!.id)), now.join_url]).toEqual([false, true, stored!.joinWebUrl])
})

test("an appointment is found even if its creation got no response and the candidate's address has changed since", async () => {
  graph.state.loses = (method, url) => method === 'POST' && url.endsWith('/appointments')
  const { candidate, row } = await booked()
  calm()
  await app.db.update(user_session).set({ email: 'moved@example.com' }).where(eq(user_session.user_session_id, candidate.id))
  await later()
  expect(graph.bookings.appointments.filter((one) => one.serviceNotes.includes(row.uid))).toHaveLength(1)
  expect(await rowOf(candidate)).toMatchObject({ calendar_due: false, join_url: storedFor(candidate)[0]!.joinWebUrl })
})

test('a partially created appointment is removed if its interview was canceled in the meantime', async () => {
  graph.state.loses = (method, url) => method === 'POST' && url.endsWith('/appointments')
  const { candidate, row } = await booked()
  await app.call(cancelBooking, { id: row.interview_booking_id }, admin)
  calm()
  await later()
  expect(storedFor(candidate)).toEqual([])
})

test('throttled calls wait as long as Retry-After says; an expired token is replaced', async () => {
  const ivo = await interviewer()
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [ivo])
  await hold(candidate, (await timesOf(candidate)).free[0]!)
  const throttled = [1, 2]
  graph.state.trouble = ({ method, url }, response) => {
    const isMade = method === 'POST' && url!.endsWith('/appointments')
    return isMade && throttled.shift() !== undefined && respond(response, 429, {}, { 'retry-after': '1' })
  }
  graph.state.token += 1
  const before = graph.requests.length
  const started = performance.now()
  expect((await confirm(candidate)).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThan(1_990)
  expect(storedFor(candidate)).toHaveLength(1)
  expect(graph.requests.slice(before).filter((request) => request === 'POST /token')).toHaveLength(1)
})

test('several processes that sync one booking create one appointment', async () => {
  graph.state.trouble = ({ method, url }, response) => method === 'POST' && url!.endsWith('/appointments') && respond(response, 503, {})
  const { candidate, row } = await booked()
  expect(storedFor(candidate)).toEqual([])
  calm()
  await app.db.update(interview_booking).set({ calendar_leased_until: null })
  await Promise.all(Array.from({ length: 8 }, () => keepAppointment(app.services, row.interview_booking_id)))
  expect(storedFor(candidate)).toHaveLength(1)
})

test('leaving the panel interview cancels interviews: both sides are notified and the appointment is deleted', async () => {
  const { candidate, ivo, row } = await booked()
  await emailsAreOut(candidate.id)
  await app.db
    .update(user_session)
    .set({ ref_application_status_id: REJECTED, status_changed_at: sql`now() - interval '31 seconds'` } as never)
    .where(eq(user_session.user_session_id, candidate.id))
  await later()
  expect(await rowOf(candidate)).toMatchObject({ state: 'canceled' })
  const [, canceled] = (await sentTo(ivo.email)).map(({ calendar }) => eventIn(calendar!))
  expect(canceled).toMatchObject({ method: 'CANCEL', uid: row.uid, sequence: 1 })
  await emailsAreOut(candidate.id)
  await later()
  expect(storedFor(candidate)).toEqual([])
})

test("when Bookings is down, candidates are told and can send preferences, and the week view doesn't say that no times are left", async () => {
  const ivo = await interviewer()
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [ivo])
  graph.state.trouble = (_, response) => respond(response, 503, {})
  const { status, body } = await app.call(readOwnTimes, { id: candidate.id }, candidate.as)
  expect([status, body.is_away, body.interviews[0]!.free]).toEqual([200, true, []])
  expect((await app.call(sendPreferences, { id: candidate.id, first: 'Friday morning' }, candidate.as)).status).toBe(200)
  expect((await app.call(readPlan, { user_session_id: candidate.id }, admin)).body).toMatchObject({ free_times: [], is_away: true })
  const week = await app.call(readWeek, { from: new Date().toISOString().slice(0, 10) }, admin)
  expect(week.body.is_away).toBe(true)
  expect(week.body.load.map((one) => one.free)).toEqual(week.body.load.map(() => null))
  expect(week.body.waiting.find((one) => one.user_session_id === candidate.id)).toMatchObject({ has_no_times: false, preferences: 'Friday morning' })
})
