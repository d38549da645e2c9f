import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listOwnApplications } from '#contract/candidate/candidate.ts'
import { listInterviews, updateInterview, type InterviewLocation } from '#contract/interviews.ts'
import { cancelOwnInterview, undoOwnChange } from '#contract/scheduling/own-times.ts'
import { readWeek, savePlan } from '#contract/scheduling/scheduling.ts'
import { user_session } from '#server/db/tables.ts'
import { eventIn } from '#test/calendar-event.ts'
import { interviewEmails, makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const admin = await app.admin()
const { timesOf, hold, confirm, booked } = openScheduling(app)
const VIDEO: InterviewLocation = { kind: 'video', text: null }

async function change(where: InterviewLocation, ref_interview_id = 1) {
  const { status, body } = await app.call(updateInterview, { id: ref_interview_id, where }, admin)
  expect([status, body.where]).toEqual([200, where])
}
const newest = async (to: string) => (await interviewEmails(app, to)).at(-1)!

test('by default, interviews are by video and the link can be added later', async () => {
  expect((await app.call(listInterviews, {}, admin)).body).toMatchObject([{ where: VIDEO, candidate_text: '' }, { where: VIDEO }, { where: VIDEO }])
  const { candidate } = await booked()
  const { body } = await app.call(listOwnApplications, {}, candidate.as)
  expect(body[0]!.interviews).toMatchObject([{ where: VIDEO, where_text: expect.stringMatching(/^Video\. The link follows by \w+, \w+ \d+\.$/) }])
  for (const kind of ['fax', '']) expect((await app.call(updateInterview, { id: 1, where: { kind, text: 'x' } } as never, admin)).status).toBe(422)
})

test('no times are offered for a phone or in-person interview until its number or address is set', async () => {
  const { candidate, ivo } = await booked()
  expect((await planFor(app, candidate.id, [ivo], { interviews: [1, 2] })).status).toBe(200)
  const free = (await timesOf(candidate, 1)).free[0]!
  for (const kind of ['phone', 'address'] as const) {
    await change({ kind, text: null }, 2)
    expect((await timesOf(candidate, 1)).free).toEqual([])
    const rejected = await hold(candidate, free, 2)
    expect([rejected.status, rejected.body.detail]).toEqual([
      409,
      "We're still deciding where this interview will take place. You can pick a time once we have.",
    ])
    await change({ kind, text: '12 Main Street, or 555 0100' }, 2)
    expect((await timesOf(candidate, 1)).free.length).toBeGreaterThan(0)
  }
  await change(VIDEO, 2)
})

test('both sides see how and where to meet in the email, the calendar entry and the page, and are notified of changes', async () => {
  await app.call(updateInterview, { id: 1, candidate_text: 'Bring a case.\nNo slides.' }, admin)
  const { candidate, ivo } = await booked()
  await app.outbox.sendDue()
  expect((await newest(candidate.email)).text).toMatch(/Bring a case\.\n\nNo slides\.[^]*Where: Video\. The link follows by /)
  expect((await newest(ivo.email)).text).not.toContain('Bring a case.')
  await change({ kind: 'address', text: '12 Main Street, Springfield' })
  for (const to of [candidate.email, ivo.email]) {
    const { subject, text, calendar } = await newest(to)
    expect([subject, text]).toEqual([expect.stringMatching(/^How to join your interview/), expect.stringContaining('Where: 12 Main Street, Springfield')])
    expect(eventIn(calendar!)).toMatchObject({ sequence: 1, location: '12 Main Street, Springfield' })
  }
  const before = (await interviewEmails(app, candidate.email)).length
  await change({ kind: 'address', text: '12 Main Street, Springfield' })
  await app.call(updateInterview, { id: 1, interview_desc: 'Other instructions' }, admin)
  expect(await interviewEmails(app, candidate.email)).toHaveLength(before)
  const { body } = await app.call(listOwnApplications, {}, candidate.as)
  expect(body[0]!.interviews).toMatchObject([{ where_text: '12 Main Street, Springfield', candidate_text: 'Bring a case.\nNo slides.' }])
  await change(VIDEO)
})

test("for one candidate, a plan's setting overrides the interview's default", async () => {
  const { candidate, ivo } = await booked()
  await app.outbox.sendDue()
  const where: InterviewLocation = { kind: 'phone', text: 'We call 555 0100' }
  const part = { ref_interview_id: 1, minutes: 45, interviewer_ids: [ivo.ref_interviewer_id] }
  const { body } = await app.call(savePlan, { user_session_id: candidate.id, parts: [{ ...part, where, candidate_text: 'Only this one.' }] }, admin)
  expect([body.parts[0]!.where, body.bookings[0]!.where]).toEqual([where, where])
  for (const to of [candidate.email, ivo.email]) expect((await newest(to)).text).toContain('Where: Phone: We call 555 0100')
  expect(await timesOf(candidate)).toMatchObject({ where_text: 'Phone: We call 555 0100', candidate_text: 'Only this one.' })
  const emailsBefore = (await interviewEmails(app, candidate.email)).length
  await change({ kind: 'video', text: 'https://video.example/7' })
  expect(await interviewEmails(app, candidate.email)).toHaveLength(emailsBefore)
  await app.call(savePlan, { user_session_id: candidate.id, parts: [part] }, admin)
  expect((await newest(candidate.email)).text).toContain('Where: Video: https://video.example/7')
  expect((await timesOf(candidate)).booking).toMatchObject({ join_url: 'https://video.example/7' })
  await change(VIDEO)
})

test('the link to a video call is on the pages and in the API until the interview is over, and nowhere after that', async () => {
  const { candidate } = await booked()
  const link = 'https://video.example/8'
  await change({ kind: 'video', text: link })
  const pages = async () => {
    const shown = [
      await app.send('GET', '/application', undefined, candidate.as),
      await app.send('GET', `/application/${candidate.id}/times`, undefined, candidate.as),
    ]
    return shown.map(({ body }) => String(body))
  }
  const ends = (minutes: number) =>
    app.db
      .execute(sql`update interview_booking set starts_at = now() + make_interval(mins => ${minutes - 45}), ends_at = now() + make_interval(mins => ${minutes})
      where user_session_id = ${candidate.id}`)
  const inApi = async () => (await app.call(listOwnApplications, {}, candidate.as)).body[0]!.interviews[0]!
  await ends(1)
  expect(await pages()).toEqual([expect.stringContaining(`href="${link}"`), expect.stringContaining(`href="${link}"`)])
  expect(await inApi()).toMatchObject({ join_url: link, is_over: false })
  await ends(-1)
  for (const page of await pages()) expect(page).not.toMatch(/video\.example|Join the/)
  expect(await inApi()).toMatchObject({ join_url: null, where_text: 'Video.', is_over: true })
  expect((await timesOf(candidate)).booking).toMatchObject({ join_url: null })
  await change(VIDEO)
})

test('an interview that was booked while its location was changing, or restored afterward, keeps the location both sides were given', async () => {
  const { candidate, ivo } = await booked()
  for (let time = 0; time < 4; time++) {
    const where: InterviewLocation = { kind: 'address', text: `${time} Elm Street` }
    const candidate = await makeInvited(app)
    await planFor(app, candidate.id, [ivo])
    expect((await hold(candidate, (await timesOf(candidate)).free.at(-1)!)).status).toBe(200)
    await Promise.all([confirm(candidate), change(where)])
    expect((await newest(candidate.email)).text).toContain(`Where: ${time} Elm Street`)
  }
  await app.outbox.sendDue()
  expect((await app.call(cancelOwnInterview, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).status).toBe(200)
  await change({ kind: 'video', text: 'https://video.example/8' })
  expect((await app.call(undoOwnChange, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).status).toBe(200)
  for (const to of [candidate.email, ivo.email]) expect((await newest(to)).text).toContain('Where: Video: https://video.example/8')
  await change(VIDEO)
})

test("a candidate's name and number in their plan are hidden from staff, and saving the masked text keeps the original", async () => {
  const { candidate, ivo } = await booked()
  const [row] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, candidate.id))
  const name = row!.first_name!
  const part = { ref_interview_id: 1, minutes: 45, interviewer_ids: [ivo.ref_interviewer_id] }
  const save = async (where: InterviewLocation, candidate_text: string) =>
    (await app.call(savePlan, { user_session_id: candidate.id, parts: [{ ...part, where, candidate_text }] }, admin)).body
  const phone = await save({ kind: 'phone', text: `We call ${name} at +1 212 555 0187` }, `Hello ${name}, please have your license ready.`)
  const maskedLocation = {
    where: { kind: 'phone', text: 'We call [name] at [phone]' },
    candidate_text: 'Hello [name], please have your license ready.',
  } as const
  expect(phone.parts[0]).toMatchObject(maskedLocation)
  expect(phone.bookings[0]!.where).toEqual(maskedLocation.where)
  const week = await app.call(readWeek, { from: phone.bookings[0]!.starts_at.slice(0, 10) }, admin)
  expect(week.body.bookings.find((booking) => booking.user_session_id === candidate.id)!.where).toEqual(maskedLocation.where)
  expect(week.body.bookings[0]).not.toHaveProperty('email')

  const emailsBefore = (await interviewEmails(app, candidate.email)).length
  await save(maskedLocation.where, maskedLocation.candidate_text)
  expect(await interviewEmails(app, candidate.email), 'nothing has changed').toHaveLength(emailsBefore)
  await save({ kind: 'phone', text: `${maskedLocation.where.text}, extension 4` }, maskedLocation.candidate_text)
  expect((await newest(candidate.email)).text).toContain(`We call ${name} at +1 212 555 0187, extension 4`)
  expect(await timesOf(candidate)).toMatchObject({ candidate_text: `Hello ${name}, please have your license ready.` })

  const address: InterviewLocation = { kind: 'address', text: '12 Main Street, Springfield' }
  expect((await save(address, '')).parts[0]!.where).toEqual(address)
  const video: InterviewLocation = { kind: 'video', text: 'https://video.example/j/98765432101' }
  expect((await save(video, '')).parts[0]!.where).toEqual(video)
  const late = { user_session_id: candidate.id, parts: [{ ...part, where: maskedLocation.where }] }
  const rejected = await app.call(savePlan, late, admin)
  expect([rejected.status, rejected.body.detail], 'what was shown has been replaced').toEqual([422, 'Write out [name]: the text it stood for has changed'])
})
