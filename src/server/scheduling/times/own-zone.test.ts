import { expect, test } from 'vitest'
import { readOwnTimes } from '#contract/scheduling/own-times.ts'
import { makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

test("until a candidate chooses a time zone, times are shown in the employer's", async () => {
  await using app = await startApp({ TIME_ZONE: 'Asia/Kolkata' })
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [await openScheduling(app).interviewer()])
  expect((await app.call(readOwnTimes, { id: candidate.id }, candidate.as)).body).toMatchObject({ time_zone: 'Asia/Kolkata', is_zone_known: false })
})
