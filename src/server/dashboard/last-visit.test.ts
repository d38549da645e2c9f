import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { readDashboard } from '#contract/dashboard.ts'
import { SUBMITTED } from '#contract/statuses/statuses.ts'
import { user_session } from '#server/db/tables.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

test("someone who last visited in the evening gets a link to that day's list, with as many applicants as its number says", async () => {
  await using pacific = await startApp({ TIME_ZONE: 'America/Los_Angeles' })
  const owner = await pacific.admin()
  // 5 PM the day before, which is already the next day in UTC.
  const { rows } = await pacific.db.execute<{ day: string; since: string }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, to_json((day + interval '17 hours') at time zone 'America/Los_Angeles') #>> '{}' as since
    from (select date_trunc('day', now() at time zone 'America/Los_Angeles') - interval '1 day' as day) yesterday`)
  const { day, since } = rows[0]!
  const { ref_function_role_id } = await makeRole(pacific.db)
  await pacific.db.insert(user_session).values({
    ref_function_role_id,
    ref_application_status_id: SUBMITTED,
    capability_hash: 'evening',
    application_submitted_datetime_utc: sql`${since}::timestamptz + interval '1 hour'` as unknown as string,
  })
  const { arrivals } = (await pacific.call(readDashboard, { days: 30, since: new Date(since).toISOString() }, owner)).body
  expect(arrivals).toMatchObject({ since_day: day, count: 1 })
  expect((await pacific.call(listReview, { days_ago: arrivals.days, since: arrivals.since_day! }, owner)).body.total).toBe(1)
})
