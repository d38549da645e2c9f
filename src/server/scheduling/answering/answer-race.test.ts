import { afterAll, expect, test } from 'vitest'
import { answerInterview } from '#contract/scheduling/scheduling.ts'
import { openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const { booked, timesOf, hold, confirm, bookingsOf } = openScheduling(app)

test('when an answer and a move happen at the same time, the answer counts only for the time it was given for', async () => {
  const { ivo, candidate, row } = await booked()
  await hold(candidate, (await timesOf(candidate)).free.at(-1)!)
  const answer = { id: row.interview_booking_id, answer: 'accepted' as const, starts_at: new Date(row.starts_at).toISOString() }
  const [answered, moved] = await Promise.all([app.call(answerInterview, answer, ivo.as), confirm(candidate)])
  expect([200, 409]).toContain(answered.status)
  expect(moved.status).toBe(200)
  expect(await bookingsOf(candidate.id)).toMatchObject([{ state: 'booked', interviewer_answer: null }])
})
