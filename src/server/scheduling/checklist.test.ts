import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listOwnApplications } from '#contract/candidate/candidate.ts'
import { checklistOf, type Schedule } from '#contract/candidate/checklist.ts'
import { cancelOwnInterview, readOwnTimes } from '#contract/scheduling/own-times.ts'
import { interview_booking } from '#server/db/tables.ts'
import { interviewEmails, makeInvited, openScheduling, planFor, type Invited } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const { interviewer, timesOf, hold, confirm } = openScheduling(app)

test("the interviews page, the candidate's page, the API and the emails agree on what's booked and what still needs a time", async () => {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [await interviewer()], { interviews: [1, 2] })
  await hold(candidate, (await timesOf(candidate)).free[0]!)
  const one = await confirm(candidate)
  const half = /^1 of 2 interviews is booked\. Still to pick: Interview B by \w+, \w+ \d+\.$/
  expect(one.body.checklist).toMatchObject({ is_done: false, summary: expect.stringMatching(half), items: [{ state: 'booked' }, { state: 'to-pick' }] })
  const { summary, items } = one.body.checklist
  expect(one.body.message).toBe(`${summary} We emailed you an invitation for each time you confirmed.`)
  expect((await app.call(readOwnTimes, { id: candidate.id }, candidate.as)).body.checklist).toEqual(one.body.checklist)
  const own = async () => (await app.call(listOwnApplications, {}, candidate.as)).body[0]!
  expect(await own()).toMatchObject({ stage_text: summary, checklist: { summary, items } })
  expect((await interviewEmails(app, candidate.email)).at(-1)!.text).toContain(summary)
  const pages = await Promise.all(
    ['/application', `/application/${candidate.id}/times?done=confirm`].map((path) => app.send('GET', path, undefined, candidate.as)),
  )
  for (const { body } of pages) expect(String(body).split(summary)).toHaveLength(2)
  for (const { body } of pages) expect(String(body)).not.toContain('interviews are booked.')

  await hold(candidate, (await timesOf(candidate, 1)).free[9]!, 2)
  expect((await own()).stage_text).toBe('1 of 2 interviews is booked. Held, not yet confirmed: Interview B.')
  const confirmation = await confirm(candidate)
  expect(confirmation.body.checklist).toMatchObject({ is_done: true, summary: 'Your interviews are booked.' })
  expect((await interviewEmails(app, candidate.email)).at(-1)!.text).toContain('Your interviews are booked.')
  const canceled = await app.call(cancelOwnInterview, { id: candidate.id, ref_interview_id: 1 }, candidate.as)
  expect(canceled.body.checklist.summary).toMatch(/^1 of 2 interviews is booked\. Still to pick: Interview A by /)
  // The pending invitation to B was already updated, so it's accurate when it's sent.
  const waiting = (await interviewEmails(app, candidate.email)).filter(({ state, purpose }) => state === 'queued' && purpose === 'interview')
  expect(waiting.map(({ text }) => text.includes(canceled.body.checklist.summary))).toEqual([true])
})

test('two times confirmed together are both listed in each email', async () => {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [await interviewer()], { interviews: [1, 2] })
  await hold(candidate, (await timesOf(candidate)).free[0]!)
  await hold(candidate, (await timesOf(candidate, 1)).free[9]!, 2)
  expect((await confirm(candidate)).body.checklist.is_done).toBe(true)
  const confirmationEmails = (await interviewEmails(app, candidate.email)).filter(({ subject }) => subject.startsWith('Interview confirmed'))
  expect(confirmationEmails.map(({ text }) => text.includes('Your interviews are booked.'))).toEqual([true, true])
})

/** Makes an interview start this many minutes from now. */
function startIn(minutes: number, user_session_id: number, ref_interview_id: number) {
  const at = (more: number) => sql`now() + make_interval(mins => ${minutes + more})` as never
  const is = and(eq(interview_booking.user_session_id, user_session_id), eq(interview_booking.ref_interview_id, ref_interview_id))
  return app.db
    .update(interview_booking)
    .set({ starts_at: at(0), ends_at: at(45) })
    .where(is)
}

const IF_ALONE = "If you can't join, or no one is there, please contact the hiring team."
const IF_MISSED = "If this interview didn't take place, please contact the hiring team."
const NOTES = /If (?:you can't join|this interview didn't)[^.]+\.|This interview starts in less[^.]+\./g

/** The summary, which must be the same in both calls and on both pages; then the link to the interviews, and the notes on each. */
async function saidTo({ id, as }: Invited): Promise<string[]> {
  const own = (await app.call(listOwnApplications, {}, as)).body[0]!
  const { summary } = (await app.call(readOwnTimes, { id }, as)).body.checklist
  const pages = await Promise.all(['', `/${id}/times`].map((path) => app.send('GET', `/application${path}`, undefined, as)))
  const [page, timesPage] = pages.map(({ body }) => String(body).replaceAll('&#x27;', "'").replaceAll('<!-- -->', '')) as [string, string]
  for (const html of [page, timesPage]) expect(html.split(summary)).toHaveLength(2)
  expect(own).toMatchObject({ stage_text: summary, checklist: { summary } })
  const toAttend = own.interviews.filter(({ ends_at }) => Date.parse(ends_at) > Date.now())
  expect(page.split('Add to your calendar')).toHaveLength(1 + toAttend.length)
  return [summary, /times">([^<]+)</.exec(page)![1]!, ...(timesPage.match(NOTES) ?? [])]
}

/** How the times page marks each interview. */
async function marksTo({ id, as }: Invited): Promise<string[]> {
  const { body } = await app.send('GET', `/application/${id}/times`, undefined, as)
  return [...String(body).matchAll(/<li data-state="([\w-]+)"/g)].map(([, mark]) => mark!)
}

test("once an interview has begun, pages, API and emails say what's in progress and what's next, and offer only changes that are possible", async () => {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [await interviewer()], { interviews: [1, 2] })
  await hold(candidate, (await timesOf(candidate)).free[0]!)
  await confirm(candidate)
  await startIn(-10, candidate.id, 1)
  expect(await saidTo(candidate)).toEqual([
    expect.stringMatching(/^It's time for Interview A\. Still to pick: Interview B by /),
    'Pick your interview times',
    IF_ALONE,
  ])
  expect(await marksTo(candidate)).toEqual(['begun', 'to-pick'])
  await hold(candidate, (await timesOf(candidate, 1)).free[9]!, 2)
  expect((await confirm(candidate)).body.message).toMatch(/^It's time for Interview A\. Still to come: Interview B\. We emailed/)
  expect((await interviewEmails(app, candidate.email)).at(-1)!.text).toContain("It's time for Interview A. Still to come: Interview B.")
  expect(await saidTo(candidate)).toEqual(["It's time for Interview A. Still to come: Interview B.", 'Change your interview times', IF_ALONE])
  await startIn(-46, candidate.id, 1)
  expect(await saidTo(candidate)).toEqual(['Still to come: Interview B.', 'Change your interview times', IF_MISSED])
  expect(await marksTo(candidate)).toEqual(['begun', 'booked'])
  await startIn(20 * 60, candidate.id, 2)
  expect(await saidTo(candidate)).toEqual(['Still to come: Interview B.', 'Your interviews', IF_MISSED, 'This interview starts in less than 24 hours.'])
  await startIn(-300, candidate.id, 1)
  await startIn(-1, candidate.id, 2)
  expect(await saidTo(candidate)).toEqual(["It's time for Interview B.", 'Your interviews', IF_MISSED, IF_ALONE])
  await startIn(-45, candidate.id, 2)
  expect(await saidTo(candidate)).toEqual(['You have no upcoming interviews.', 'Your interviews', IF_MISSED, IF_MISSED])
})

test('times are picked by day, one interview at a time, and a booked time stays visible while its interview is moved', async () => {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [await interviewer()], { interviews: [1, 2] })
  const page = async (query = '') =>
    String((await app.send('GET', `/application/${candidate.id}/times?zone=UTC${query}`, undefined, candidate.as)).body).replaceAll('<!-- -->', '')
  const daysOf = (html: string) => new Set([...html.matchAll(/type="radio"[^>]*value="([^"]+)"/g)].map(([, at]) => at!.slice(0, 10)))
  const first = await page()
  expect([first.includes('Pick a time for Interview A<'), first.includes('Pick a time for Interview B<'), daysOf(first).size]).toEqual([true, false, 1])
  const [, day] = [...first.matchAll(/day=(\d{4}-\d{2}-\d{2})/g)].map(([, found]) => found!)
  expect([...daysOf(await page(`&interview=2&day=${day}`))]).toEqual([day])
  await hold(candidate, (await timesOf(candidate)).free[0]!)
  const heldPage = await page()
  expect([/Confirm \w+day, /.test(heldPage), daysOf(heldPage).size]).toEqual([true, 0])
  await confirm(candidate)
  expect(await page()).toContain('Pick a time for Interview B<')
  expect(await page('&interview=1')).toContain('Your earlier time stays booked until you confirm the new one.')
  await hold(candidate, (await timesOf(candidate)).free[9]!)
  expect(await page()).toMatch(/booked for \w+day, [^<]+, until you confirm \w+day, [^<]+, held until /)
})

test('the checklist shows everything as booked only when nothing is left to book, and never shows a past date', () => {
  const now = Date.parse('2026-11-02T12:00:00Z')
  const [a, b] = [1, 2].map((id) => ({ ref_interview_id: id, interview_name: `Interview ${'AB'[id - 1]}` })) as [Schedule['parts'][0], Schedule['parts'][0]]
  const slot = { interview_booking_id: 1, state: 'booked' as const, starts_at: '2026-11-03T15:00:00Z', ends_at: '2026-11-03T15:45:00Z', held_until: null }
  const checklistWith = (but: Partial<Schedule>) =>
    checklistOf({ time_zone: 'America/New_York', pick_until: Date.parse('2026-11-14T04:59:59Z'), parts: [a, b], slots: [], ...but }, now)
  expect(checklistWith({})).toMatchObject({ is_done: false, summary: 'Still to pick: Interview A and Interview B by Friday, November 13.' })
  expect(checklistWith({ pick_until: now - 1 }).items.map(({ text }) => text)).toEqual(['pick a time', 'pick a time'])
  expect(checklistWith({ parts: [] })).toEqual({ is_done: false, can_change: false, summary: "We're still setting up your interviews.", items: [] })
  const held = { ...slot, ...b, state: 'held' as const, held_until: '2026-11-02T12:10:00Z' }
  expect(checklistWith({ slots: [{ ...slot, ...a }, held] }).items.map(({ state, text }) => [state, text])).toEqual([
    ['booked', 'Tuesday, November 3, 10:00 AM EST'],
    ['held', 'Tuesday, November 3, 10:00 AM EST, held until 7:10 AM EST: confirm it'],
  ])
  expect(checklistWith({ parts: [a], slots: [{ ...slot, ...a }] }).summary).toBe('Your interview is booked.')
  expect(checklistWith({ parts: [a], slots: [{ ...slot, ...a, starts_at: '2026-11-01T15:00:00Z', ends_at: '2026-11-01T15:45:00Z' }] }).summary).toBe(
    'You have no upcoming interviews.',
  )
})
