import { drain, firstByte } from '../ask.ts'
import { count, inTurns, ms } from '../measure.ts'
import { writePlans, type Call } from './plans.ts'
import type { Filled, Stage } from '../stage.ts'
import { tableOfCases, type Case, type Table } from '../table.ts'

const ROUNDS = 36
const WARM_UPS = 5
const SIZES = [10_000, 100_000, 1_000_000, ...(process.env['ROUNDS_BENCH_TEN_MILLION'] ? [10_000_000] : [])]
/** Of the 13: with all of them, ten million applications would take 60 GB. */
const ANSWERS = 3
const EVER = 4000
const LIMIT = 1.3
const COUNTED =
  'it counts everyone who is waiting, and 6 in 100 of the generated applications are waiting at every size, so ten times the data means ten times as many to count. Indexes hold all of them; a table of counters would be a second home for each fact.'

const HOME = 'the admin home, 30 days'
const list = (filters: object): Call => ({ method: 'POST', path: '/api/applicants/list', body: { days_ago: EVER, ...filters } })
const READS: Record<string, Call> = {
  'the list of everyone: first page': list({}),
  'the list of one status: first page': list({ ref_application_status_id: 5 }),
  'who is owed a reply': list({ due: 'due', sort: 'due.asc' }),
  'a person by the start of the address': { method: 'POST', path: '/api/applicants/find', body: { text: 'person-777', identifiable: true } },
  [HOME]: { method: 'GET', path: '/api/dashboard?days=30' },
}
type Work = (url: string, token: string) => Promise<unknown>
const WORKS: Record<string, Work> = {
  ...Object.fromEntries(Object.entries(READS).map(([what, { path, body }]): [string, Work] => [what, (url, token) => drain(url + path, token, body)])),
  'an export as CSV: first byte': (url, token) => firstByte(`${url}/api/applicants/export.csv?roleId=all&days_ago=${EVER}`, token),
}

/** What must not slow down as the data grows, compared with the smallest size. */
export async function benchGrowth(stage: Stage): Promise<Table> {
  const times: Record<string, number[]> = {}
  for (const size of SIZES) {
    for (const [what, taken] of Object.entries(await timesAt(stage, await stage.filled(size, { answers: ANSWERS })))) (times[what] ??= []).push(taken)
  }
  await writePlans(await stage.filled(SIZES.at(-1)!, { answers: ANSWERS }), READS)
  const cases = Object.entries(times).flatMap(([what, [smallest, ...larger]]) =>
    larger.map((time, place): Case => {
      const name = `${what}, out of ${count(SIZES[place + 1]!)}`
      return {
        what: name,
        product: ms(time),
        floor: ms(smallest!),
        ratio: time / smallest!,
        goal: { atMost: LIMIT },
        ...(what === HOME && { because: COUNTED }),
      }
    }),
  )
  return tableOfCases('Growth of the data', cases, [
    `Medians of ${ROUNDS}. The floor is the same call out of ${count(SIZES[0]!)}. Each application has ${ANSWERS} answers. How the database carries out each statement is in [plans.md](growth/plans.md).`,
  ])
}

async function timesAt(stage: Stage, filled: Filled): Promise<Record<string, number>> {
  const product = await stage.product(filled)
  try {
    const medians: Record<string, number> = {}
    for (const [what, work] of Object.entries(WORKS)) {
      for (let round = 0; round < WARM_UPS; round++) await work(product.url, filled.token)
      const [taken] = await inTurns(ROUNDS, [() => work(product.url, filled.token)])
      medians[what] = taken!
    }
    return medians
  } finally {
    await product.stop()
  }
}
