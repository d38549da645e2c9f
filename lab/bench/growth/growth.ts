import { requestLink } from '#contract/candidate/candidate.ts'
import { connect } from '#server/db/connect.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { silent } from '#test/setup/database.ts'
import { drain, firstByte } from '../ask.ts'
import { count, median, ms, measureMs } from '../measure.ts'
import { ADMIN, IN_LIST, type Filled, type Stage } from '../stage.ts'
import type { Table } from '../table.ts'
import { callsOn, SOMEONE, type Call } from './calls.ts'
import { writePlans } from './plans.ts'

/** Ten million take most of an hour to fill. With all 13 answers each, they would take 60 GB, so they have 3. */
const SIZES = [10_000, 100_000, 1_000_000, ...(process.env['ROUNDS_BENCH_TEN_MILLION'] ? [10_000_000] : [])]
const MOST_ANSWERED = 1_000_000
const FEW_ANSWERS = 3
const ROUNDS = 25
const WARM_UPS = 3
/** A slow call is repeated for this long, but at least `MIN_ROUNDS` times. */
const LONGEST_MS = 2_000
const MIN_ROUNDS = 5
const MAX_RATIO = 2
/** At a million applications. */
const MAX_P95_MS = 100
const P95_SIZE = 1_000_000

/** Why calls miss the goals. */
const BECAUSE = [
  'Sorting reads the newest 100,000 applications that match, whatever the size; with names hidden, it reads whole days. An index for each column would make every change dearer.',
  'Worklists return everyone on them, replies due and the admin home count everyone who waits, and figures read everyone who applied in the period: all of them grow with the people they show. Counters that each change keeps were not built, because changes to one role would then wait for each other.',
  'A filter that almost no one or almost everyone matches reads the table: here, everyone has a resume, and no one came through a link or was given a reason. An export lists the IDs of everyone before its first row, so that the file shows one moment.',
]

type Timing = { median: number; p95: number }

/** Measures every call that a screen makes at each size, compared with the smallest. */
export async function benchGrowth(stage: Stage): Promise<Table> {
  const timings: Record<string, Timing[]> = {}
  for (const size of SIZES) {
    const filled = await stage.filled(size, size > MOST_ANSWERED ? { answers: FEW_ANSWERS } : {})
    const times = { ...(await timesIn(filled)), ...(await exportTimesIn(stage, filled)) }
    for (const [what, one] of Object.entries(times)) (timings[what] ??= []).push(one)
  }
  const rows = Object.entries(timings).map(([what, times]) => ({
    what,
    times,
    ratio: times.at(-1)!.median / times[0]!.median,
    p95: times[SIZES.indexOf(P95_SIZE)]!.p95,
  }))
  const isMet = ({ ratio, p95 }: (typeof rows)[number]) => ratio <= MAX_RATIO && p95 < MAX_P95_MS
  await planMissed(
    await stage.filled(P95_SIZE),
    rows.filter((row) => !isMet(row)).map(({ what }) => what),
  )
  return {
    title: 'Growth of the data',
    columns: ['call', ...SIZES.map(count), 'last to first', `p95 at ${count(P95_SIZE)}`, `at most ${MAX_RATIO} and ${MAX_P95_MS} ms`],
    rows: rows.map((row) => [row.what, ...row.times.map((one) => ms(one.median)), row.ratio.toFixed(2), ms(row.p95), isMet(row) ? 'met' : '**missed**']),
    notes: [
      `Medians of up to ${ROUNDS} calls, on PostgreSQL, one at a time. 10 of 100 applications are open, the others were closed over seven years; 40 roles are open, one with ${count(IN_LIST)} applications in the last 30 days. Each application has an answer to all 13 questions${SIZES.some((size) => size > MOST_ANSWERED) ? ` (${FEW_ANSWERS} at ${count(SIZES.at(-1)!)})` : ''}. Plans of the slow statements in calls that missed are in [plans.md](growth/plans.md).`,
      ...BECAUSE,
    ],
  }
}

async function timesIn(filled: Filled): Promise<Record<string, Timing>> {
  return inApp(filled, async (app, actors, role) => {
    const times: Record<string, Timing> = {}
    for (const [what, call] of Object.entries(callsOn(role))) {
      times[what] = await timingOf(async () => {
        const { status, body } = await app.send(call.method, call.path, call.body, actors[call.as ?? 'admin'])
        if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
      })
    }
    return times
  })
}

/** Exports are streamed, so they need a process of their own. */
async function exportTimesIn(stage: Stage, filled: Filled): Promise<Record<string, Timing>> {
  const product = await stage.product(filled)
  try {
    const of = (roleId: number | 'all') => `${product.url}/api/applicants/export.csv?roleId=${roleId}&days_ago=${roleId === 'all' ? 4000 : 30}`
    const role = await inApp(filled, async (_app, _actors, id) => id)
    const whole = await timingOf(() => drain(of(role), filled.token))
    const perThousand = (one: number) => (one * 1000) / IN_LIST
    return {
      'export: first byte of everyone': await timingOf(() => firstByte(of('all'), filled.token)),
      'export: 1,000 rows of a role': { median: perThousand(whole.median), p95: perThousand(whole.p95) },
    }
  } finally {
    await product.stop()
  }
}

async function timingOf(work: () => Promise<unknown>): Promise<Timing> {
  for (let round = 0; round < WARM_UPS; round++) await work()
  const times: number[] = []
  const began = performance.now()
  while (times.length < ROUNDS && (times.length < MIN_ROUNDS || performance.now() - began < LONGEST_MS)) times.push(await measureMs(work))
  return { median: median(times), p95: times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]! }
}

async function planMissed(filled: Filled, missed: string[]): Promise<void> {
  await inApp(filled, async (app, actors, role) => {
    const calls = Object.entries(callsOn(role)).filter(([what]) => missed.includes(what))
    await writePlans(
      app,
      filled.applications,
      calls.map(([what, call]) => ({ what, ask: () => app.send(call.method, call.path, call.body, actors[call.as ?? 'admin']) })),
    )
  })
}

type Actors = Record<NonNullable<Call['as']> | 'admin', Actor>

/** Runs `work` with the app in this process, on a filled database, with the role most people applied for lately. */
async function inApp<T>({ url, token }: Filled, work: (app: TestApp, actors: Actors, role: number) => Promise<T>): Promise<T> {
  const existing = { kind: 'postgres', databaseUrl: url, open: () => connect({ databaseUrl: url, dataDir: '', log: silent }), drop: async () => {} } as const
  const app = await startApp({ ADMIN_EMAILS: ADMIN, SEED: 'reference' }, existing)
  try {
    await app.call(requestLink, { email: `person${SOMEONE}@example.com` })
    const candidate = await openOwnPage(app, `person${SOMEONE}@example.com`)
    const { rows } = await app.services.database.pool.query<{ id: number }>(
      `select ref_function_role_id as id from function_role where function_role_name = 'Role 1'`,
    )
    return await work(app, { admin: { token }, candidate, visitor: {} }, rows[0]!.id)
  } finally {
    await app.close()
  }
}
