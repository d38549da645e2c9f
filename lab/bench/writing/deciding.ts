import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { REJECTED, SUBMITTED } from '#contract/statuses/statuses.ts'
import { postAsStaff } from '../ask.ts'
import { count, median, ms, measureMs } from '../measure.ts'
import type { Stage } from '../stage.ts'
import { tableOfLimits, type Table } from '../table.ts'

const PEOPLE = 500
const ROUNDS = 3
const MAX_MS = 2_000
/** One per 50 decisions, plus what PostgreSQL's own processes add. */
const MAX_FLUSHES = PEOPLE / 50 + 10

/** Rejects 500 applicants in one call, with an email each, and counts the flushes. */
export async function benchDecisions(stage: Stage): Promise<Table> {
  const small = await stage.filled(10_000)
  // Keeps emails from becoming due while flushes are counted.
  const product = await stage.product(small, { settings: { MAIL_DELAY_SECONDS: '600' } })
  const alone = new pg.Client(small.url)
  await alone.connect()
  const decide = async (user_session_ids: number[]) => {
    const said = await postAsStaff(`${product.url}/api/applicants/decide`, small.token, { user_session_ids, ref_application_status_id: REJECTED, email: {} })
    const failed = (JSON.parse(said) as { results: { status: number; detail: string }[] }).results.find(({ status }) => status !== 200)
    if (failed) throw new Error(failed.detail)
  }
  try {
    const ids = await listRejectable(alone, (ROUNDS + 1) * (PEOPLE + 1))
    const [together, single]: [number[], number[]] = [[], []]
    await decide(ids.splice(0, PEOPLE))
    await decide(ids.splice(0, 1))
    const before = await countFlushes(alone)
    for (let round = 0; round < ROUNDS; round++) together.push(await measureMs(() => decide(ids.splice(0, PEOPLE))))
    const flushes = ((await countFlushes(alone)) - before) / ROUNDS
    for (let round = 0; round < ROUNDS; round++) single.push(await measureMs(() => decide(ids.splice(0, 1))))
    return tableOfLimits(
      `A decision on ${count(PEOPLE)} applicants at once, each with their email`,
      [
        { what: `${count(PEOPLE)} applicants`, is: median(together), most: MAX_MS, show: ms },
        { what: 'flushes', is: flushes, most: MAX_FLUSHES, show: (one) => one.toFixed(1) },
        { what: 'of that, one applicant', is: median(together) / PEOPLE, most: median(single), show: ms },
      ],
      [
        `Medians of ${ROUNDS} rounds, one client, PostgreSQL. The last row's goal is a decision on one applicant, measured right after. Flushes are \`wal_sync\` of \`pg_stat_wal\`, those of PostgreSQL's own processes included.`,
      ],
    )
  } finally {
    await alone.end()
    await product.stop()
  }
}

/** Returns applicants who can be rejected. */
async function listRejectable(client: pg.Client, most: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `update user_session set ref_application_status_id = $1, has_emailed_application_status = false
     where user_session_id in (select user_session_id from user_session where application_submitted_datetime_utc is not null order by 1 limit $2)
     returning user_session_id as id`,
    [SUBMITTED, most],
  )
  return rows.map(({ id }) => id)
}

/** Waits ten seconds first, because PostgreSQL counts what a connection flushed only after it has been idle for that long. */
async function countFlushes(client: pg.Client): Promise<number> {
  await pause(11_000)
  const { rows } = await client.query<{ flushes: string }>('select wal_sync as flushes from pg_stat_wal')
  return Number(rows[0]!.flushes)
}
