import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { answerInterview, readPlan, type InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import { email_outbox, interview_booking } from '#server/db/tables.ts'
import { interviewSeal, unseal } from '#server/mail/sealed.ts'
import { eventIn } from '#test/calendar-event.ts'
import type { Interviewing } from '#test/interviewing.ts'
import { interviewEmails, makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { answerLink } from './answer-link.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, timesOf, hold, confirm, bookingsOf } = openScheduling(app)

/** Books an interview with one of several possible interviewers, and sends its emails. */
async function bookedWithAnyOf(people: Interviewing[]) {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, people)
  expect((await hold(candidate, (await timesOf(candidate)).free[4]!)).status).toBe(200)
  expect((await confirm(candidate)).status).toBe(200)
  await app.outbox.sendDue()
  const [row] = await bookingsOf(candidate.id)
  const by = (id: number) => people.find((one) => one.ref_interviewer_id === id)!
  return { candidate, row: row!, by, holder: async () => by((await bookingsOf(candidate.id))[0]!.ref_interviewer_id) }
}
type Row = typeof interview_booking.$inferSelect
const say = async (one: Interviewing, { interview_booking_id: id, starts_at }: Row, answer: InterviewerAnswer) => {
  const said = await app.call(answerInterview, { id, answer, starts_at: new Date(starts_at).toISOString() }, one.as)
  await app.outbox.sendDue()
  return said.status
}
const subjectsTo = async (address: string) => (await interviewEmails(app, address)).map(({ subject }) => subject.split(':')[0])
const toLead = (id: number) => app.db.$count(email_outbox, and(eq(email_outbox.user_session_id, id), eq(email_outbox.purpose, 'notice')))

test('a declined interview goes to another free interviewer in the plan; the candidate is notified once, when someone has accepted', async () => {
  const { candidate, row, holder } = await bookedWithAnyOf([await interviewer(), await interviewer(), await interviewer()])
  const told = (await subjectsTo(candidate.email)).length
  const first = await holder()
  expect(await say(first, row, 'declined')).toBe(200)
  const second = await holder()
  expect([second === first, (await subjectsTo(first.email)).at(-1), (await subjectsTo(second.email)).at(-1)]).toEqual([
    false,
    'Interview taken over',
    'Interview confirmed',
  ])
  expect(await say(second, row, 'declined')).toBe(200)
  const third = await holder()
  expect([first, second]).not.toContain(third)
  expect([await subjectsTo(candidate.email), await toLead(candidate.id)]).toEqual([expect.objectContaining({ length: told }), 0])

  expect(await say(third, row, 'accepted')).toBe(200)
  expect(await say(third, row, 'accepted')).toBe(200)
  const [, ...emails] = (await interviewEmails(app, candidate.email)).slice(told - 1)
  expect(emails.map(({ subject }) => subject.split(':')[0])).toEqual(['Another interviewer'])
  expect(emails[0]!.text).toContain("The time hasn't changed.")
  const [before] = (await interviewEmails(app, candidate.email)).filter(({ subject }) => subject.startsWith('Interview confirmed'))
  const [was, is] = [eventIn(before!.calendar!), eventIn(emails[0]!.calendar!)]
  expect([is.uid, is.start, is.sequence > was.sequence]).toEqual([was.uid, was.start, true])
  const { bookings } = (await app.call(readPlan, { user_session_id: candidate.id }, admin)).body
  expect(bookings).toMatchObject([{ ref_interviewer_id: third.ref_interviewer_id, interviewer_answer: 'accepted', is_undoable: false }])
  expect(await say(first, row, 'accepted')).toBe(404)
})

test('when everyone else is busy or has declined, staff are asked and the interview stays unchanged', async () => {
  const [ivo, eve] = [await interviewer(), await interviewer()]
  const { candidate, row, holder } = await bookedWithAnyOf([ivo, eve])
  const first = await holder()
  const other = first === ivo ? eve : ivo
  const busy = await bookedWithAnyOf([other])
  await app.db
    .update(interview_booking)
    .set({ starts_at: row.starts_at, ends_at: row.ends_at })
    .where(eq(interview_booking.interview_booking_id, busy.row.interview_booking_id))
  expect(await say(first, row, 'declined')).toBe(200)
  expect([await holder(), await toLead(candidate.id)]).toEqual([first, 1])

  const soon = await bookedWithAnyOf([ivo, eve])
  const times = { starts_at: sql`now() + interval '20 hours'` as never, ends_at: sql`now() + interval '21 hours'` as never }
  await app.db.update(interview_booking).set(times).where(eq(interview_booking.interview_booking_id, soon.row.interview_booking_id))
  const [sooner] = await bookingsOf(soon.candidate.id)
  const holds = await soon.holder()
  expect(await say(holds, sooner!, 'declined')).toBe(200)
  expect([await soon.holder(), await toLead(soon.candidate.id)]).toEqual([holds, 1])
})

test('two interviewers declining by link at the same time leave one interview with one interviewer, and each page says what happened', async () => {
  const people = [await interviewer(), await interviewer()]
  const { candidate, row, holder } = await bookedWithAnyOf(people)
  const first = await holder()
  const link = new URL(unseal(app.services.keys, answerLink(app.services, row), { opened: interviewSeal(candidate.id) })).pathname
  const fields = new URLSearchParams({ answer: 'declined', starts_at: new Date(row.starts_at).toISOString() }).toString()
  const post = () => app.send('POST', link, fields, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const said = await Promise.all([post(), post()])
  expect(said.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(String(said.find(({ status }) => status === 200)!.body)).toContain('A colleague will take over this interview.')
  expect(String((await app.send('GET', link)).body)).toContain('has a different interviewer now')
  expect([(await holder()) === first, (await bookingsOf(candidate.id)).length, await toLead(candidate.id)]).toEqual([false, 1, 0])
})
