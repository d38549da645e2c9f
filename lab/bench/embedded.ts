import { connect } from '#server/db/connect.ts'
import { makeManyApplicants } from '#test/many-applicants.ts'
import { silent } from '#test/setup/database.ts'
import { signedIn } from '#test/setup/sign-in.ts'
import { jsonOf, recentOf } from './json-of.ts'
import { drain } from './ask.ts'
import { count, inTurns, ms } from './measure.ts'
import { ADMIN, IN_LIST, type Stage } from './stage.ts'
import { tableOfCases, type Table } from './table.ts'

const ROUNDS = 5
const APPLICATIONS = 10_000
const AUDITED_VIEW = 'the look at names is written to the audit trail and to the disk before the page is sent; the floor writes nothing.'

/** Benchmarks the embedded database with as many applications as a small installation will ever have. */
export async function benchEmbedded(stage: Stage): Promise<Table> {
  const folder = await stage.folder()
  await (await stage.product(null, { folder, seed: 'reference' })).stop()
  const token = await fill(folder)
  const [list, page, csv] = (await timeProduct(stage, folder, token)) as [number, number, number]
  const [listFloor, pageFloor] = (await timeDatabase(folder)) as [number, number]
  return tableOfCases(
    `The embedded database with ${count(APPLICATIONS)} applications`,
    [
      { what: `list of ${count(IN_LIST)} with answers`, product: ms(list), floor: ms(listFloor), ratio: listFloor / list, goal: { atLeast: 0.5 } },
      { what: 'a page of 100 in one status', product: ms(page), floor: ms(pageFloor), ratio: pageFloor / page, goal: { atLeast: 0.5 }, because: AUDITED_VIEW },
      { what: 'CSV of all, in 5 s', product: ms(csv), floor: '', ratio: csv / 5_000, goal: { atMost: 1 } },
    ],
    [`Medians of ${ROUNDS}. The floor is \`json_agg\` of the same rows in one statement, through the driver alone, on the same folder.`],
  )
}

async function fill(dataDir: string): Promise<string> {
  const database = await connect({ dataDir, log: silent })
  try {
    await makeManyApplicants(database.pool, { applications: APPLICATIONS, recent: IN_LIST })
    return (await signedIn(database.db, ADMIN)).token
  } finally {
    await database.close()
  }
}

async function timeProduct(stage: Stage, folder: string, token: string): Promise<number[]> {
  const product = await stage.product(null, { folder, seed: 'reference' })
  const calls = [
    'user-session/applicants_with_answers/1?days_ago=30&identifiable=true',
    `user-session/applicants_with_answers/all?${PAGE}`,
    `applicants/export.csv?${ALL}`,
  ]
  try {
    return await inTurns(
      ROUNDS,
      calls.map((call) => () => drain(`${product.url}/api/${call}`, token)),
    )
  } finally {
    await product.stop()
  }
}

const PAGE = 'days_ago=4000&ref_application_status_id=5&identifiable=true&limit=100'
const ALL = 'roleId=all&days_ago=4000&identifiable=true'

async function timeDatabase(dataDir: string): Promise<number[]> {
  const { pool, close } = await connect({ dataDir, log: silent })
  try {
    return await inTurns(ROUNDS, [() => pool.query(jsonOf(recentOf(1))), () => pool.query(jsonOf('s.ref_application_status_id = 5', 100))])
  } finally {
    await close()
  }
}
