import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { cancelOwnInterview } from '#contract/scheduling/own-times.ts'
import { cancelBooking, previewOffer } from '#contract/scheduling/scheduling.ts'
import { HOURS_CHANGED, readCalendar, saveCalendar, saveOwnCalendar } from '#contract/interviewers.ts'
import { audit_trail, interview_booking } from '#server/db/tables.ts'
import { makeCandidate } from '#test/interviewing.ts'
import { makeStaff } from '#test/making-staff.ts'
import { makeInvited, openScheduling, planFor, ROUND_THE_CLOCK } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { findPlan } from '#server/scheduling/store.ts'
import { offerTimes } from './offer-times.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, timesOf, hold, confirm, bookingsOf, booked } = openScheduling(app)

test('two candidates never get the same time with one interviewer, even if 50 request it at once', async () => {
  const ivo = await interviewer()
  const candidates = []
  for (let at = 0; at < 50; at++) {
    const candidate = await makeInvited(app)
    await planFor(app, candidate.id, [ivo])
    candidates.push(candidate)
  }
  const wanted = (await timesOf(candidates[0]!)).free[0]!
  const answers = await Promise.all(candidates.map((one) => hold(one, wanted)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  expect(answers.find(({ status }) => status === 409)!.body.detail).toContain('Someone else just took this time')
}, 240_000)

test('the database itself rejects two overlapping bookings, and accepts back-to-back ones', async () => {
  const ivo = await interviewer()
  const [a, b] = [await makeCandidate(app), await makeCandidate(app)]
  const row = (user_session_id: number, starts_at: string, ends_at: string) =>
    app.db
      .insert(interview_booking)
      .values({ user_session_id, ref_interview_id: 1, ref_interviewer_id: ivo.ref_interviewer_id, starts_at, ends_at, state: 'booked', uid: starts_at })
  await row(a, '2027-05-04T10:00:00Z', '2027-05-04T10:45:00Z')
  await expect(row(b, '2027-05-04T10:44:00Z', '2027-05-04T11:00:00Z')).rejects.toThrow()
  await row(b, '2027-05-04T10:45:00Z', '2027-05-04T11:00:00Z')
})

test('a hold expires after ten minutes, and then someone else can take the time', async () => {
  const ivo = await interviewer()
  const [first, second] = [await makeInvited(app), await makeInvited(app)]
  for (const one of [first, second]) await planFor(app, one.id, [ivo])
  const wanted = (await timesOf(first)).free[0]!
  await hold(first, wanted)
  expect((await timesOf(second)).free).not.toContain(wanted)
  await app.db
    .update(interview_booking)
    .set({ held_until: new Date(Date.now() - 1000).toISOString() })
    .where(eq(interview_booking.user_session_id, first.id))
  expect((await timesOf(second)).free).toContain(wanted)
  expect((await hold(second, wanted)).status).toBe(200)
  expect((await confirm(first)).status).toBe(409)
})

test('days off, daily maximum, buffer and notice are respected, and booking the earliest time leaves an hour to change it', async () => {
  const ivo = await interviewer({ daily_maximum: 1 })
  const [first, second] = [await makeInvited(app), await makeInvited(app)]
  for (const one of [first, second]) await planFor(app, one.id, [ivo])
  const { free } = await timesOf(first)
  expect(Date.parse(free[0]!) - Date.now()).toBeGreaterThan(24.9 * 3_600_000)
  await hold(first, free[0]!)
  const day = (at: string) => new Date(at).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  expect((await timesOf(second)).free.map(day)).not.toContain(day(free[0]!))
  await app.call(saveOwnCalendar, { time_zone: 'America/New_York', weekly_hours: ROUND_THE_CLOCK, days_off: [day(free.at(-1)!)], daily_maximum: 20 }, ivo.as)
  const after = (await timesOf(second)).free
  expect(after.map(day)).not.toContain(day(free.at(-1)!))
  const [taken] = await bookingsOf(first.id)
  const gaps = after.map((at) => Math.abs(Date.parse(at) - Date.parse(taken!.starts_at)) / 60_000)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60)
})

test("an interview and its buffer must fit before the interviewer's next one", async () => {
  const ivo = await interviewer()
  const [first, second] = [await makeInvited(app), await makeInvited(app)]
  await planFor(app, first.id, [ivo])
  await planFor(app, second.id, [ivo], { buffer_minutes: 30 })
  const free = (await timesOf(first)).free.map((at) => Date.parse(at))
  const taken = free.find((at) => free.includes(at - 90 * 60_000))!
  await hold(first, new Date(taken).toISOString())
  const gaps = (await timesOf(second)).free.map((at) => (taken - Date.parse(at)) / 60_000).filter((gap) => gap > 0)
  expect(Math.min(...gaps)).toBe(90)
})

test('previewing hours shows what candidates would be offered and saves nothing', async () => {
  const ivo = await interviewer()
  const { candidate } = await booked(ivo)
  const other = await makeInvited(app)
  await planFor(app, other.id, [ivo])
  const mornings = [2, 4].map((weekday) => ({ weekday, from: '09:00', to: '11:30' }))
  const wanted = { time_zone: 'America/Denver', weekly_hours: mornings, days_off: [], daily_maximum: 3 }
  const before = (await timesOf(other)).free
  const preview = await app.call(previewOffer, wanted, ivo.as)
  expect((await timesOf(other)).free).toEqual(before)
  await app.call(saveOwnCalendar, wanted, ivo.as)
  const instants = (all: string[]) => all.map((at) => Date.parse(at))
  expect(preview.body.starts.length).toBeGreaterThanOrEqual(6)
  expect(instants((await timesOf(other)).free)).toEqual(instants(preview.body.starts))
  const { ref_interviewer_id } = ivo
  expect((await app.call(previewOffer, { ...wanted, ref_interviewer_id }, await app.admin())).body).toEqual(preview.body)
  for (const as of [(await interviewer()).as, await makeStaff(app, 'auditor')])
    expect((await app.call(previewOffer, { ...wanted, ref_interviewer_id }, as)).status).toBe(403)
  expect((await bookingsOf(candidate.id)).length).toBe(1)
})

test("staff see and set a colleague's hours, and neither overwrites the other's changes", async () => {
  const ivo = await interviewer()
  const id = ivo.ref_interviewer_id
  const read = (await app.call(readCalendar, { id }, admin)).body
  const { is_in_bookings: _, modified_at, ...hours } = read
  expect(hours.weekly_hours).toEqual(ROUND_THE_CLOCK)
  expect((await app.call(saveCalendar, { id, ...hours, daily_maximum: 2, modified_at }, admin)).body).toMatchObject({
    daily_maximum: 2,
    time_zone: hours.time_zone,
  })
  const staleSave = await app.call(saveOwnCalendar, { ...hours, daily_maximum: 9, modified_at }, ivo.as)
  expect([staleSave.status, staleSave.body.detail]).toEqual([409, HOURS_CHANGED])
  expect((await app.call(readCalendar, { id }, admin)).body.daily_maximum).toBe(2)
  const [row] = await app.db
    .select()
    .from(audit_trail)
    .where(and(eq(audit_trail.action, 'interviewer.calendar-changed'), eq(audit_trail.subject_id, id)))
    .orderBy(desc(audit_trail.audit_id))
  expect(row?.actor_id).toBe(admin.staff_account_id)
  expect((await app.call(saveCalendar, { id: 999_999, ...hours }, admin)).status).toBe(404)
})

test('a daily maximum holds even when candidates book different times on the same day at once', async () => {
  const ivo = await interviewer({ daily_maximum: 2 })
  const candidates = await Promise.all(Array.from({ length: 8 }, () => makeInvited(app)))
  for (const candidate of candidates) await planFor(app, candidate.id, [ivo])
  const { free } = await timesOf(candidates[0]!)
  const day = (at: string) => new Date(at).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const ofOneDay = free.filter((at) => day(at) === day(free.at(-1)!))
  const answers = await Promise.all(candidates.map((candidate, at) => hold(candidate, ofOneDay[at * 2]!)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409, 409, 409])
})

test('an interview can be moved within a day that is at its maximum', async () => {
  const ivo = await interviewer({ daily_maximum: 1 })
  const { candidate, starts_at } = await booked(ivo)
  const day = (at: string) => new Date(at).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const { free } = await timesOf(candidate)
  const later = free.find((at) => day(at) === day(starts_at))
  expect(later).toBeDefined()
  expect([(await hold(candidate, later!)).status, (await confirm(candidate)).status]).toEqual([200, 200])
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'booked', sequence: 1 }])
})

test('one time can be booked by as many candidates as there are free interviewers, even when they request it at once', async () => {
  const people = [await interviewer(), await interviewer(), await interviewer()]
  const candidates = await Promise.all(people.map(() => makeInvited(app)))
  for (const candidate of candidates) await planFor(app, candidate.id, people)
  const wanted = (await timesOf(candidates[0]!)).free[0]!
  const answers = await Promise.all(candidates.map((candidate) => hold(candidate, wanted)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const held = (await Promise.all(candidates.map((candidate) => bookingsOf(candidate.id)))).flat()
  expect(new Set(held.map((one) => one.ref_interviewer_id)).size).toBe(3)
})

test("offered times don't shift as time passes", async () => {
  const { id } = await makeInvited(app)
  await planFor(app, id, [await interviewer()])
  const noon = Date.parse('2027-05-04T16:05:00Z')
  const at = async (now: number) => (await offerTimes(app.services, (await findPlan(app.db, id))!, now))[0]!.free.map((one) => one.starts_at)
  const before = new Set(await at(noon))
  const after = await at(noon + 17 * 60_000)
  expect(after.length).toBeGreaterThan(50)
  expect(after.filter((one) => !before.has(one))).toEqual([])
})

test('within 24 hours of the interview, a candidate can no longer move or cancel it; staff can', async () => {
  const { candidate, row } = await booked()
  const id = row.interview_booking_id
  await app.db
    .update(interview_booking)
    .set({ starts_at: sql`now() + interval '23 hours'`, ends_at: sql`now() + interval '24 hours'` } as never)
    .where(eq(interview_booking.interview_booking_id, id))
  const { can_change, free } = await timesOf(candidate)
  expect([can_change, free]).toEqual([false, []])
  expect((await app.call(cancelOwnInterview, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).status).toBe(409)
  expect((await app.call(cancelBooking, { id }, admin)).status).toBe(200)
})
