import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { cancelOwnInterview, readOwnTimes, sendPreferences, undoOwnChange } from '#contract/scheduling/own-times.ts'
import { cancelBooking, listOwnBookings, readPlan, readWeek, savePlan, undoBooking } from '#contract/scheduling/scheduling.ts'
import { PROCEED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { audit_trail, email_outbox, interview_booking, user_session } from '#server/db/tables.ts'
import { eventIn } from '#test/calendar-event.ts'
import { makeCandidate } from '#test/interviewing.ts'
import { makeStaff } from '#test/making-staff.ts'
import { interviewEmails, makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, timesOf, hold, confirm, bookingsOf, booked } = openScheduling(app)

test('a candidate picks a time in their own time zone, and both sides get an invitation that another library can parse', async () => {
  const { ivo, candidate, starts_at, row } = await booked()
  const times = await app.call(readOwnTimes, { id: candidate.id, zone: 'Asia/Kolkata' }, candidate.as)
  expect(times.body).toMatchObject({ time_zone: 'Asia/Kolkata', interviews: [{ booking: { state: 'booked', starts_at }, can_change: true }] })

  for (const to of [candidate.email, ivo.email]) {
    const [email] = (await interviewEmails(app, to)).filter(({ purpose }) => purpose === 'interview')
    expect(email).toMatchObject({ calendar_method: 'REQUEST', state: 'queued' })
    const event = { method: 'REQUEST', uid: row.uid, sequence: 0, start: starts_at, attendee: `mailto:${to}`, status: 'CONFIRMED' }
    expect(eventIn(email!.calendar!)).toEqual({ ...event, location: 'Video. The link follows before it starts.' })
  }
  const { body } = await app.call(listOwnBookings, {}, ivo.as)
  expect(body).toMatchObject([{ user_session_id: candidate.id, starts_at, submitted_at: null }])
})

test('moving an interview keeps its UID, increments its SEQUENCE and notifies both sides; so does canceling', async () => {
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

test('rescheduling never offers the current time, even with a different interviewer', async () => {
  const { candidate, ivo, starts_at } = await booked()
  await planFor(app, candidate.id, [ivo, await interviewer()])
  expect((await timesOf(candidate)).free).not.toContain(starts_at)
  const { status, body } = await hold(candidate, starts_at)
  expect([status, body.detail]).toEqual([409, 'Your interview is already booked at that time.'])
})

test('a cancellation withdraws an unsent invitation, and no one is emailed about either', async () => {
  const { candidate, row } = await booked()
  await app.call(cancelBooking, { id: row.interview_booking_id }, admin)
  const sent = (await interviewEmails(app, candidate.email)).filter(({ purpose }) => purpose === 'interview')
  expect(sent.map(({ state }) => state)).toEqual(['withdrawn'])
})

test('staff can undo a cancellation while its emails are pending, but not after', async () => {
  const { candidate, row } = await booked()
  const id = row.interview_booking_id
  await app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.to_address, candidate.email))
  const readBookings = async () => (await app.call(readPlan, { user_session_id: candidate.id }, admin)).body.bookings
  expect((await app.call(cancelBooking, { id }, admin)).body).toMatchObject({ state: 'canceled', is_undoable: true })
  expect(await readBookings()).toMatchObject([{ interview_booking_id: id, state: 'canceled', is_undoable: true }])
  await hold(candidate, (await timesOf(candidate)).free.at(-1)!)
  expect(await readBookings()).toMatchObject([{ state: 'held' }])
  expect((await app.call(undoBooking, { id }, admin)).body).toMatchObject({ state: 'booked', starts_at: row.starts_at })
  expect((await app.call(undoBooking, { id }, admin)).status).toBe(409)

  await app.call(cancelBooking, { id }, admin)
  await app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.to_address, candidate.email))
  expect(await readBookings()).toEqual([])
  expect((await app.call(undoBooking, { id }, admin)).status).toBe(409)
  expect((await app.call(cancelBooking, { id }, admin)).status).toBe(409)
})

test("candidates can undo moving or canceling an interview while its emails are pending, but can't undo changes by staff", async () => {
  const { candidate, row, starts_at } = await booked()
  const { id, as } = candidate
  await app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.user_session_id, id))
  const undo = () => app.call(undoOwnChange, { id, ref_interview_id: 1 }, as)
  expect((await timesOf(candidate)).can_undo).toBe(false)

  await hold(candidate, (await timesOf(candidate)).free.at(-1)!)
  await confirm(candidate)
  expect((await timesOf(candidate)).can_undo).toBe(true)
  expect((await undo()).status).toBe(200)
  expect((await timesOf(candidate)).booking).toMatchObject({ state: 'booked', starts_at })
  expect((await undo()).status).toBe(409)

  await app.call(cancelOwnInterview, { id, ref_interview_id: 1 }, as)
  expect(await timesOf(candidate)).toMatchObject({ booking: null, can_undo: true })
  expect((await undo()).status).toBe(200)
  expect((await timesOf(candidate)).booking).toMatchObject({ state: 'booked', starts_at })

  await app.call(cancelBooking, { id: row.interview_booking_id }, admin)
  expect((await timesOf(candidate)).can_undo).toBe(false)
  expect((await undo()).status).toBe(409)
  const { body } = await app.call(listHistory, { id, identifiable: false }, admin)
  const historyLines = body.filter(({ kind }) => kind === 'interview').map(({ what }) => what)
  expect(historyLines).toEqual([
    'Canceled Interview A',
    'Undid a change to Interview A',
    'Canceled Interview A',
    'Undid a change to Interview A',
    'Moved Interview A',
    'Booked Interview A',
    'Set up the interviews',
  ])
  expect(body.find(({ what }) => what === 'Booked Interview A')).toMatchObject({ who: null, starts_at })
})

test('proceeding, the interviews set up with it and its email are one history entry; interviews set up separately get their own', async () => {
  const ivo = await interviewer()
  const told = async (with_decision: boolean) => {
    const user_session_id = await makeCandidate(app, SUBMITTED)
    await app.call(updateStatus, { user_session_id, ref_application_status_id: UNDER_REVIEW }, admin)
    await app.call(updateStatus, { user_session_id, ref_application_status_id: PROCEED }, admin)
    const parts = [{ ref_interview_id: 1, minutes: 45, interviewer_ids: [ivo.ref_interviewer_id] }]
    expect((await app.call(savePlan, { user_session_id, parts, with_decision }, admin)).status).toBe(200)
    await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name: 'Schedule Panel Interview' }, admin)
    const { body } = await app.call(listHistory, { id: user_session_id, identifiable: false }, admin)
    return body.map(({ what }) => what)
  }
  const [proceed, review] = ["Moved from 'Under Review' to 'Proceed to Panel Interview'.", "Moved from 'Submitted' to 'Under Review'"]
  const email = "Email 'Schedule Panel Interview' queued"
  expect(await told(true)).toEqual([`${proceed} Interviews set up. ${email}`, review])
  expect(await told(false)).toEqual(['Set up the interviews', `${proceed} ${email}`, review])
})

test("no one can see or change someone else's interviews", async () => {
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

test('a plan accepts only existing interviews and interviewers, and only candidates in the panel; every step is recorded', async () => {
  const { candidate, ivo } = await booked()
  const parts = [{ ref_interview_id: 1, minutes: 45, interviewer_ids: [ivo.ref_interviewer_id] }]
  expect((await app.call(savePlan, { user_session_id: await makeCandidate(app, 4), parts }, admin)).status).toBe(409)
  expect((await app.call(savePlan, { user_session_id: candidate.id, parts: [{ ...parts[0]!, interviewer_ids: [999_999] }] }, admin)).status).toBe(422)
  expect((await app.call(savePlan, { user_session_id: candidate.id, parts: [parts[0]!, parts[0]!] }, admin)).status).toBe(422)
  const rows = await app.db.select().from(audit_trail).where(eq(audit_trail.subject_id, candidate.id))
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['interview.planned', 'interview.booked']))
})

test('when two people save one plan at the same time, the second is told who saved first, and nothing is overwritten', async () => {
  const ivo = await interviewer()
  const candidate = await makeInvited(app)
  const other = await app.admin(app.env.ADMIN_EMAILS[1])
  const save = (minutes: number, as = admin, version?: number) => {
    const parts = [{ ref_interview_id: 1, minutes, interviewer_ids: [ivo.ref_interviewer_id] }]
    return app.call(savePlan, { user_session_id: candidate.id, parts, ...(version !== undefined && { version }) }, as)
  }
  // A candidate's request alone doesn't count as a saved plan.
  await app.call(sendPreferences, { id: candidate.id, first: 'Mornings, please.' }, candidate.as)
  expect((await app.call(readPlan, { user_session_id: candidate.id }, admin)).body.version).toBe(0)
  for (const version of [0, 1]) {
    const responses = await Promise.all([save(30 + version, admin, version), save(60 + version, other, version)])
    const [won, lost] = responses.toSorted((one, next) => one.status - next.status)
    expect([won!.status, won!.body.version, lost!.status]).toEqual([200, version + 1, 409])
    const winner = won!.body.parts[0]!.minutes === 30 + version ? 0 : 1
    expect(lost!.body.detail).toContain(`${app.env.ADMIN_EMAILS[winner]} changed this on `)
    expect((await app.call(readPlan, { user_session_id: candidate.id }, admin)).body.parts).toEqual(won!.body.parts)
  }
  expect((await save(45)).body.version).toBe(3)
})

const dayOf = (moment: string | Date) => new Date(moment).toISOString().slice(0, 10)
const nameThem = (id: number) => app.db.update(user_session).set({ first_name: 'Zanzibar', last_name: 'Qanary' }).where(eq(user_session.user_session_id, id))
const readings = async () => (await app.db.select().from(audit_trail)).filter(({ action }) => action === 'interviews.read').length

test('a week shows aliases until names are requested, and only then is access recorded', async () => {
  const { candidate, ivo, row } = await booked()
  const waiting = await makeInvited(app)
  await planFor(app, waiting.id, [ivo])
  await app.call(sendPreferences, { id: waiting.id, first: 'Any Tuesday. Zanzibar Qanary' }, waiting.as)
  for (const { id } of [candidate, waiting]) await nameThem(id)
  const from = dayOf(row.starts_at)

  const blind = await app.call(readWeek, { from }, admin)
  const plan = await app.call(readPlan, { user_session_id: waiting.id }, admin)
  expect(JSON.stringify([blind.body, plan.body])).not.toMatch(/zanzibar|qanary/i)
  expect(blind.body.bookings.find((booking) => booking.user_session_id === candidate.id)!.alias).toMatch(/^Applicant /)
  expect(blind.body.waiting.find((one) => one.user_session_id === waiting.id)!.preferences).toBe('Any Tuesday. [name]')
  expect(await readings()).toBe(0)

  const namedWeek = await app.call(readWeek, { from, identifiable: true }, admin)
  expect(namedWeek.body.bookings.find((booking) => booking.user_session_id === candidate.id)).toMatchObject({ first_name: 'Zanzibar', last_name: 'Qanary' })
  expect(await readings()).toBe(1)
})

test("a week follows the reader's time zone: late Sunday in New York is this week there, but next week in UTC", async () => {
  const { candidate, ivo, row } = await booked()
  const times = { starts_at: '2027-03-08T03:30:00Z', ends_at: '2027-03-08T04:15:00Z' }
  await app.db.update(interview_booking).set(times).where(eq(interview_booking.interview_booking_id, row.interview_booking_id))
  const weekOf = async (from: string, zone?: string) => {
    const { body } = await app.call(readWeek, { from, ...(zone && { zone }) }, admin)
    const load = body.load.find((one) => one.ref_interviewer_id === ivo.ref_interviewer_id)!
    return [body.bookings.filter((booking) => booking.user_session_id === candidate.id).length, load.bookings]
  }
  expect(await weekOf('2027-03-01', 'America/New_York')).toEqual([1, 1])
  expect(await weekOf('2027-03-08', 'America/New_York')).toEqual([0, 0])
  expect(await weekOf('2027-03-01')).toEqual([0, 0])
  expect(await weekOf('2027-03-08')).toEqual([1, 1])
  expect((await app.call(readWeek, { from: '2027-03-08', zone: 'Mars/Olympus' }, admin)).status).toBe(422)
})

test('a week shows when each interviewer is free: their hours, minus interviews and buffers, unless the reader sees only some roles', async () => {
  const { ivo, row } = await booked()
  const at = (hours: number) => new Date(Date.parse(row.starts_at) + hours * 3_600_000).toISOString()
  const day = dayOf(row.starts_at)
  const freeFor = async (as: typeof admin) =>
    (await app.call(readWeek, { from: day }, as)).body.load.find((one) => one.ref_interviewer_id === ivo.ref_interviewer_id)!.free
  const free = (await freeFor(admin))!
  expect(free.filter((one) => one.from < at(0.01) && one.to > at(0))).toEqual([])
  expect(free.some((one) => one.to === row.starts_at || one.from > row.ends_at)).toBe(true)
  expect(await freeFor(await makeStaff(app, 'recruiter', { scope: [1] }))).toBeNull()
  const past = await app.call(readWeek, { from: '2020-03-02' }, admin)
  expect(past.body.load.map((one) => one.free)).toEqual(past.body.load.map(() => []))
})

test("an interviewer's load counts only interviews for roles the reader can see", async () => {
  const { candidate, ivo, row } = await booked()
  const loadFor = async (as: Awaited<ReturnType<typeof app.admin>>) =>
    (await app.call(readWeek, { from: dayOf(row.starts_at) }, as)).body.load.find((one) => one.ref_interviewer_id === ivo.ref_interviewer_id)!.bookings
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, candidate.id))
  expect(await loadFor(await makeStaff(app, 'recruiter', { scope: [session!.ref_function_role_id] }))).toBe(1)
  expect(await loadFor(await makeStaff(app, 'recruiter', { scope: [session!.ref_function_role_id - 1] }))).toBe(0)
})
