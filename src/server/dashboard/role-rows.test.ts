import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { readDashboard, ROLE_WEEKS, type Dashboard } from '#contract/dashboard.ts'
import { ACCEPTED_OFFER, PROCEED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let home: Dashboard
let busy: number
let quiet: number

beforeAll(async () => {
  app = await startApp()
  busy = (await makeRole(app.db, { published_at: '2020-01-01T00:00:00Z' })).ref_function_role_id
  quiet = (await makeRole(app.db)).ref_function_role_id
  const make = (daysAgo: number, ref_application_status_id: number) => {
    const status_changed_at = new Date(Date.now() - (daysAgo - 1) * 86_400_000).toISOString()
    return makeApplicant(app.db, { ref_function_role_id: busy, daysAgo, ref_application_status_id, status_changed_at })
  }
  await make(1, SUBMITTED)
  await make(12, UNDER_REVIEW)
  await make(20, PROCEED)
  await make(40, ACCEPTED_OFFER)
  home = (await app.call(readDashboard, { days: 30 }, await app.admin())).body
})
afterAll(() => app.close())

const rowOf = (id: number) => home.roles.find((one) => one.ref_function_role_id === id)!

test('each role shows applications per week, the funnel, the longest wait and how many replies are due', () => {
  const row = rowOf(busy)
  expect(row.weeks).toHaveLength(ROLE_WEEKS)
  expect(row.weeks.reduce((sum, one) => sum + one, 0)).toBe(4)
  expect(row.funnel, 'of the applications of the period').toEqual([3, 2, 1, 0, 0])
  expect(row).toMatchObject({ is_open: true, oldest_waiting_days: 19, due: 2 })
  expect(row.days_open).toBeGreaterThan(2000)
  expect(rowOf(quiet)).toMatchObject({ funnel: [0, 0, 0, 0, 0], oldest_waiting_days: null, due: 0, days_open: 0 })
})

test('replies due and applications in progress are counted and link to their lists', async () => {
  const admin = await app.admin()
  const total = async (due: 'due' | 'late') => (await app.call(listReview, { days_ago: 36_500, due }, admin)).body.total
  expect(home.replies).toEqual({ late: await total('late'), soon: (await total('due')) - (await total('late')) })
  expect(home.replies).toEqual({ late: 1, soon: 1 })
  expect(home.inventory).toMatchObject({ applications: 3, roles: home.roles.length })
})
