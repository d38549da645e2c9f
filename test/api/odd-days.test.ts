import { expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { runNightlyJobs } from '#server/operate/privacy/nightly.ts'
import { REPLIES_SENT } from '#server/operate/morning/morning-store.ts'
import { sendMorning } from '#server/operate/morning/send-morning.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { stopClocks } from '#test/setup/moved-clock.ts'

const TIME_ZONE = 'America/New_York'
const HOUR_MS = 3_600_000
const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(at)
const hourOf = (at: Date) => Number(new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, hour: 'numeric', hourCycle: 'h23' }).format(at))

/** What's unusual about each 72-hour period, when it starts (UTC), and its local dates. */
const ODD: [string, string, string[]][] = [
  ['February 29', '2028-02-28T05:00:00Z', ['2028-02-28', '2028-02-29', '2028-03-01']],
  ['the start of daylight saving time', '2028-03-11T05:00:00Z', ['2028-03-11', '2028-03-12', '2028-03-13']],
  ['the end of daylight saving time', '2028-11-04T04:00:00Z', ['2028-11-04', '2028-11-05', '2028-11-06']],
]

test.each(ODD)('over %s, the timers run once each day, and people can apply, decide and undo', async (_what, start, days) => {
  const app = await startApp({ TIME_ZONE })
  const clocks = await stopClocks(app.services.database, new Date(start))
  try {
    const { ref_function_role_id } = await makeRole(app.db, { published_at: new Date(start).toISOString() })
    const lived: { nights: Date[]; mornings: Date[] } = { nights: [], mornings: [] }
    const count = async (action: string) =>
      (await app.services.database.pool.query('select count(*)::int as count from audit_trail where action = $1', [action])).rows[0].count as number
    for (let hour = 0; hour < 72; hour++) {
      const now = new Date(Date.parse(start) + hour * HOUR_MS)
      await clocks.setTo(now)
      const before = [await count('nightly.started'), await count(REPLIES_SENT)]
      await runNightlyJobs(app.services)
      await sendMorning(app.services)
      if ((await count('nightly.started')) > before[0]!) lived.nights.push(now)
      if ((await count(REPLIES_SENT)) > before[1]!) lived.mornings.push(now)
      if (hour % 12 === 1) await work(app, { ref_function_role_id, now })
    }
    // No earlier run is on record, so the first night's jobs run right away.
    expect(lived.nights.slice(1).map(dayOf)).toEqual(days.slice(1))
    expect(lived.nights.slice(1).every((at) => hourOf(at) >= 2 && hourOf(at) < 5)).toBe(true)
    expect(lived.mornings.map((at) => `${dayOf(at)} ${hourOf(at)}`)).toEqual(days.map((day) => `${day} 6`))
  } finally {
    clocks.go()
    await app.close()
  }
})

/** Someone applies; staff decide, undo and open every list; and an erasure request gets its date four years out, as the law requires. */
async function work(app: TestApp, { ref_function_role_id, now }: { ref_function_role_id: number; now: Date }): Promise<void> {
  const admin = await app.admin()
  const { user_session_id } = await apply(app, ref_function_role_id)
  const { body } = await app.call(updateStatus, { user_session_id, ref_application_status_id: 4 }, admin)
  expect((await app.call(undoStatus, { undo_token: body.undo_token! }, admin)).status).toBe(200)
  const asked = [
    await app.send('POST', '/api/applicants/list', { days_ago: 0, identifiable: true }, admin),
    await app.send('GET', '/api/dashboard?days=30', undefined, admin),
    await app.send('GET', '/api/applicants/export.csv?roleId=all&days_ago=30', undefined, admin),
    await app.call(readApplicant, { id: user_session_id } as never, admin),
  ]
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const erased = await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'restrict' })
  expect(erased).toMatchObject({
    outcome: 'restricted',
    mandatory_until: expect.stringContaining(new Date(now.getTime() + 1461 * 24 * HOUR_MS).toISOString().slice(0, 10)),
  })
}

test('after two days down, a process runs the nightly jobs right away, then every night again; morning jobs wait until the next morning', async () => {
  const app = await startApp({ TIME_ZONE })
  const at = (day: number, hour: number) => new Date(Date.UTC(2028, 5, day, hour + 4))
  const clocks = await stopClocks(app.services.database, at(1, 3))
  const lived: string[] = []
  const count = async () =>
    (await app.services.database.pool.query(`select count(*)::int as count from audit_trail where action = 'nightly.started'`)).rows[0].count as number
  try {
    for (const [day, hour] of [
      [1, 3],
      [1, 6],
      // Down for two days before this.
      [3, 15],
      [3, 16],
      [4, 3],
      [4, 6],
      [5, 3],
    ] as const) {
      await clocks.setTo(at(day, hour))
      const before = await count()
      // Two processes at once.
      await Promise.all([runNightlyJobs(app.services), runNightlyJobs(app.services), sendMorning(app.services), sendMorning(app.services)])
      if ((await count()) > before) lived.push(`night ${day}, ${hour}: ${(await count()) - before}`)
    }
    const { rows } = await app.services.database.pool.query(
      `select to_char(at at time zone '${TIME_ZONE}', 'FMDD, FMHH24') as at from audit_trail where action = $1 order by audit_id`,
      [REPLIES_SENT],
    )
    expect([lived, rows.map((row) => row.at)]).toEqual([
      ['night 1, 3: 1', 'night 3, 15: 1', 'night 5, 3: 1'],
      ['1, 6', '4, 6'],
    ])
  } finally {
    clocks.go()
    await app.close()
  }
})
