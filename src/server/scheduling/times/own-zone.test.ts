import { expect, test } from 'vitest'
import { listOwnApplications } from '#contract/candidate/candidate.ts'
import { readOwnTimes } from '#contract/scheduling/own-times.ts'
import { interviewEmails, makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

test("until a candidate chooses a time zone, times are shown in the employer's, on every page and in emails", async () => {
  await using app = await startApp({ TIME_ZONE: 'Asia/Kolkata' })
  const candidate = await makeInvited(app)
  const { interviewer, timesOf, hold, confirm } = openScheduling(app)
  await planFor(app, candidate.id, [await interviewer()])
  expect((await app.call(readOwnTimes, { id: candidate.id }, candidate.as)).body).toMatchObject({ time_zone: 'Asia/Kolkata', is_zone_known: false })

  const starts_at = (await timesOf(candidate)).free[4]!
  expect([(await hold(candidate, starts_at)).status, (await confirm(candidate)).status]).toEqual([200, 200])
  const { body: own } = await app.call(listOwnApplications, {}, candidate.as)
  expect(own).toMatchObject([{ interviews: [{ time_zone: 'Asia/Kolkata' }] }])
  expect(String((await app.send('GET', '/application', undefined, candidate.as)).body)).toContain('GMT+5:30')
  expect((await interviewEmails(app, candidate.email)).at(-1)!.text).toMatch(/When: .* GMT\+5:30/)
})
