import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { listWorklist } from '#contract/dashboard.ts'
import { undoOwnChange } from '#contract/scheduling/own-times.ts'
import { answerInterview, cancelBooking, listOwnBookings, readWeek, undoBooking, type InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import { saveRoleTeam } from '#contract/staff/team.ts'
import { audit_trail, email_outbox, interview_booking, user_session } from '#server/db/tables.ts'
import { remind } from '#server/scheduling/notifications/reminders.ts'
import { eventIn } from '#test/calendar-event.ts'
import type { Interviewing } from '#test/interviewing.ts'
import { makeStaff } from '#test/making-staff.ts'
import { readMailFiles } from '#test/own-page.ts'
import { interviewEmails, openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0', TIME_ZONE: 'America/Chicago' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, booked, timesOf, hold, confirm, bookingsOf } = openScheduling(app)
const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

type Row = typeof interview_booking.$inferSelect
const answerOf = async ({ user_session_id }: Row) => (await bookingsOf(user_session_id)).find(({ state }) => state !== 'held')!.interviewer_answer
const say = (by: Interviewing, row: Row, answer: InterviewerAnswer, starts_at = row.starts_at) =>
  app.call(answerInterview, { id: row.interview_booking_id, answer, starts_at: new Date(starts_at).toISOString() }, by.as)
const toLead = (id: number) =>
  app.db
    .select()
    .from(email_outbox)
    .where(and(eq(email_outbox.user_session_id, id), eq(email_outbox.purpose, 'notice')))
    .orderBy(email_outbox.email_id)

/** The link from the interviewer's newest email. */
async function linkOf(by: Interviewing): Promise<string> {
  await app.outbox.sendDue()
  const { text } = (await readMailFiles(app.env)).find(({ to, subject }) => to?.[0]?.address === by.email && subject?.startsWith('Interview confirmed'))!
  return /http:\S+?(\/interviews\/answer\/[\w-]+\.[\w-]+)/.exec(text!)![1]!
}

async function post(link: string, fields: Record<string, string>) {
  return app.send('POST', link, new URLSearchParams(fields).toString(), FORM)
}

test("the invitation's link opens a page with two buttons and no sign-in; just opening it, as mail scanners do, isn't an answer", async () => {
  const { ivo, candidate, row } = await booked()
  const link = await linkOf(ivo)
  const [stored] = await interviewEmails(app, ivo.email)
  expect(`${stored!.html}${stored!.text}${stored!.calendar}`).not.toContain(link.split('/').at(-1))
  expect(eventIn(stored!.calendar!).attendee).toBe(`mailto:${ivo.email}`)

  for (const method of ['GET', 'HEAD', 'GET'] as const) expect((await app.send(method, link)).status).toBe(200)
  expect(await answerOf(row)).toBeNull()
  const { body, headers } = await app.send('GET', link)
  expect(String(body)).toContain('value="accepted"')
  expect(String(body)).toContain('value="declined"')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })

  const starts_at = new Date(row.starts_at).toISOString()
  expect((await post(link, { answer: 'accepted', starts_at })).headers['location']).toBe(link)
  expect(await answerOf(row)).toBe('accepted')
  expect(String((await app.send('GET', link)).body)).toContain('You accepted this interview.')
  expect(await toLead(candidate.id)).toEqual([])
  const { body: own } = await app.call(listOwnBookings, {}, ivo.as)
  expect(own).toMatchObject([{ interviewer_answer: 'accepted' }])
})

test("declining notifies the hiring lead, shows in every list, doesn't cancel anything, and can be reversed", async () => {
  const { ivo, candidate, row } = await booked()
  const from = new Date(row.starts_at).toISOString().slice(0, 10)
  const week = async () => (await app.call(readWeek, { from }, admin)).body
  const isSameBooking = ({ interview_booking_id }: { interview_booking_id: number }) => interview_booking_id === row.interview_booking_id
  const others = await makeStaff(app, 'recruiter')
  expect((await week()).not_accepted.find(isSameBooking)).toMatchObject({ interviewer_answer: null })

  expect((await say(ivo, row, 'declined')).body).toMatchObject({ state: 'booked', interviewer_answer: 'declined' })
  expect((await say(ivo, row, 'declined')).status).toBe(200)
  const [told, ...more] = await toLead(candidate.id)
  expect(told).toMatchObject({ to_address: 'lead@meridianhealth.example', reply_to: ivo.email })
  expect(told!.text).toMatch(/When: .* C[DS]T/)
  expect(more).toEqual([])
  expect((await week()).bookings.find(isSameBooking)).toMatchObject({ interviewer_answer: 'declined' })
  expect((await week()).not_accepted.find(isSameBooking)).toMatchObject({ interviewer_answer: 'declined', first_name: null })
  expect((await app.call(readWeek, { from }, others)).body.not_accepted).toEqual([])
  expect((await app.call(listWorklist, { worklist: 'interview-declined' }, admin)).body).toMatchObject([{ user_session_id: candidate.id, what: 'Interview A' }])

  const link = await linkOf(ivo)
  const page = async () => String((await app.send('GET', link)).body)
  expect(await page()).toContain('We found no colleague to take over, so the hiring lead decides what happens next.')
  expect(await page()).not.toContain('ask a colleague')

  expect((await say(ivo, row, 'accepted')).body.interviewer_answer).toBe('accepted')
  expect(await page()).toContain('ask a colleague')
  expect((await toLead(candidate.id)).map(({ subject }) => subject.split(':')[0])).toEqual(['Interviewer declined', 'Interviewer accepted after all'])
  expect((await week()).not_accepted.some(isSameBooking)).toBe(false)
  expect((await app.call(listWorklist, { worklist: 'interview-declined' }, admin)).body).toEqual([])
})

test("the coordinator and the hiring lead are notified, and the recruiter isn't", async () => {
  const { ivo, candidate, row } = await booked()
  const { body: applicant } = await app.call(readApplicant, { id: candidate.id }, admin)
  const { ref_function_role_id: id } = applicant
  const [recruiter, coordinator] = [await makeStaff(app, 'recruiter', { scope: [id] }), await makeStaff(app, 'hiring-manager', { scope: [id] })]
  const members = [
    { staff_account_id: recruiter.staff_account_id, part: 'recruiter' as const },
    { staff_account_id: coordinator.staff_account_id, part: 'coordinator' as const },
  ]
  expect((await app.call(saveRoleTeam, { id, members }, admin)).status).toBe(200)
  await say(ivo, row, 'declined')
  const emailsToLead = await toLead(candidate.id)
  expect(emailsToLead.map(({ to_address }) => to_address)).toEqual(['lead@meridianhealth.example', coordinator.email])
  expect(emailsToLead[1]!.text).toContain('a coordinator for this role')
  await app.call(saveRoleTeam, { id, members: [] }, admin)
})

test('accepting and declining are in the audit trail and the timeline, with the person or link they came from', async () => {
  const { ivo, candidate, row } = await booked()
  const link = await linkOf(ivo)
  await post(link, { answer: 'declined', starts_at: new Date(row.starts_at).toISOString() })
  await say(ivo, row, 'accepted')
  const rows = await app.db
    .select()
    .from(audit_trail)
    .where(sql`action in ('interview.accepted', 'interview.declined') and subject_id = ${candidate.id}`)
  expect(rows.map(({ action, actor_kind, facts }) => [action, actor_kind, (facts as { by_link: boolean }).by_link])).toEqual([
    ['interview.declined', 'system', true],
    ['interview.accepted', 'interviewer', false],
  ])
  const { body } = await app.call(listHistory, { id: candidate.id }, admin)
  expect(body.filter(({ kind }) => kind === 'interview').map(({ what }) => what)).toEqual(
    expect.arrayContaining(['The interviewer declined Interview A', 'The interviewer accepted Interview A']),
  )
})

test('moving an interview resets the answer, an answer for the old time is rejected, and undoing the move restores it', async () => {
  const { ivo, candidate, row } = await booked()
  const link = await linkOf(ivo)
  await say(ivo, row, 'accepted')
  await app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.user_session_id, candidate.id))
  await hold(candidate, (await timesOf(candidate)).free.at(-1)!)
  await confirm(candidate)
  expect(await answerOf(row)).toBeNull()
  expect((await say(ivo, row, 'declined')).status).toBe(409)
  const rejected = await post(link, { answer: 'accepted', starts_at: new Date(row.starts_at).toISOString() })
  expect([rejected.status, String(rejected.body)]).toEqual([409, expect.stringContaining('This interview has a new time. Please respond to that one.')])
  expect(await answerOf(row)).toBeNull()
  expect((await app.call(undoOwnChange, { id: candidate.id, ref_interview_id: 1 }, candidate.as)).status).toBe(200)
  expect(await answerOf(row)).toBe('accepted')

  await app.db.update(email_outbox).set({ state: 'sent' }).where(eq(email_outbox.user_session_id, candidate.id))
  await app.call(cancelBooking, { id: row.interview_booking_id }, admin)
  expect((await say(ivo, row, 'declined')).status).toBe(409)
  await app.call(undoBooking, { id: row.interview_booking_id }, admin)
  expect(await answerOf(row)).toBe('accepted')
})

test('the link expires and stops naming anyone once the interview starts, is canceled or reassigned, or the application is restricted', async () => {
  const changes = [
    { starts_at: sql`now() - interval '1 minute'` },
    { state: 'canceled' as const },
    async () => ({ ref_interviewer_id: (await interviewer()).ref_interviewer_id }),
  ]
  for (const change of changes) {
    const { ivo, row } = await booked()
    const link = await linkOf(ivo)
    const set = typeof change === 'function' ? await change() : change
    await app.db
      .update(interview_booking)
      .set(set as Partial<Row>)
      .where(eq(interview_booking.interview_booking_id, row.interview_booking_id))
    await expectEnded(link, row)
    expect((await say(ivo, row, 'accepted')).status).toBeGreaterThanOrEqual(404)
  }
  const { ivo, candidate, row } = await booked()
  const link = await linkOf(ivo)
  await app.db
    .update(user_session)
    .set({ restricted_at: sql`now()` as unknown as string })
    .where(eq(user_session.user_session_id, candidate.id))
  await expectEnded(link, row)
})

async function expectEnded(link: string, row: Row): Promise<void> {
  const { status, body } = await app.send('GET', link)
  expect(status).toBe(404)
  expect(String(body)).toContain('This link no longer works')
  expect(String(body)).not.toMatch(/Ada|value="accepted"/)
  expect((await post(link, { answer: 'accepted', starts_at: new Date(row.starts_at).toISOString() })).status).toBeGreaterThanOrEqual(404)
  expect(await answerOf(row)).toBeNull()
}

test('no one can answer for someone else, with a tampered link, or from another site', async () => {
  const { ivo, row } = await booked()
  const { ivo: other, row: otherRow } = await booked()
  const link = await linkOf(ivo)
  const fields = { answer: 'declined', starts_at: new Date(row.starts_at).toISOString() }
  expect((await say(other, row, 'declined')).status).toBe(404)
  const [body, signature] = link.split('/').at(-1)!.split('.')
  const forgedLink = Buffer.from(`${otherRow.interview_booking_id} ${other.ref_interviewer_id}`).toString('base64url')
  for (const token of [`${forgedLink}.${signature}`, `${body}.x`, body, 'x']) expect((await post(`/interviews/answer/${token}`, fields)).status).toBe(404)
  const crossSiteForm = { ...FORM, headers: { ...FORM.headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
  expect((await app.send('POST', link, new URLSearchParams(fields).toString(), crossSiteForm)).status).toBe(403)
  for (const wrong of [{}, { ...fields, answer: 'maybe' }, { answer: 'declined' }] as Record<string, string>[])
    expect((await post(link, wrong)).status).toBe(422)
  expect([await answerOf(row), await answerOf(otherRow)]).toEqual([null, null])
})

test("the interviewer's reminder shows their answer and has the link, but the candidate's doesn't", async () => {
  const { ivo, candidate, row } = await booked()
  await say(ivo, row, 'accepted')
  const soon = { starts_at: sql`now() + interval '20 hours'`, ends_at: sql`now() + interval '21 hours'`, booked_at: sql`now() - interval '3 days'` }
  await app.db
    .update(interview_booking)
    .set(soon as never)
    .where(eq(interview_booking.interview_booking_id, row.interview_booking_id))
  await remind(app.services)
  const findReminder = async (to: string) => (await interviewEmails(app, to)).find(({ subject }) => subject.startsWith('Interview reminder'))!.text
  expect(await findReminder(ivo.email)).toMatch(/You accepted it\.[^]*Change your answer: /)
  expect(await findReminder(candidate.email)).not.toContain('/interviews/answer/')
})
