import { afterAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { confirmTimes } from '#contract/scheduling/own-times.ts'
import { interview_booking } from '#server/db/tables.ts'
import { interviewEmails, makeInvited, openScheduling, planFor, type Invited } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30' })
afterAll(() => app.close())
const { booked, bookingsOf, confirm, hold, interviewer, timesOf } = openScheduling(app)

const HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }
const pageOf = async ({ id, as }: Invited, query = '') =>
  String((await app.send('GET', `/application/${id}/times${query}`, undefined, as)).body).replaceAll('<!-- -->', '')

/** A button of this page, as a person sends it. */
async function button(candidate: Invited, action: string) {
  const path = `/application/${candidate.id}/times/${action}`
  const form = new RegExp(`<form[^>]*action="${path}".*?</form>`, 's').exec(await pageOf(candidate))![0]
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
  const body = new URLSearchParams(fields).toString()
  return async () => {
    const { status, headers } = await app.send('POST', path, body, { ...candidate.as, headers: HEADERS })
    return [status, new URL(String(headers['location']), 'http://x').searchParams.get('done')]
  }
}

const stateOf = async (id: number) => (await bookingsOf(id)).map(({ state, starts_at }) => [state, new Date(starts_at).toISOString()])
const invitationsTo = async ({ email }: Invited) => (await interviewEmails(app, email)).filter(({ purpose }) => purpose === 'interview').length

test('confirming the same times again after a lost response gets the same response as before and sends nothing', async () => {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [await interviewer()])
  const starts_at = (await timesOf(candidate)).free[3]!
  await hold(candidate, starts_at)
  const press = await button(candidate, 'confirm')
  expect([await press(), await press()]).toEqual([
    [303, 'confirm'],
    [303, 'confirm'],
  ])
  expect([await stateOf(candidate.id), await invitationsTo(candidate)]).toEqual([[['booked', starts_at]], 1])
  const again = await app.call(confirmTimes, { id: candidate.id, times: [{ ref_interview_id: 1, starts_at }] }, candidate.as)
  expect([again.status, again.body.checklist.is_done]).toEqual([200, true])
})

test('a time that’s no longer held isn’t mistaken for a confirmed one', async () => {
  const { candidate, starts_at } = await booked()
  await hold(candidate, (await timesOf(candidate)).free.at(-1)!)
  const press = await button(candidate, 'confirm')
  await app.db
    .update(interview_booking)
    .set({ held_until: sql`now() - interval '1 second'` as unknown as string })
    .where(sql`state = 'held'`)
  expect((await press())[0]).toBe(409)
  expect(await stateOf(candidate.id)).toContainEqual(['booked', starts_at])
})

test('releasing a held time again doesn’t cancel the booked one', async () => {
  const { candidate, starts_at } = await booked()
  await hold(candidate, (await timesOf(candidate)).free.at(-1)!)
  const press = await button(candidate, 'cancel')
  expect([await press(), await press()]).toEqual([
    [303, 'cancel'],
    [303, 'cancel'],
  ])
  expect(await stateOf(candidate.id)).toEqual([['booked', starts_at]])
})

test('canceling an interview twice, or undoing that twice, gets the same response both times', async () => {
  const { candidate, starts_at } = await booked()
  await app.db.execute(sql`update email_outbox set state = 'sent' where user_session_id = ${candidate.id}`)
  const cancel = await button(candidate, 'cancel')
  expect([await cancel(), await cancel()]).toEqual([
    [303, 'cancel'],
    [303, 'cancel'],
  ])
  expect((await stateOf(candidate.id)).map(([state]) => state)).toEqual(['canceled'])
  const undo = await button(candidate, 'undo')
  expect([await undo(), await undo()]).toEqual([
    [303, 'undo'],
    [303, 'undo'],
  ])
  expect(await stateOf(candidate.id)).toEqual([['booked', starts_at]])
})

test('a URL with an action or a result that doesn’t exist shows the times', async () => {
  const { candidate } = await booked()
  for (const name of ['constructor', '__proto__', 'toString', 'nothing']) {
    const posted = await app.send('POST', `/application/${candidate.id}/times/${name}`, '', { ...candidate.as, headers: HEADERS })
    expect([name, posted.status, posted.headers['location']]).toEqual([name, 303, `/application/${candidate.id}/times`])
    const { status, body } = await app.send('GET', `/application/${candidate.id}/times?done=${name}`, undefined, candidate.as)
    expect([name, status, String(body).includes('class="notice good"')]).toEqual([name, 200, false])
  }
})

test('with no times to pick and none booked, the page has no time zone picker', async () => {
  const candidate = await makeInvited(app)
  const picker = 'Time zone for all times'
  await planFor(app, candidate.id, [await interviewer({ weekly_hours: [] })])
  const empty = await pageOf(candidate)
  expect([empty.includes('No times are free right now'), empty.includes(picker)]).toEqual([true, false])
  await planFor(app, candidate.id, [await interviewer()])
  expect(await pageOf(candidate)).toContain(picker)
  await hold(candidate, (await timesOf(candidate)).free[3]!)
  expect(await pageOf(candidate)).toContain(picker)
  await confirm(candidate)
  expect(await pageOf(candidate)).toContain(picker)
})
