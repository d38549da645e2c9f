import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Own } from '#server/candidate/withdraw.ts'
import { interview_booking } from '#server/db/tables.ts'
import { HttpError } from '#server/http/http-error.ts'
import { databaseUrlOf, countDoubleBookings, fillPanel, makePanels, openConnections, PANEL, raceInProcesses } from '#test/panels/panels.ts'
import { openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { holdTime } from './hold-time.ts'
import { readOwnTimes } from './own-times.ts'

/** `PANELS=1000 INTERVIEWERS=30` runs the whole simulation; the suite runs a small one. */
const PANELS = Number(process.env['PANELS'] ?? 24)
const INTERVIEWERS = Number(process.env['INTERVIEWERS'] ?? 5)
const MAX_CONCURRENT = 4

const app = await startApp()
const other = await openConnections(app)
afterAll(async () => {
  await other.close()
  await app.close()
})
const { interviewer } = openScheduling(app)
const here = app.services

async function interviewers(count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) ids.push((await interviewer({ daily_maximum: 6 })).ref_interviewer_id)
  return ids
}

/** 50 candidates with one interviewer, and the first time available to them. */
async function fiftyAndTheirTime(): Promise<[Own[], string]> {
  const candidates = await makePanels(app, 50, await interviewers(1), 10)
  return [candidates, (await readOwnTimes(here, candidates[0]!)).interviews[0]!.free[0]!]
}

test("when 50 candidates request one time, one gets it and the others are told it's taken", async () => {
  const [candidates, starts_at] = await fiftyAndTheirTime()
  const outcomes = await Promise.allSettled(candidates.map((own, at) => holdTime(at % 2 === 0 ? here : other, own, { ref_interview_id: 1, starts_at })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const rejections = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(rejections.every((rejection) => rejection instanceof HttpError && rejection.status === 409)).toBe(true)
}, 300_000)

test.skipIf(databaseUrlOf(app) === undefined)('when 50 candidates request one time from two processes, one gets it', async () => {
  const [candidates, starts_at] = await fiftyAndTheirTime()
  const groups = [candidates.slice(0, 25), candidates.slice(25)]
  const statuses = await raceInProcesses(groups, { databaseUrl: databaseUrlOf(app)!, ref_interview_id: 1, starts_at })
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
})

test(`${PANELS} panels with ${INTERVIEWERS} interviewers fill up without a double booking`, async () => {
  await app.db.delete(interview_booking)
  const ids = await interviewers(INTERVIEWERS)
  const waiting = await makePanels(app, PANELS, ids, 60)
  let conflicts = 0
  const lane = async (_: unknown, at: number) => {
    for (let own = waiting.shift(); own; own = waiting.shift()) conflicts += await fillPanel(at % 2 === 0 ? here : other, own)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, lane))
  const { rows } = await app.db.execute<{ count: number; most: number }>(sql`
    select sum(n)::int as count, max(n)::int as most from (select count(*) as n from interview_booking where state = 'booked'
      group by ref_interviewer_id, (starts_at at time zone 'America/New_York')::date) days`)
  expect(rows[0]!.count).toBe(PANELS * PANEL.length)
  expect(rows[0]!.most).toBeLessThanOrEqual(6)
  expect(await countDoubleBookings(app)).toBe(0)
  if (process.env['PANELS']) console.info(`${PANELS} panels, ${conflicts} times lost to someone faster, at most ${rows[0]!.most} a day`)
}, 3_600_000)
