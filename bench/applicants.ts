import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedReference } from '#server/db/reference/seed-reference.ts'
import { startProduct } from '#test/faults/product.ts'
import { createDatabase, silent, startPostgres } from '#test/setup/database.ts'
import { signedIn } from '#test/setup/sign-in.ts'
import { fillApplicants } from './fill-applicants.ts'
import { median, type Table } from './table.ts'

const ROUNDS = 5
const SMALL = 10_000
const LARGE = 100_000
const IN_LIST = 5_000

/** The lists of Applicant Review, beside what PostgreSQL alone needs for the same rows in the same run. */
export async function benchApplicants(): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-bench-'))
  const server = await startPostgres({ durable: true })
  try {
    const rows: string[][] = []
    const small = await openData(server.url, 'bench_small', SMALL)
    const large = await openData(server.url, 'bench_large', LARGE)
    const ours = await startProduct({ DATA_DIR: folder, DATABASE_URL: large.url, ADMIN_EMAILS: large.admin, LOG_LEVEL: 'warn' })
    const alone = new pg.Client(large.url)
    await alone.connect()
    rows.push(await compareList(ours.url, large.token, alone), await compareCsv(ours.url, large.token, alone))
    await ours.stop()
    rows.push(await comparePages(folder, small, large))
    await alone.end()
    return {
      title: `Applicants: ${LARGE.toLocaleString('en-US')} applications with 13 answers each, on PostgreSQL`,
      columns: ['case', 'product', 'floor', 'product / floor', 'goal'],
      rows,
      notes: [
        `Medians of ${ROUNDS}, taken in turns. Times in ms, the floors are one statement through the driver alone. The indexes are those of the product.`,
      ],
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Filled = { url: string; token: string; admin: string }

async function openData(server: string, name: string, count: number): Promise<Filled> {
  const admin = 'admin@meridianhealth.example'
  const url = await createDatabase(server, name)
  const database = await connect({ databaseUrl: url, dataDir: '', log: silent })
  await migrate(database)
  await seedReference(database.db)
  await fillApplicants(database.pool, count, IN_LIST)
  const { token } = await signedIn(database.db, admin)
  await database.close()
  return { url, token, admin }
}

async function compareList(url: string, token: string, alone: pg.Client): Promise<string[]> {
  const statement = `select json_agg(one) from (
    select s.user_session_id, s.first_name, s.last_name, s.email, s.linkedin_profile_url, s.ref_application_status_id, s.application_submitted_datetime_utc,
      s.has_emailed_application_status, s.ref_function_role_id, r.function_role_name, r.hiring_lead_email, r.hiring_lead_name,
      (select json_agg(json_build_object('question_name', a.question_name, 'question_text', a.question_text, 'applicants_answer', a.user_answer_text_box) order by a.sort_order)
       from user_session_answer a where a.user_session_id = s.user_session_id) as answers
    from user_session s join function_role r using (ref_function_role_id)
    where s.ref_function_role_id = 1 and s.application_submitted_datetime_utc > now() - interval '30 days'
    order by s.application_submitted_datetime_utc desc) one`
  const [product, floor] = await inTurns(
    () => drain(`${url}/api/user-session/applicants_with_answers/1?days_ago=30&identifiable=true`, token),
    async () => void (await alone.query(statement)),
  )
  return asRow(`list of ${IN_LIST.toLocaleString('en-US')} with answers, against json_agg in one statement`, product, floor, 'at most 0.67')
}

async function compareCsv(url: string, token: string, alone: pg.Client): Promise<string[]> {
  const statement = `select s.user_session_id, s.first_name, s.last_name, s.email, s.application_submitted_datetime_utc, s.ref_application_status_id, s.linkedin_profile_url,
      a.answers from user_session s
    join (select user_session_id, string_agg('"' || replace(coalesce(user_answer_text_box, ''), '"', '""') || '"', ',' order by sort_order) as answers
          from user_session_answer group by user_session_id) a using (user_session_id)
    where s.application_submitted_datetime_utc is not null order by s.application_submitted_datetime_utc desc`
  const [product, floor] = await inTurns(
    () => drain(`${url}/api/applicants/export.csv?roleId=all&days_ago=4000&identifiable=true`, token),
    async () => void (await alone.query(statement)),
  )
  return asRow(`CSV of ${LARGE.toLocaleString('en-US')}, against one statement of the same columns`, product, floor, 'at most 2')
}

async function comparePages(folder: string, small: Filled, large: Filled): Promise<string[]> {
  const page = '/api/user-session/applicants_with_answers/all?days_ago=4000&ref_application_status_id=5&identifiable=false&limit=100'
  const times: number[][] = []
  for (const filled of [large, small]) {
    const product = await startProduct({ DATA_DIR: folder, DATABASE_URL: filled.url, ADMIN_EMAILS: filled.admin, LOG_LEVEL: 'warn' })
    await drain(product.url + page, filled.token)
    const taken: number[] = []
    for (let round = 0; round < ROUNDS * 4; round++) taken.push(await timed(() => drain(product.url + page, filled.token)))
    times.push(taken)
    await product.stop()
  }
  return asRow(`filtered page of 100 out of ${LARGE.toLocaleString('en-US')}, against ${SMALL.toLocaleString('en-US')}`, times[0]!, times[1]!, 'at most 1.5')
}

async function drain(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' } })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  for await (const _ of response.body!) continue
}

async function inTurns(ours: () => Promise<void>, floor: () => Promise<void>): Promise<[number[], number[]]> {
  await ours()
  await floor()
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    times[1].push(await timed(floor))
    times[0].push(await timed(ours))
  }
  return times
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function asRow(title: string, product: number[], floor: number[], goal: string): string[] {
  return [title, median(product).toFixed(0), median(floor).toFixed(0), (median(product) / median(floor)).toFixed(2), goal]
}
