import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { listOwnApplications } from '#contract/candidate/candidate.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { readInterviewDesk } from '#contract/interview-desk.ts'
import { bookByHand, listFreeTimes } from '#contract/scheduling/manual-booking.ts'
import { cancelOwnInterview, readOwnTimes, undoOwnChange } from '#contract/scheduling/own-times.ts'
import {
  answerInterview,
  cancelBooking,
  listOwnBookings,
  markInterview,
  readPlan,
  readWeek,
  savePlan,
  undoBooking,
  type InterviewerAnswer,
} from '#contract/scheduling/scheduling.ts'
import { replacePerson } from '#contract/staff/replacement.ts'
import { listPeople } from '#contract/staff/staff.ts'
import { email_outbox, interview_booking } from '#server/db/tables.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { eventIn } from '#test/calendar-event.ts'
import type { Interviewing } from '#test/interviewing.ts'
import { interviewEmails, makeInvited, openScheduling, ROUND_THE_CLOCK } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { remind } from './notifications/reminders.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, timesOf, hold, confirm } = openScheduling(app)

const idOf = (one: Interviewing) => one.ref_interviewer_id
const plan = (user_session_id: number, people: Interviewing[], interviewer_count = 2) =>
  app.call(savePlan, { user_session_id, parts: [{ ref_interview_id: 1, minutes: 45, interviewer_ids: people.map(idOf), interviewer_count }] }, admin)
const rowsOf = (id: number, state: 'held' | 'booked' | 'canceled' = 'booked') =>
  app.db
    .select()
    .from(interview_booking)
    .where(and(eq(interview_booking.user_session_id, id), eq(interview_booking.state, state)))
    .orderBy(interview_booking.interview_booking_id)
const allSent = () => app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.state, 'queued'))
const eventsTo = async (address: string) =>
  (await interviewEmails(app, address)).filter(({ calendar }) => calendar !== null).map(({ calendar }) => eventIn(calendar!))

/** An interview with two of these interviewers, picked by the candidate. */
async function bookedWith(people: Interviewing[], place = 4) {
  const candidate = await makeInvited(app)
  expect((await plan(candidate.id, people)).status).toBe(200)
  const starts_at = (await timesOf(candidate)).free[place]!
  expect((await hold(candidate, starts_at)).status).toBe(200)
  expect((await confirm(candidate)).status).toBe(200)
  const [first, second] = await rowsOf(candidate.id)
  const by = (row: { ref_interviewer_id: number }) => people.find((person) => idOf(person) === row.ref_interviewer_id)!
  return { candidate, starts_at, first: first!, second: second!, by }
}
const nameOf = ({ email }: Interviewing) => email.slice(0, email.indexOf('@')).replace(/^ivo\./, 'Ivo ')
const two = async () => [await interviewer(), await interviewer()]
const say = (one: Interviewing, { interview_booking_id: id, starts_at }: typeof interview_booking.$inferSelect, answer: InterviewerAnswer) =>
  app.call(answerInterview, { id, answer, starts_at: new Date(starts_at).toISOString() }, one.as)

test('times are offered only when as many interviewers are free at once as the plan requires', async () => {
  const hours = (from: string, to: string) => ROUND_THE_CLOCK.map(({ weekday }) => ({ weekday, from, to }))
  const [early, late] = [await interviewer({ weekly_hours: hours('08:00', '12:00') }), await interviewer({ weekly_hours: hours('11:00', '15:00') })]
  const candidate = await makeInvited(app)
  await plan(candidate.id, [early, late])
  const times = new Set(
    (await timesOf(candidate)).free.map((at) => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })),
  )
  expect([...times]).toEqual(['11:00'])
  await plan(candidate.id, [early, late], 1)
  expect((await timesOf(candidate)).free.length).toBeGreaterThan(times.size)
})

test('every interviewer is held, booked, sent the calendar entry and asked for feedback, and every page lists them all', async () => {
  const people = await two()
  const { candidate, starts_at, first, second, by } = await bookedWith(people)
  const names = `${nameOf(by(first))} and ${nameOf(by(second))}`
  for (const row of [first, second]) {
    const [email] = (await interviewEmails(app, by(row).email)).filter(({ purpose }) => purpose === 'interview')
    expect(eventIn(email!.calendar!)).toMatchObject({ method: 'REQUEST', start: starts_at, attendee: `mailto:${by(row).email}` })
    expect(email!.text).toContain(names)
    const { body: own } = await app.call(listOwnBookings, {}, by(row).as)
    expect(own).toMatchObject([
      { user_session_id: candidate.id, other_interviewers: [{ ref_interviewer_id: row === first ? idOf(by(second)) : idOf(by(first)) }] },
    ])
    expect((await app.call(readInterviewDesk, { user_session_id: candidate.id, ref_interview_id: 1 }, by(row).as)).body).toMatchObject({ starts_at })
  }
  const toCandidate = (await interviewEmails(app, candidate.email)).filter(({ purpose }) => purpose === 'interview')
  expect(toCandidate).toHaveLength(1)
  expect(toCandidate[0]!.text).toContain(`Your interview with ${names} is confirmed.`)
  const planned = await app.call(readPlan, { user_session_id: candidate.id }, admin)
  expect(planned.body).toMatchObject({
    parts: [{ interviewer_count: 2 }],
    bookings: [{ ref_interviewer_id: idOf(by(first)), other_interviewers: [{ ref_interviewer_id: idOf(by(second)), interviewer_answer: null }] }],
  })
  const week = await app.call(readWeek, { from: starts_at.slice(0, 10) }, admin)
  expect(week.body.bookings.filter((booking) => booking.user_session_id === candidate.id)).toHaveLength(2)
  const times = await app.call(readOwnTimes, { id: candidate.id }, candidate.as)
  expect(times.body.interviews[0]!.booking!.interviewer_name).toBe(names)
  const { body: mine } = await app.call(listOwnApplications, {}, candidate.as)
  expect(JSON.stringify(mine)).toContain(names)
})

test('two candidates who share a second interviewer never get overlapping times', async () => {
  const shared = await interviewer()
  const candidates = []
  for (let at = 0; at < 4; at++) {
    const candidate = await makeInvited(app)
    await plan(candidate.id, [await interviewer(), shared])
    candidates.push(candidate)
  }
  const wanted = (await timesOf(candidates[0]!)).free[0]!
  const answers = await Promise.all(candidates.map((one) => hold(one, wanted)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 3 }, () => 409)])
  expect(answers.find(({ status }) => status === 409)!.body.detail).toContain('Someone else just took this time')
  const held = await app.db
    .select()
    .from(interview_booking)
    .where(eq(interview_booking.ref_interviewer_id, idOf(shared)))
  expect(held).toHaveLength(1)
})

test('moving an interview moves all its interviewers, canceling frees them, and undoing brings them back', async () => {
  const people = await two()
  const { candidate, first, second, by, starts_at } = await bookedWith(people)
  await allSent()
  const later = (await timesOf(candidate)).free.at(-1)!
  await hold(candidate, later)
  expect((await confirm(candidate)).status).toBe(200)
  const ids = [first.interview_booking_id, second.interview_booking_id]
  expect((await rowsOf(candidate.id)).map(({ interview_booking_id, starts_at: at }) => [interview_booking_id, at])).toEqual(ids.map((id) => [id, later]))
  expect(await app.call(undoOwnChange, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).toMatchObject({ status: 200 })
  expect((await rowsOf(candidate.id)).map(({ starts_at: at, sequence }) => [at, sequence])).toEqual(ids.map(() => [starts_at, 0]))

  expect((await app.call(cancelOwnInterview, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).status).toBe(200)
  expect([await rowsOf(candidate.id), (await rowsOf(candidate.id, 'canceled')).length]).toEqual([[], 2])
  for (const row of [first, second]) expect((await eventsTo(by(row).email)).at(-1)).toMatchObject({ method: 'CANCEL', uid: row.uid, sequence: 1 })
  expect((await app.call(undoBooking, { id: second.interview_booking_id }, admin)).status).toBe(200)
  expect(await rowsOf(candidate.id)).toHaveLength(2)

  const other = await makeInvited(app)
  await plan(other.id, [by(second)], 1)
  await app.call(cancelBooking, { id: second.interview_booking_id }, admin)
  expect((await hold(other, starts_at)).status).toBe(200)
  expect((await app.call(undoBooking, { id: first.interview_booking_id }, admin)).status).toBe(409)
  expect(await rowsOf(candidate.id)).toEqual([])
})

test("when the second interviewer declines, another who's free then is asked, and the candidate is told once they accept", async () => {
  const people = [...(await two()), await interviewer()]
  const { candidate, first, second, by } = await bookedWith(people)
  await allSent()
  expect((await say(by(second), second, 'declined')).status).toBe(200)
  const [stays, other] = await rowsOf(candidate.id)
  expect([stays!.ref_interviewer_id, people.map(idOf)]).toEqual([first.ref_interviewer_id, expect.arrayContaining([other!.ref_interviewer_id])])
  expect([first.ref_interviewer_id, second.ref_interviewer_id]).not.toContain(other!.ref_interviewer_id)
  expect((await say(by(other!), other!, 'accepted')).status).toBe(200)
  const [told] = (await interviewEmails(app, candidate.email)).slice(-1)
  expect(told!.subject).toMatch(/^Interviewer changed/)
  expect(told!.text).toContain(`Your interview is now with ${nameOf(by(first))} and ${nameOf(by(other!))}.`)
  const event = eventIn(told!.calendar!)
  expect(event).toMatchObject({ uid: first.uid, sequence: 1 })

  // Everyone who could interview has been asked or is already booked.
  expect((await say(by(first), first, 'declined')).status).toBe(200)
  expect((await rowsOf(candidate.id))[0]).toMatchObject({ ref_interviewer_id: first.ref_interviewer_id, interviewer_answer: 'declined' })
  expect(await app.db.$count(email_outbox, and(eq(email_outbox.user_session_id, candidate.id), eq(email_outbox.purpose, 'notice')))).toBe(1)
})

/** Three possible interviewers for an interview that needs two, and a staff request to book it with the first. */
async function prepareManualBooking() {
  const people = [...(await two()), await interviewer()]
  const [a, b, c] = people as [Interviewing, Interviewing, Interviewing]
  const candidate = await makeInvited(app)
  await plan(candidate.id, people)
  const starts_at = (await timesOf(candidate)).free[6]!
  const requested = { user_session_id: candidate.id, ref_interview_id: 1, ref_interviewer_id: idOf(a), starts_at, instead_of: null }
  const staffing = async () => (await rowsOf(candidate.id)).map((row) => row.ref_interviewer_id)
  return { people, a, b, c, candidate, requested, staffing }
}
const byHand = (requested: CallInput<typeof bookByHand>) => app.call(bookByHand, requested, admin)

test('staff who book manually must choose as many interviewers as the plan requires', async () => {
  const { a, b, candidate, requested } = await prepareManualBooking()
  for (const [other_interviewer_ids, message] of [
    [[], 'Interview A needs 2 interviewers'],
    [[idOf(a)], 'Choose each interviewer once'],
    [[999_999], "One of these interviewers doesn't exist"],
  ] as const) {
    const { status, body } = await byHand({ ...requested, other_interviewer_ids: [...other_interviewer_ids] })
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'other_interviewer_ids', message }] }])
  }
  const query = { user_session_id: candidate.id, ref_interview_id: 1, ref_interviewer_id: idOf(a), other_interviewer_ids: [idOf(b)] }
  expect((await app.call(listFreeTimes, query, admin)).body.starts).toContain(requested.starts_at)
  const { status, body } = await byHand({ ...requested, other_interviewer_ids: [idOf(b)] })
  expect([status, body]).toMatchObject([200, { ref_interviewer_id: idOf(a), other_interviewers: [{ ref_interviewer_id: idOf(b) }] }])
})

test('staff can replace one of two interviewers at the same time or while moving the interview, or move it without the first one', async () => {
  const { a, b, c, candidate, requested, staffing } = await prepareManualBooking()
  await byHand({ ...requested, other_interviewer_ids: [idOf(b)] })
  await allSent()
  const { starts_at } = requested
  const change = { ...requested, instead_of: { starts_at, ref_interviewer_id: idOf(b) }, ref_interviewer_id: idOf(c), other_interviewer_ids: [idOf(a)] }
  expect((await byHand(change)).status).toBe(200)
  expect(await staffing()).toEqual([idOf(a), idOf(c)])
  expect((await interviewEmails(app, b.email)).at(-1)!.subject).toMatch(/^Interview taken over/)
  const later = (await timesOf(candidate)).free.at(-1)!
  const moved = await byHand({ ...requested, ref_interviewer_id: idOf(b), starts_at: later, instead_of: { starts_at, ref_interviewer_id: idOf(a) } })
  expect(moved.status).toBe(200)
  expect(await staffing()).toEqual([idOf(b), idOf(c)])
  await plan(candidate.id, [b, c], 1)
  await allSent()
  const solo = { ...requested, instead_of: { starts_at: later, ref_interviewer_id: idOf(b) }, ref_interviewer_id: idOf(c), other_interviewer_ids: [] }
  expect([(await byHand(solo)).status, await staffing()]).toEqual([200, [idOf(c)]])
  const subjects = (await interviewEmails(app, c.email)).slice(-2).map(({ subject }) => subject.split(':')[0])
  expect(subjects, 'no cancellation for the one who stays').toEqual(['Calendar entry replaced', 'Interview moved'])
})

test('staff add an interviewer to a booked interview, and the candidate is told who it is', async () => {
  const { people, a, b, c, candidate, requested, staffing } = await prepareManualBooking()
  await byHand({ ...requested, other_interviewer_ids: [idOf(b)] })
  await plan(candidate.id, people, 3)
  const more = { ...requested, instead_of: { starts_at: requested.starts_at, ref_interviewer_id: idOf(a) }, other_interviewer_ids: [idOf(b), idOf(c)] }
  expect((await byHand(more)).status, 'while the booking can be undone').toBe(409)
  await allSent()
  expect((await byHand(more)).status).toBe(200)
  expect(await staffing()).toEqual([idOf(a), idOf(b), idOf(c)])
  expect((await interviewEmails(app, candidate.email)).at(-1)!.text).toContain(`${nameOf(a)}, ${nameOf(b)}, and ${nameOf(c)}`)
})

test('interview reminders, feedback reminders and no-show marks apply to every interviewer', async () => {
  const people = await two()
  const { candidate, first, second, by } = await bookedWith(people)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const times = { starts_at: at(5), ends_at: at(6), booked_at: at(-48) }
  await app.db.update(interview_booking).set(times).where(eq(interview_booking.user_session_id, candidate.id))
  const subjectsTo = async (address: string) => (await interviewEmails(app, address)).map(({ subject }) => subject.split(':')[0])
  const before = (await subjectsTo(candidate.email)).length
  await remind(app.services)
  expect((await subjectsTo(candidate.email)).slice(before)).toEqual(['Interview reminder'])
  for (const row of [first, second]) expect((await subjectsTo(by(row).email)).at(-1)).toBe('Interview reminder')

  const past = { starts_at: at(-4), ends_at: at(-3) }
  await app.db.update(interview_booking).set(past).where(eq(interview_booking.user_session_id, candidate.id))
  await remind(app.services)
  for (const row of [first, second]) expect((await subjectsTo(by(row).email)).at(-1)).toBe('Feedback due')
  expect((await app.call(markInterview, { id: second.interview_booking_id, mark: 'no-show', starts_at: past.starts_at }, by(second).as)).status).toBe(200)
  expect((await rowsOf(candidate.id)).map(({ marked_as }) => marked_as)).toEqual(['no-show', 'no-show'])
})

async function leave(leaver: Interviewing, { email }: Interviewing) {
  const { staff_account_id } = (await app.call(listPeople, {}, admin)).body.find((one) => one.email === leaver.email)!
  expect((await app.call(replacePerson, { id: staff_account_id!, email }, admin)).status).toBe(200)
}

test('someone who leaves is replaced in interviews with several interviewers, and erasing a candidate frees all of them', async () => {
  const [people, successor] = [await two(), await interviewer()]
  const { candidate, first, second, by } = await bookedWith(people)
  await allSent()
  await leave(by(second), successor)
  expect((await rowsOf(candidate.id)).map((row) => row.ref_interviewer_id)).toEqual([first.ref_interviewer_id, idOf(successor)])
  expect((await app.call(readPlan, { user_session_id: candidate.id }, admin)).body.parts).toMatchObject([{ interviewer_count: 2 }])

  await eraseApplicant(app.services, { user_session_id: candidate.id, reason: 'asked for', insideMandatory: 'erase' })
  expect((await rowsOf(candidate.id, 'canceled')).length).toBe(2)
  for (const one of [by(first), successor]) expect((await interviewEmails(app, one.email)).at(-1)).toMatchObject({ calendar_method: 'CANCEL' })
})

test.each(['first', 'second'] as const)('when the %s interviewer is replaced by the other, the other one interviews alone', async (place) => {
  const { candidate, by, ...rows } = await bookedWith(await two())
  const [leaver, stayer] = place === 'first' ? [by(rows.first), by(rows.second)] : [by(rows.second), by(rows.first)]
  expect((await say(stayer, place === 'first' ? rows.second : rows.first, 'accepted')).status).toBe(200)
  await allSent()
  await leave(leaver, stayer)
  expect(await rowsOf(candidate.id)).toMatchObject([{ beside_id: null, ref_interviewer_id: idOf(stayer), interviewer_answer: 'accepted', uid: rows.first.uid }])
  expect(await rowsOf(candidate.id, 'canceled')).toMatchObject([{ interview_booking_id: rows.second.interview_booking_id }])
  const queued = await app.db.select().from(email_outbox).where(eq(email_outbox.state, 'queued')).orderBy(email_outbox.email_id)
  const sent = queued.map(({ to_name, subject, calendar }) => `${to_name}: ${subject.split(':')[0]}, ${eventIn(calendar!).uid === rows.first.uid ? 1 : 2}`)
  const renewed = ['stayer: Calendar entry replaced, 2', 'leaver: Interview taken over, 1', 'stayer: Interview confirmed, 1']
  const expected = [...(place === 'first' ? renewed : ['leaver: Interview taken over, 2']), `${queued.at(-1)!.to_name}: Interviewer changed, 1`]
  expect(sent).toEqual(expected.map((one) => one.replace('leaver', nameOf(leaver)).replace('stayer', nameOf(stayer))))
  expect((await interviewEmails(app, candidate.email)).at(-1)!.text).toContain(`Your interview is now with ${nameOf(stayer)}.`)
  const { body: history } = await app.call(listHistory, { id: candidate.id }, admin)
  expect(history[0]).toMatchObject({ what: 'Changed the interviewers for Interview A' })
})

test.each([
  [2, 1, 'parts', 'Interview A needs 2 interviewers at the same time: choose at least as many who can give it'],
  [0, 1, 'parts.0.interviewer_count', 'Use at least 1 interviewer'],
  [5, 6, 'parts.0.interviewer_count', 'Use at most 4 interviewers'],
])('a plan that needs %i interviewers at once and lists %i is rejected with an error on its field', async (count, people, path, message) => {
  const candidate = await makeInvited(app)
  const all: Interviewing[] = []
  while (all.length < people) all.push(await interviewer())
  expect(await plan(candidate.id, all, count)).toMatchObject({ status: 422, body: { errors: [{ path, message }] } })
})
