import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readOwnTimes } from '#contract/scheduling/own-times.ts'
import { readPlan } from '#contract/scheduling/scheduling.ts'
import { email_outbox } from '#server/db/tables.ts'
import { MAIN, NIGHT, openBookingsPages, openBookingsScheduling } from '#test/bookings/bookings-app.ts'
import { eventIn } from '#test/calendar-event.ts'
import { makeInvited, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const pages = await openBookingsPages()
const { graph } = pages
const app = await startApp(pages.settings)
const { interviewer, timesOf, hold, confirm, booked, storedFor, sentTo, rowOf, later, calm, close } = openBookingsScheduling(app, pages)
afterAll(close)
beforeEach(calm)
const admin = await app.admin()

test('free times load from Bookings one part of a month per request, whatever the response calls the list', async () => {
  const ivo = await interviewer()
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [ivo], {})
  for (const listName of ['staffAvailabilityItem', 'value'] as const) {
    graph.bookings.listName = listName
    const { free } = await timesOf(candidate)
    expect(free.length).toBeGreaterThan(80)
    for (const at of free) {
      expect(new Date(at).getUTCHours() * 60 + new Date(at).getUTCMinutes()).toBeGreaterThanOrEqual(13 * 60)
      expect([0, 6]).not.toContain(new Date(at).getUTCDay())
    }
  }
})

test("times in the page's or the staff member's time zone are converted correctly, and an unknown zone offers no times", async () => {
  const ivo = await interviewer()
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [ivo])
  const monday = Date.UTC(2026, 0, 5) + Math.ceil((Date.now() + 3 * 86_400_000 - Date.UTC(2026, 0, 5)) / (7 * 86_400_000)) * 7 * 86_400_000
  const standard = graph.bookings.free
  const inZone = (timeZone: string) => (graph.bookings.free = () => [{ from: monday + 9 * 3_600_000, to: monday + 10 * 3_600_000, timeZone }])
  const firstHour = async () =>
    new Date((await timesOf(candidate)).free[0]!).toLocaleString('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric', weekday: 'short' })
  for (const zone of ['America/Los_Angeles', 'Pacific Standard Time', '(UTC-08:00) Pacific Time (US & Canada)']) {
    inZone(zone)
    expect(await firstHour()).toBe('Mon 9 AM')
  }
  inZone('(UTC+01:00) Amsterdam, Berlin')
  expect((await app.call(readOwnTimes, { id: candidate.id }, candidate.as)).body.is_away).toBe(true)
  graph.bookings.free = standard
})

test('a booking becomes an appointment, and its meeting link is in both invitations, on the page and in the plan', async () => {
  const { candidate, ivo, starts_at } = await booked()
  const [stored] = storedFor(candidate)
  expect(stored).toMatchObject({ page: MAIN, serviceId: `${MAIN} a`, optOutOfCustomerEmail: true, isLocationOnline: true })
  expect(new Date(`${stored!.startDateTime.dateTime}Z`).toISOString()).toBe(starts_at)
  const address = stored!.joinWebUrl!
  for (const to of [candidate.email, ivo.email]) {
    const [email, ...others] = await sentTo(to)
    expect(others).toEqual([])
    expect(email).toMatchObject({ state: 'queued', calendar_method: 'REQUEST' })
    expect(email!.calendar!.replaceAll('\r\n ', '')).toContain(address)
    expect(email!.text).toContain(address)
  }
  expect((await timesOf(candidate)).booking!.join_url).toBe(address)
  expect((await app.call(readPlan, { user_session_id: candidate.id }, admin)).body.bookings[0]!.join_url).toBe(address)
})

test('a meeting link that arrives later is sent as an update to the same event', async () => {
  graph.bookings.addressAfterReads = 2
  const { candidate, row } = await booked()
  expect((await rowOf(candidate)).join_url).toBeNull()
  await app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.user_session_id, candidate.id))
  await later()
  await later()
  const events = (await sentTo(candidate.email)).map(({ subject, calendar }) => ({ subject, event: eventIn(calendar!) }))
  expect(events.map(({ event }) => [event.method, event.sequence, event.uid])).toEqual([
    ['REQUEST', 0, row.uid],
    ['REQUEST', 1, row.uid],
  ])
  expect(events[1]!.subject).toContain('How to join your interview')
  expect(storedFor(candidate)).toHaveLength(1)
})

test('moving an interview moves its appointment, even to an interviewer on another Bookings page', async () => {
  const { candidate } = await booked()
  const [before] = storedFor(candidate)
  await hold(candidate, (await timesOf(candidate)).free.at(-1)!)
  await confirm(candidate)
  const [moved] = storedFor(candidate)
  expect(moved!.id).toBe(before!.id)
  expect(new Date(`${moved!.startDateTime.dateTime}Z`).toISOString()).toBe((await rowOf(candidate)).starts_at.replace(' ', 'T').replace('+00', '.000Z'))

  while ((await interviewer()).email !== 'ivo.t19@meridianhealth.example');
  await planFor(app, candidate.id, [await interviewer()])
  await hold(candidate, (await timesOf(candidate)).free[3]!)
  await confirm(candidate)
  expect(storedFor(candidate)).toMatchObject([{ page: NIGHT, staffMemberIds: ['staff-20'] }])
})

test('an interview with several interviewers is one appointment with all of them, and its link goes to each', async () => {
  const [here, too] = [await interviewer(), await interviewer()]
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [here, too], { interviewer_count: 2 })
  await hold(candidate, (await timesOf(candidate)).free[3]!)
  expect((await confirm(candidate)).status).toBe(200)
  const [appointment, ...others] = storedFor(candidate)
  expect([appointment!.staffMemberIds.length, others]).toEqual([2, []])
  for (const { email } of [here, too]) expect((await sentTo(email)).at(-1)!.text).toContain((await rowOf(candidate)).join_url!)
})
