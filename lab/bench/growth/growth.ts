import { drain, firstByte } from '../ask.ts'
import { count, inTurns, ms } from '../measure.ts'
import { writePlans, type Call } from './plans.ts'
import type { Filled, Stage } from '../stage.ts'
import { tableOfCases, type Case, type Table } from '../table.ts'

const ROUNDS = 36
const WARM_UPS = 5
const SIZES = [10_000, 100_000, 1_000_000, ...(process.env['ROUNDS_BENCH_TEN_MILLION'] ? [10_000_000] : [])]
/** Out of 13 questions. With all of them answered, ten million applications would take up 60 GB. */
const ANSWERS = 3
const EVER = 4000
const LIMIT = 1.3
/** At ten million, the home screen takes about 10 s, and exporting everything runs into the statement time limit. */
const MAX_COUNTED = 1_000_000
const SCATTERED =
  'the first ten thousand numbers are found by an index, but their rows lie ever further apart, and which of them are sealed is read from the row. With the data in memory it takes less.'

const EVERYONE = 'the list of everyone: first page'
const HOME = 'the admin home, 30 days'
const EXPORT = 'an export of everyone as CSV: first byte'
const OWED = 'who is owed a reply'
const COUNTING = [HOME, EXPORT]
/** Why some calls get slower as the data grows. */
const BECAUSE: Record<string, string> = {
  [EVERYONE]:
    'it takes the same from 100,000 to ten million; of ten thousand, everything it reads is in memory. On databases filled a moment before, the ratios were 1.00, 1.05 and 1.18.',
  [HOME]:
    'it counts everyone who is waiting, and 6 in 100 of the generated applications are waiting at every size, so ten times the data means ten times as many to count. Indexes hold all of them; a table of counters would be a second home for each fact.',
  [EXPORT]:
    'the numbers of everyone to export are read first, in order, so that the file is of one moment. One role, one status or a year begins as quickly as it is small.',
  [OWED]:
    'everyone who is owed a reply is put in the order of the day it is due, up to the newest hundred thousand; of the generated applications 4 in 100 are owed one at every size.',
}
const list = (filters: object): Call => ({ method: 'POST', path: '/api/applicants/list', body: { days_ago: EVER, ...filters } })
const READS: Record<string, Call> = {
  [EVERYONE]: list({}),
  'the list of one status: first page': list({ ref_application_status_id: 5 }),
  [OWED]: list({ due: 'due', sort: 'due.asc' }),
  'a person by the start of the address': { method: 'POST', path: '/api/applicants/find', body: { text: 'person-777', identifiable: true } },
  [HOME]: { method: 'GET', path: '/api/dashboard?days=30' },
}
type Work = (url: string, token: string) => Promise<unknown>
const WORKS: Record<string, Work> = {
  ...Object.fromEntries(Object.entries(READS).map(([what, { path, body }]): [string, Work] => [what, (url, token) => drain(url + path, token, body)])),
  [EXPORT]: (url, token) => firstByte(`${url}/api/applicants/export.csv?roleId=all&days_ago=${EVER}`, token),
}

/** Benchmarks calls that must not slow down as the data grows, relative to the smallest size. */
export async function benchGrowth(stage: Stage): Promise<Table> {
  const times: Record<string, number[]> = {}
  for (const size of SIZES) {
    for (const [what, taken] of Object.entries(await timesAt(stage, await stage.filled(size, { answers: ANSWERS })))) (times[what] ??= []).push(taken)
  }
  await writePlans(
    await stage.filled(SIZES.at(-1)!, { answers: ANSWERS }),
    Object.fromEntries(Object.entries(READS).filter(([what]) => !COUNTING.includes(what))),
  )
  const cases = Object.entries(times).flatMap(([what, [smallest, ...larger]]) =>
    larger.map((time, place): Case => {
      const name = `${what}, out of ${count(SIZES[place + 1]!)}`
      return {
        what: name,
        product: ms(time),
        floor: ms(smallest!),
        ratio: time / smallest!,
        goal: { atMost: LIMIT },
        because: BECAUSE[what] ?? SCATTERED,
      }
    }),
  )
  return tableOfCases('Growth of the data', cases, [
    `Medians of ${ROUNDS}. The floor is the same call out of ${count(SIZES[0]!)}. Each application has ${ANSWERS} answers. How the database carries out each statement is in [plans.md](growth/plans.md).`,
    'At ten million, on a machine busy with other work, the admin home took about 10 s, and an export of everyone was answered with 503 when a statement reached its time limit of 15 s: export by role or by year there.',
  ])
}

async function timesAt(stage: Stage, filled: Filled): Promise<Record<string, number>> {
  const product = await stage.product(filled)
  try {
    const medians: Record<string, number> = {}
    for (const [what, work] of Object.entries(WORKS)) {
      if (COUNTING.includes(what) && filled.applications > MAX_COUNTED) continue
      for (let round = 0; round < WARM_UPS; round++) await work(product.url, filled.token)
      const [taken] = await inTurns(ROUNDS, [() => work(product.url, filled.token)])
      medians[what] = taken!
    }
    return medians
  } finally {
    await product.stop()
  }
}
