import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { listWorklist } from '#contract/dashboard.ts'
import { bookByHand } from '#contract/scheduling/manual-booking.ts'
import { answerInterview, readPlan, readWeek } from '#contract/scheduling/scheduling.ts'
import { email_outbox, type interview_booking } from '#server/db/tables.ts'
import { interviewSeal, unseal } from '#server/mail/sealed.ts'
import { interviewEmails, openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { answerLink } from './answer-link.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0', TIME_ZONE: 'America/Chicago' })
afterAll(() => app.close())
const admin = await app.admin()
const { booked, bookingsOf } = openScheduling(app)

type Row = typeof interview_booking.$inferSelect
const linkTo = (row: Row) => new URL(unseal(app.services.keys, answerLink(app.services, row), { opened: interviewSeal(row.user_session_id) })).pathname
const post = (row: Row, fields: Record<string, string>) =>
  app.send('POST', linkTo(row), new URLSearchParams({ starts_at: new Date(row.starts_at).toISOString(), ...fields }).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const toLead = (id: number) =>
  app.db
    .select()
    .from(email_outbox)
    .where(and(eq(email_outbox.user_session_id, id), eq(email_outbox.purpose, 'notice')))
    .orderBy(email_outbox.email_id)
/** A day after the interview, at the same local time for the interviewer, as a UTC instant and as submitted by the form. */
function dayAfter({ starts_at }: Row) {
  const instant = new Date(Date.parse(starts_at) + 24 * 3_600_000).toISOString()
  const local = new Date(instant).toLocaleString('sv-SE', { timeZone: 'America/New_York' }).slice(0, 16).replace(' ', 'T')
  return { instant, local }
}

test("an interviewer uses the link to propose a time in their own time zone; staff see it with every decline, and the candidate isn't told", async () => {
  const { candidate, row } = await booked()
  const { instant, local } = dayAfter(row)
  const emailsBefore = (await interviewEmails(app, candidate.email)).length
  expect(String((await app.send('GET', linkTo(row))).body)).toContain('Day and time (Eastern Time)')
  expect((await post(row, { answer: 'proposed', proposed_local: local })).status).toBe(303)
  expect((await post(row, { answer: 'proposed', proposed_local: local })).status).toBe(303)
  expect(String((await app.send('GET', linkTo(row))).body)).toContain('You proposed another time.')
  const [email, ...more] = await toLead(candidate.id)
  expect([email!.subject.split(':')[0], more]).toEqual(['Interviewer proposes another time', []])
  expect(email!.text).toMatch(/Proposed: .* C[DS]T/)

  const { bookings } = (await app.call(readPlan, { user_session_id: candidate.id }, admin)).body
  expect(bookings).toMatchObject([{ interviewer_answer: 'proposed', proposed_at: instant, state: 'booked' }])
  const { not_accepted } = (await app.call(readWeek, { from: row.starts_at.slice(0, 10) }, admin)).body
  expect(not_accepted.find((one) => one.interview_booking_id === row.interview_booking_id)).toMatchObject({ proposed_at: instant })
  const { body: list } = await app.call(listWorklist, { worklist: 'interview-declined' }, admin)
  expect(list.map(({ user_session_id }) => user_session_id)).toContain(candidate.id)
  const { body: history } = await app.call(listHistory, { id: candidate.id }, admin)
  expect(history.map(({ what }) => what)).toContain('The interviewer proposed another time for Interview A')
  expect((await interviewEmails(app, candidate.email)).length).toBe(emailsBefore)
})

test('manually moving an interview to the proposed time asks the interviewer again; accepting the earlier time instead notifies the hiring lead', async () => {
  const { ivo, candidate, row } = await booked()
  const { instant, local } = dayAfter(row)
  const instead_of = { starts_at: row.starts_at, ref_interviewer_id: ivo.ref_interviewer_id }
  await post(row, { answer: 'proposed', proposed_local: local })
  await app.call(answerInterview, { id: row.interview_booking_id, answer: 'accepted', starts_at: row.starts_at }, ivo.as)
  expect((await bookingsOf(candidate.id))[0]).toMatchObject({ interviewer_answer: 'accepted', proposed_at: null })
  expect((await toLead(candidate.id)).map(({ subject }) => subject.split(':')[0])).toEqual([
    'Interviewer proposes another time',
    'Interviewer accepted after all',
  ])
  await post(row, { answer: 'proposed', proposed_local: local })
  const place = { user_session_id: candidate.id, ref_interview_id: 1, ref_interviewer_id: ivo.ref_interviewer_id }
  expect((await app.call(bookByHand, { ...place, starts_at: instant, instead_of }, admin)).body).toMatchObject({
    starts_at: instant,
    interviewer_answer: null,
    proposed_at: null,
  })
})

test('a proposed time must be bookable', async () => {
  const { row } = await booked()
  for (const [proposed_local, why] of [
    ['', 'Enter the day and time you propose.'],
    ['next Tuesday', 'Enter the day and time you propose.'],
    ['2020-01-01T10:00', 'Choose a time in the future.'],
    ['9999-01-01T10:00', 'Choose a time within 180 days.'],
  ] as const) {
    const { status, body } = await post(row, { answer: 'proposed', proposed_local })
    expect([status, String(body).includes(why)]).toEqual([422, true])
  }
  const currentTime = new Date(row.starts_at).toLocaleString('sv-SE', { timeZone: 'America/New_York' }).slice(0, 16)
  expect((await post(row, { answer: 'proposed', proposed_local: currentTime })).status).toBe(422)
  expect((await bookingsOf(row.user_session_id))[0]!.interviewer_answer).toBeNull()
})
