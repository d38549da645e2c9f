import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { updateInterview } from '#contract/interviews.ts'
import { bookByHand } from '#contract/scheduling/manual-booking.ts'
import { answerInterview, cancelBooking, readPlan, type InterviewerAnswer } from '#contract/scheduling/scheduling.ts'
import { email_outbox, interview_booking } from '#server/db/tables.ts'
import { interviewSeal, unseal } from '#server/mail/sealed.ts'
import { eventIn } from '#test/calendar-event.ts'
import type { Interviewing } from '#test/interviewing.ts'
import { interviewEmails, makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { remind } from '#server/scheduling/notifications/reminders.ts'
import { startApp } from '#test/setup/app.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { answerLink } from './answer-link.ts'

const mailServer = await startMailServer()
const app = await startApp({ MAIL_DELAY_SECONDS: '0', SMTP_URL: mailServer.url, MAIL_FROM: 'Careers <careers@meridianhealth.example>' })
afterAll(async () => {
  await app.close()
  await mailServer.stop()
})
const admin = await app.admin()
const { interviewer, timesOf, hold, confirm, bookingsOf } = openScheduling(app)

/** Books an interview with one of several possible interviewers, and sends its emails. */
async function bookedWithAnyOf(people: Interviewing[], interviewer_count = 1) {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, people, { interviewer_count })
  expect((await hold(candidate, (await timesOf(candidate)).free[4]!)).status).toBe(200)
  expect((await confirm(candidate)).status).toBe(200)
  await app.outbox.sendDue()
  const [row] = await bookingsOf(candidate.id)
  const by = (id: number) => people.find((person) => person.ref_interviewer_id === id)!
  return { candidate, row: row!, by, holder: async () => by((await bookingsOf(candidate.id))[0]!.ref_interviewer_id) }
}
type Row = typeof interview_booking.$inferSelect
const say = async (one: Interviewing, { interview_booking_id: id, starts_at }: Row, answer: InterviewerAnswer) => {
  const response = await app.call(answerInterview, { id, answer, starts_at: new Date(starts_at).toISOString() }, one.as)
  await app.outbox.sendDue()
  return response.status
}
const subjectsTo = async (address: string) => (await interviewEmails(app, address)).map(({ subject }) => subject.split(':')[0])
const toLead = (id: number) => app.db.$count(email_outbox, and(eq(email_outbox.user_session_id, id), eq(email_outbox.purpose, 'notice')))

test('a declined interview goes to another free interviewer in the plan; the candidate is notified once, when someone has accepted', async () => {
  const { candidate, row, holder } = await bookedWithAnyOf([await interviewer(), await interviewer(), await interviewer()])
  const emailsBefore = (await subjectsTo(candidate.email)).length
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
  expect([await subjectsTo(candidate.email), await toLead(candidate.id)]).toEqual([expect.objectContaining({ length: emailsBefore }), 0])

  expect(await say(third, row, 'accepted')).toBe(200)
  expect(await say(third, row, 'accepted')).toBe(200)
  const [, ...emails] = (await interviewEmails(app, candidate.email)).slice(emailsBefore - 1)
  expect(emails.map(({ subject }) => subject.split(':')[0])).toEqual(['Interviewer changed'])
  expect(emails[0]!.text).toContain("The time hasn't changed.")
  const [before] = (await interviewEmails(app, candidate.email)).filter(({ subject }) => subject.startsWith('Interview confirmed'))
  const [was, is] = [eventIn(before!.calendar!), eventIn(emails[0]!.calendar!)]
  expect([is.uid, is.start, is.sequence > was.sequence]).toEqual([was.uid, was.start, true])
  const { bookings } = (await app.call(readPlan, { user_session_id: candidate.id }, admin)).body
  expect(bookings).toMatchObject([{ ref_interviewer_id: third.ref_interviewer_id, interviewer_answer: 'accepted', is_undoable: false }])
  expect(await say(first, row, 'accepted')).toBe(404)
})

test('an interview that staff booked off the quarter hour can go to a free interviewer, too', async () => {
  const [ivo, eve] = [await interviewer(), await interviewer()]
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [ivo, eve])
  const starts_at = new Date(Date.parse((await timesOf(candidate)).free[4]!) + 5 * 60_000).toISOString()
  const requested = { user_session_id: candidate.id, ref_interview_id: 1, ref_interviewer_id: ivo.ref_interviewer_id, starts_at, instead_of: null }
  expect((await app.call(bookByHand, requested, admin)).status).toBe(200)
  await app.outbox.sendDue()
  const [row] = await bookingsOf(candidate.id)
  expect(await say(ivo, row!, 'declined')).toBe(200)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ ref_interviewer_id: eve.ref_interviewer_id, starts_at: row!.starts_at, state: 'booked' }])
  expect([(await subjectsTo(eve.email)).at(-1), await toLead(candidate.id)]).toEqual(['Interview confirmed', 0])
})

test('when everyone else is busy or has declined, staff are asked and the interview stays unchanged', async () => {
  const [ivo, eve] = [await interviewer(), await interviewer()]
  const { candidate, row, holder } = await bookedWithAnyOf([ivo, eve])
  const first = await holder()
  const other = first === ivo ? eve : ivo
  const otherBooking = await bookedWithAnyOf([other])
  await app.db
    .update(interview_booking)
    .set({ starts_at: row.starts_at, ends_at: row.ends_at })
    .where(eq(interview_booking.interview_booking_id, otherBooking.row.interview_booking_id))
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
  const pages = await Promise.all([post(), post()])
  expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(String(pages.find(({ status }) => status === 200)!.body)).toContain('A colleague will take over this interview.')
  expect(String((await app.send('GET', link)).body)).toContain('has a different interviewer now')
  expect([(await holder()) === first, (await bookingsOf(candidate.id)).length, await toLead(candidate.id)]).toEqual([false, 1, 0])
})

const nameOf = ({ email }: Interviewing) => email.slice(0, email.indexOf('@')).replace(/^ivo\./, 'Ivo ')
/** What the candidate received: the start of the subject, plus every text part and the calendar entry, unfolded. */
/** Leaves out the confirmation, which may arrive at any time. */
const receivedBy = (address: string) =>
  mailServer.received
    .filter(({ to, mail }) => to.includes(address) && !mail.subject!.startsWith('We have your application'))
    .map(({ mail }) => {
      const calendars = mail.attachments.map(({ content }) => (typeof content === 'string' ? content : new TextDecoder().decode(content)))
      return { subject: mail.subject!.split(':')[0], said: [mail.text, mail.html, ...calendars].join('\n').replaceAll(/\r?\n[ \t]/g, '') }
    })

test('until a stand-in accepts, emails to the candidate name the interviewer they expect, but a reminder never names one who declined', async () => {
  const people = [await interviewer(), await interviewer()]
  const { candidate, row, holder } = await bookedWithAnyOf(people)
  const first = await holder()
  const emailsBefore = receivedBy(candidate.email).length
  expect(await say(first, row, 'declined')).toBe(200)
  const standIn = await holder()
  expect((await app.call(updateInterview, { id: 1, where: { kind: 'phone', text: 'We call you.' } }, admin)).status).toBe(200)
  const tomorrow = { starts_at: sql`now() + interval '20 hours'`, ends_at: sql`now() + interval '21 hours'`, booked_at: sql`now() - interval '3 days'` }
  const is = eq(interview_booking.interview_booking_id, row.interview_booking_id)
  await app.db
    .update(interview_booking)
    .set(tomorrow as never)
    .where(is)
  await remind(app.services)
  expect((await app.call(cancelBooking, { id: row.interview_booking_id }, admin)).status).toBe(200)
  await app.outbox.sendDue()
  const emails = receivedBy(candidate.email).slice(emailsBefore)
  // Whoever declined isn't coming, so the reminder names no one. Emails due at the same time are sent in any order.
  expect(emails.map(({ subject, said }) => [subject, said.includes(nameOf(first)), said.includes(nameOf(standIn))]).toSorted()).toEqual([
    ['How to join your interview', true, false],
    ['Interview canceled', true, false],
    ['Interview reminder', false, false],
  ])
  expect(emails.find(({ subject }) => subject === 'Interview reminder')!.said).toContain('Your interview is coming up.')
  expect(receivedBy(standIn.email).map(({ subject }) => subject)).toContain('Interview canceled')
})

test('with two stand-ins, the candidate is told about the one who has accepted, and the other is named once they accept too', async () => {
  const people = [await interviewer(), await interviewer(), await interviewer(), await interviewer()]
  const { candidate, by } = await bookedWithAnyOf(people, 2)
  const rows = async () => (await bookingsOf(candidate.id)).toSorted((one, other) => one.interview_booking_id - other.interview_booking_id)
  const holders = async () => (await rows()).map((one) => by(one.ref_interviewer_id)) as [Interviewing, Interviewing]
  const [left, right] = await holders()
  const emailsBefore = receivedBy(candidate.email).length
  const [own, theirs] = (await rows()) as [Row, Row]
  for (const [one, row] of [
    [left, own],
    [right, theirs],
  ] as const)
    expect(await say(one, row, 'declined')).toBe(200)
  const [newLeft, newRight] = await holders()
  expect(await say(newRight, theirs, 'accepted')).toBe(200)
  expect(await say(newLeft, own, 'accepted')).toBe(200)
  const emails = receivedBy(candidate.email).slice(emailsBefore)
  expect(emails.map(({ subject }) => subject)).toEqual(['Interviewer changed', 'Interviewer changed'])
  expect(emails[0]!.said).toContain(`${nameOf(left)} and ${nameOf(newRight)}`)
  expect(emails[0]!.said).not.toContain(nameOf(newLeft))
  expect(emails[1]!.said).toContain(`${nameOf(newLeft)} and ${nameOf(newRight)}`)
})
