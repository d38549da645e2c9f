import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { changeContact, exportOwn, listOwnApplications, signOut, withdrawApplication } from '#contract/candidate/candidate.ts'
import { cancelOwnInterview, readOwnTimes } from '#contract/scheduling/own-times.ts'
import { candidate_access, interview_booking } from '#server/db/tables.ts'
import { confirmAddress } from '#server/candidate/change-contact.ts'
import { newestLink } from '#test/own-page.ts'
import { interviewEmails, interviewsLinkOf, openScheduling, type Invited } from '#test/scheduling.ts'
import { startApp, type Actor } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const { booked, timesOf, hold, confirm, bookingsOf } = openScheduling(app)
const ENDED = '/application?ended'

async function open(candidate: Pick<Invited, 'id' | 'email'>): Promise<Actor> {
  const { cookies, headers } = await app.send('GET', await interviewsLinkOf(app, candidate))
  expect(headers['location']).toBe(`/application/${candidate.id}/times`)
  return { cookies }
}

test("the link in an invitation opens the candidate's interviews without another email, to view, move and cancel them", async () => {
  const { candidate, starts_at } = await booked()
  const as = await open(candidate)
  const page = await app.send('GET', `/application/${candidate.id}/times`, undefined, as)
  expect([page.status, String(page.body).includes('booked for ')]).toEqual([200, true])
  const own = { ...candidate, as }
  const other = (await timesOf(own)).free.find((one) => one !== starts_at)!
  expect([(await hold(own, other)).status, (await confirm(own)).status]).toEqual([200, 200])
  expect((await bookingsOf(candidate.id)).map((one) => new Date(one.starts_at).toISOString())).toEqual([other])
  await app.outbox.sendDue()
  expect((await app.call(cancelOwnInterview, { id: candidate.id, ref_interview_id: 1 }, own.as)).status).toBe(200)
  const canceled = (await interviewEmails(app, candidate.email)).at(-1)!
  expect([canceled.subject.startsWith('Interview canceled'), canceled.text.includes('Pick another time: ')]).toEqual([true, true])
  expect((await app.call(readOwnTimes, { id: candidate.id }, await open(candidate))).body.checklist.is_done).toBe(false)
})

test("the link opens nothing else: not the application, its data or anyone else's interviews", async () => {
  const [{ candidate }, { candidate: other }] = [await booked(), await booked()]
  const as = await open(candidate)
  const responses = [
    await app.call(listOwnApplications, {}, as),
    await app.call(exportOwn, { id: candidate.id }, as),
    await app.call(withdrawApplication, { id: candidate.id }, as),
    await app.call(changeContact, { id: candidate.id, email: 'taken@example.com' }, as),
    await app.call(readOwnTimes, { id: other.id }, as),
  ]
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  // The key doesn't work under another name.
  const key = as.cookies![`interviews-${candidate.id}`]!
  expect((await app.call(readOwnTimes, { id: other.id }, { cookies: { [`interviews-${other.id}`]: key } })).status).toBe(401)
  expect((await app.call(listOwnApplications, {}, { cookies: { 'own-page': key } })).status).toBe(401)
  expect((await app.send('GET', `/application/${(await interviewsLinkOf(app, candidate)).split('/').at(-1)}`)).headers['location']).toBe(ENDED)
})

test("link scanners don't use the link up or change anything", async () => {
  const { candidate } = await booked()
  const link = await interviewsLinkOf(app, candidate)
  const before = await bookingsOf(candidate.id)
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET'] as const) expect((await app.send(method, link)).status).toBe(303)
  expect(await bookingsOf(candidate.id)).toEqual(before)
  expect((await timesOf({ ...candidate, as: await open(candidate) })).booking).not.toBeNull()
})

test('the link stops working when the address changes, and signing out ends access only in that browser', async () => {
  const { candidate } = await booked()
  const [as, elsewhere] = [await open(candidate), await open(candidate)]
  await app.call(signOut, {}, as)
  expect((await app.call(readOwnTimes, { id: candidate.id }, as)).status).toBe(401)
  const link = await interviewsLinkOf(app, candidate)
  const next = `next.${candidate.email}`
  await app.call(changeContact, { id: candidate.id, email: next }, candidate.as)
  expect(await confirmAddress(app.services, (await newestLink(app, next))!.split('/').at(-1)!, 'proved')).toContain(next)
  expect((await app.send('GET', link)).headers['location']).toBe(ENDED)
  expect((await app.call(readOwnTimes, { id: candidate.id }, elsewhere)).status).toBe(401)
})

test('the link expires after 30 days without use, but never while an interview is coming up', async () => {
  const { candidate, row } = await booked()
  const age = () =>
    app.db
      .update(candidate_access)
      .set({ last_used_at: sql`now() - interval '31 days'` as never })
      .where(eq(candidate_access.user_session_id, candidate.id))
  await age()
  expect((await app.call(listOwnApplications, {}, candidate.as)).status).toBe(401)
  await open(candidate)
  const pastTimes = { starts_at: sql`now() - interval '3 hours'` as never, ends_at: sql`now() - interval '2 hours'` as never }
  await app.db.update(interview_booking).set(pastTimes).where(eq(interview_booking.interview_booking_id, row.interview_booking_id))
  await age()
  expect((await app.send('GET', await interviewsLinkOf(app, candidate))).headers['location']).toBe(ENDED)
})
