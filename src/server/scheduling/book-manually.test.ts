import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listOwnApplications } from '#contract/candidate/candidate.ts'
import { bookByHand, listFreeTimes } from '#contract/scheduling/manual-booking.ts'
import { answerInterview, undoBooking, type Booking } from '#contract/scheduling/scheduling.ts'
import { interview_booking, user_session } from '#server/db/tables.ts'
import { eventIn } from '#test/calendar-event.ts'
import type { Interviewing } from '#test/interviewing.ts'
import { makeStaff } from '#test/making-staff.ts'
import { interviewEmails, makeInvited, openScheduling, planFor, type Invited } from '#test/scheduling.ts'
import { startApp, type Actor } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, timesOf, hold, confirm, bookingsOf, booked } = openScheduling(app)
const MINUTE = 60_000
const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * MINUTE).toISOString()
/** 3 AM in New York, 10 days from now: outside everyone's hours, so no time is offered then. */
const night = `${new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)}T07:00:00.000Z`

type Shown = Pick<Booking, 'starts_at' | 'ref_interviewer_id'>
const book = (id: number, by: Interviewing, { starts_at, instead_of = null, ref_interview_id = 1, as = admin }: BookingRequest) =>
  app.call(bookByHand, { user_session_id: id, ref_interview_id, ref_interviewer_id: by.ref_interviewer_id, starts_at, instead_of }, as)
type BookingRequest = { starts_at: string; instead_of?: Shown | null; ref_interview_id?: number; as?: Actor }
const subjectsTo = async (address: string) => (await interviewEmails(app, address)).map(({ subject }) => subject.split(':')[0])

/** A candidate with planned interviews and nothing booked. */
async function planned(people: Interviewing[], interviews = [1]): Promise<Invited> {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, people, { interviews })
  return candidate
}

test('staff can book at any hour; both sides get one invitation, the candidate sees it, and it can be undone', async () => {
  const ivo = await interviewer()
  const candidate = await planned([ivo])
  const emailsBefore = (await subjectsTo(candidate.email)).length
  const { status, body } = await book(candidate.id, ivo, { starts_at: night })
  expect([status, body]).toMatchObject([200, { state: 'booked', starts_at: night, ref_interviewer_id: ivo.ref_interviewer_id }])
  expect((await subjectsTo(candidate.email)).slice(emailsBefore)).toEqual(['Interview confirmed'])
  expect(await subjectsTo(ivo.email)).toEqual(['Interview confirmed'])
  expect((await timesOf(candidate)).booking).toMatchObject({ starts_at: night, state: 'booked' })
  expect((await app.call(undoBooking, { id: body.interview_booking_id }, admin)).status).toBe(200)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'canceled' }])
})

test("a candidate's own hold is released when staff book an interview for them", async () => {
  const ivo = await interviewer()
  const candidate = await planned([ivo])
  expect((await hold(candidate, (await timesOf(candidate)).free[3]!)).status).toBe(200)
  expect((await book(candidate.id, ivo, { starts_at: night })).status).toBe(200)
  expect([await bookingsOf(candidate.id), (await confirm(candidate)).status]).toMatchObject([[{ state: 'booked' }], 409])
})

test('staff move a booked interview, even by 15 minutes; the candidate gets one email, and the event stays the same', async () => {
  const { ivo, candidate, starts_at, row } = await booked()
  await app.outbox.sendDue()
  const emailsBefore = await interviewEmails(app, candidate.email)
  const newTime = later(starts_at, 15)
  const instead_of = { starts_at, ref_interviewer_id: ivo.ref_interviewer_id }
  expect((await book(candidate.id, ivo, { starts_at: newTime, instead_of })).body).toMatchObject({
    interview_booking_id: row.interview_booking_id,
    starts_at: newTime,
  })
  const [email, ...more] = (await interviewEmails(app, candidate.email)).slice(emailsBefore.length)
  expect([email!.subject.split(':')[0], more]).toEqual(['Interview moved', []])
  const [was, is] = [eventIn(emailsBefore.at(-1)!.calendar!), eventIn(email!.calendar!)]
  expect([is.uid, is.sequence > was.sequence]).toEqual([was.uid, true])
  expect((await book(candidate.id, ivo, { starts_at: later(starts_at, 60), instead_of })).body.detail).toBe(
    'This interview has changed. Please check it again.',
  )
})

test('the interview can be reassigned without changing its time; the candidate is notified once, when the new interviewer accepts', async () => {
  const { ivo, candidate, starts_at, row } = await booked()
  await app.outbox.sendDue()
  const emailsBefore = (await subjectsTo(candidate.email)).length
  const eve = await interviewer()
  const instead_of = { starts_at, ref_interviewer_id: ivo.ref_interviewer_id }
  const readNames = async () => (await app.call(listOwnApplications, {}, candidate.as)).body[0]!.interviews[0]!.interviewer_name
  const [first, before] = [await readNames(), (await timesOf(candidate)).booking!.interviewer_name]
  expect((await book(candidate.id, eve, { starts_at, instead_of })).body).toMatchObject({ ref_interviewer_id: eve.ref_interviewer_id, starts_at })
  expect([await readNames(), (await timesOf(candidate)).booking!.interviewer_name]).toEqual([first, before])
  expect([(await subjectsTo(ivo.email)).at(-1), await subjectsTo(eve.email)]).toEqual(['Interview taken over', ['Interview confirmed']])
  expect((await subjectsTo(candidate.email)).slice(emailsBefore)).toEqual([])
  expect((await app.call(answerInterview, { id: row.interview_booking_id, answer: 'accepted', starts_at }, eve.as)).status).toBe(200)
  expect((await subjectsTo(candidate.email)).slice(emailsBefore)).toEqual(['Interviewer changed'])
  expect(await readNames()).not.toBe(first)
})

test('when an interview goes back to the interviewer the candidate expects, the candidate gets no email', async () => {
  const { ivo, candidate, starts_at, row } = await booked()
  await app.outbox.sendDue()
  const emailsBefore = (await subjectsTo(candidate.email)).length
  const eve = await interviewer()
  await book(candidate.id, eve, { starts_at, instead_of: { starts_at, ref_interviewer_id: ivo.ref_interviewer_id } })
  expect((await book(candidate.id, ivo, { starts_at, instead_of: { starts_at, ref_interviewer_id: eve.ref_interviewer_id } })).status).toBe(200)
  await app.call(answerInterview, { id: row.interview_booking_id, answer: 'accepted', starts_at }, ivo.as)
  expect((await subjectsTo(candidate.email)).slice(emailsBefore)).toEqual([])
})

test("other interviews, buffers, a full day and the candidate's own other interviews are respected", async () => {
  const ivo = await interviewer({ daily_maximum: 2 })
  const first = await planned([ivo], [1, 2])
  expect((await book(first.id, ivo, { starts_at: night })).status).toBe(200)
  const second = await planned([ivo])
  const busy = 'The interviewer has another interview at that time, or too close to it.'
  for (const minutes of [0, 30, 50, -50]) expect((await book(second.id, ivo, { starts_at: later(night, minutes) })).body.detail).toBe(busy)
  const eve = await interviewer()
  const secondBooking = await book(first.id, eve, { starts_at: later(night, 20), ref_interview_id: 2 })
  expect(secondBooking.body.detail).toBe('The candidate has another interview at that time.')
  expect((await book(second.id, ivo, { starts_at: later(night, 60) })).status).toBe(200)
  const third = await planned([ivo])
  expect((await book(third.id, ivo, { starts_at: later(night, 120) })).body.detail).toBe('The interviewer is fully booked that day.')
})

test('only planned interviews can be booked, for invited candidates in the panel, at a time in the allowed range', async () => {
  const ivo = await interviewer()
  const candidate = await planned([ivo])
  const rejected = async (requested: BookingRequest, id = candidate.id) => (await book(id, ivo, requested)).status
  expect(await rejected({ starts_at: '2020-01-01T10:00:00Z' })).toBe(422)
  expect(await rejected({ starts_at: later(night, 200 * 24 * 60) })).toBe(422)
  expect(await rejected({ starts_at: night, ref_interview_id: 2 })).toBe(404)
  expect(await rejected({ starts_at: night, as: await makeStaff(app, 'recruiter', { scope: [] }) })).toBe(404)
  expect(await rejected({ starts_at: night, instead_of: { starts_at: night, ref_interviewer_id: ivo.ref_interviewer_id } })).toBe(409)
  const set = (change: object) => app.db.update(user_session).set(change).where(eq(user_session.user_session_id, candidate.id))
  await set({ has_emailed_application_status: false })
  expect((await book(candidate.id, ivo, { starts_at: night })).body.detail).toContain('Invite the applicant first')
  await set({ has_emailed_application_status: true, ref_application_status_id: 7 })
  expect(await rejected({ starts_at: night })).toBe(409)
  expect(await bookingsOf(candidate.id)).toEqual([])
})

test("an interview that has started can be moved only if it's marked as a no-show, and moving it clears the mark", async () => {
  const { ivo, candidate, row } = await booked()
  const is = eq(interview_booking.interview_booking_id, row.interview_booking_id)
  const times = { starts_at: sql`now() - interval '2 hours'`, ends_at: sql`now() - interval '1 hour'` } as never
  const [over] = await app.db.update(interview_booking).set(times).where(is).returning()
  const instead_of = { starts_at: over!.starts_at, ref_interviewer_id: ivo.ref_interviewer_id }
  expect((await book(candidate.id, ivo, { starts_at: night, instead_of })).body.detail).toContain('This interview has started.')
  await app.db.update(interview_booking).set({ marked_as: 'no-show' }).where(is)
  expect((await book(candidate.id, ivo, { starts_at: night, instead_of })).body).toMatchObject({ starts_at: night, marked_as: null })
  expect((await subjectsTo(candidate.email)).at(-1)).toBe('Interview moved')
})

test('when staff and a candidate book the same time at once, only one of them gets it', async () => {
  const ivo = await interviewer()
  const [one, other] = [await planned([ivo]), await planned([ivo])]
  const starts_at = (await timesOf(one)).free[5]!
  const responses = await Promise.all([book(one.id, ivo, { starts_at }), hold(other, starts_at)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test("staff see when an interviewer is free, even one who isn't in the plan", async () => {
  const candidate = await planned([await interviewer()])
  const eve = await interviewer()
  const timesQuery = { user_session_id: candidate.id, ref_interview_id: 1, ref_interviewer_id: eve.ref_interviewer_id }
  const { starts } = (await app.call(listFreeTimes, timesQuery, admin)).body
  expect(starts.length).toBeGreaterThan(10)
  await book(candidate.id, eve, { starts_at: starts[2]! })
  const otherCandidateTimes = (await app.call(listFreeTimes, { ...timesQuery, user_session_id: (await planned([eve])).id }, admin)).body
  expect(otherCandidateTimes.starts).not.toContain(starts[2])
})
