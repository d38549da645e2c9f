import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readDashboard } from '#contract/dashboard.ts'
import { SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { makeManyApplicants } from '#test/many-applicants.ts'
import { startApp } from '#test/setup/app.ts'
import { statementsOf } from '#test/setup/statements.ts'

const [CHANGES, PEOPLE] = [3_000, 13]
/** Enough pages to descend an index and read its row, plus some slack. */
const BLOCKS_A_CHANGE = 10

const app = await startApp()
afterAll(() => app.close())
const { pool } = app.services.database

test(`the home screen reads at most ${BLOCKS_A_CHANGE} blocks per change, no matter how often each of ${PEOPLE} people was moved`, async () => {
  const admin = await app.admin()
  await makeManyApplicants(pool, { applications: PEOPLE, recent: PEOPLE })
  await app.db.execute(sql`
    insert into status_change (user_session_id, from_status_id, to_status_id, changed_at, undone_at)
    select person.id, ${SUBMITTED}::int, ${UNDER_REVIEW}::int, now() - interval '20 days' + n * interval '1 minute', case when n % 5 = 0 then now() end
    from generate_series(1, ${CHANGES}::int / ${PEOPLE}::int) n cross join (select user_session_id as id from user_session) person`)

  const statements = await statementsOf(pool, () => app.call(readDashboard, { days: 60 }, admin))
  const blocks = statements
    .filter(({ text }) => /^\s*(select|with)\b/i.test(text))
    .map(async ({ text, values }) => {
      const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values)
      return Number(rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'])
    })
  expect(Math.max(...(await Promise.all(blocks)))).toBeLessThan(BLOCKS_A_CHANGE * CHANGES)
})
