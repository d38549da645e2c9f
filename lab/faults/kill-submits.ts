import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { connect, type Database } from '#server/db/connect.ts'
import { goodAnswer } from '#test/make.ts'
import { createDatabase, startPostgres, type DatabaseKind } from '#test/setup/database.ts'
import { freePort, startProduct } from './product.ts'

const CLIENTS = 8

type Outcomes = { acknowledged: Set<string>; refused: Set<string>; unknown: Set<string> }
type StoredSubmission = { email: string; copies: number; answers: number; answered: number; mails: number; status: number }
export type KillReport = {
  kind: DatabaseKind
  rounds: number
  acknowledged: string[]
  refused: string[]
  unknown: string[]
  stored: StoredSubmission[]
}

/** Kills the product with SIGKILL while clients apply, `rounds` times on one database, then compares what was acknowledged with what's stored. */
export async function killDuringSubmits(kind: DatabaseKind, rounds: number): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-kill-'))
  const server = kind === 'postgres' ? await startPostgres({ durable: true }) : null
  const databaseUrl = server ? await createDatabase(server.url, 'rounds_kill') : undefined
  const settings: Record<string, string> = {
    DATA_DIR: folder,
    SEED: 'demo',
    PORT: String(await freePort()),
    ...(databaseUrl && { DATABASE_URL: databaseUrl, ADMIN_EMAILS: 'admin@meridianhealth.example' }),
  }
  const fate: Outcomes = { acknowledged: new Set(), refused: new Set(), unknown: new Set() }
  try {
    for (let round = 0; round < rounds; round++) await runRound(settings, fate)
    const database = await connect({ dataDir: folder, log: pino({ level: 'silent' }), ...(databaseUrl && { databaseUrl }) })
    const stored = await listStored(database)
    await database.close()
    return { kind, rounds, acknowledged: [...fate.acknowledged], refused: [...fate.refused], unknown: [...fate.unknown], stored }
  } finally {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runRound(settings: Record<string, string>, fate: Outcomes): Promise<void> {
  const product = await startProduct(settings)
  const roles = (await (await fetch(`${product.url}/api/open-roles`)).json()) as { ref_function_role_id: number }[]
  const over = new AbortController()
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over.signal.aborted) await applyOnce(product.url, roles[0]!.ref_function_role_id, fate)
  })
  const before = fate.acknowledged.size
  for (const deadline = Date.now() + 10_000; fate.acknowledged.size === before && Date.now() < deadline;) await pause(5)
  await pause(Math.random() * 500)
  over.abort()
  await product.kill()
  await Promise.all(clients)
}

async function applyOnce(url: string, ref_function_role_id: number, fate: Outcomes): Promise<void> {
  const email = `kill-${crypto.randomUUID()}@example.com`
  try {
    const opened = await post(`${url}/api/user-session`, { ref_function_role_id, device_info: 'fault' })
    if (!opened.ok) return
    const { questions } = (await opened.json()) as {
      questions: { user_session_answer_id: number; user_session_id: number; question_name: string; question_type: string }[]
    }
    const answers = questions.map(({ question_name, question_type, ...ids }) => ({
      ...ids,
      user_answer_text_box: question_name === 'email' ? email : goodAnswer(question_name, question_type),
    }))
    fate.unknown.add(email)
    const submitted = await post(`${url}/api/user-session/answers`, { answers }, opened.headers.get('set-cookie')!.split(';')[0])
    fate.unknown.delete(email)
    ;(submitted.ok ? fate.acknowledged : fate.refused).add(email)
  } catch {
    // The process died before responding, so the outcome remains `unknown`.
  }
}

function post(url: string, body: unknown, cookie?: string): Promise<Response> {
  return fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...(cookie && { cookie }) } })
}

async function listStored(database: Database): Promise<StoredSubmission[]> {
  const { rows } = await database.pool.query<StoredSubmission>(`
    select s.email, count(distinct s.user_session_id)::int as copies, count(distinct a.user_session_answer_id)::int as answers,
      count(distinct a.user_session_answer_id) filter (where a.user_answer_text_box is not null)::int as answered,
      count(distinct m.email_id)::int as mails, min(s.ref_application_status_id) as status
    from user_session s
    left join user_session_answer a using (user_session_id)
    left join email_outbox m on m.user_session_id = s.user_session_id and m.purpose = 'confirmation'
    where s.email like 'kill-%' group by s.email`)
  return rows
}

/**
 * Returns violations: an acknowledged application must be stored complete and exactly once, with its email; a refused one must not be stored; one
 * without a response may be stored, but only complete.
 */
export function checkKills({ acknowledged, refused, stored }: KillReport): string[] {
  const emails = new Set(stored.map((row) => row.email))
  const isWhole = (row: StoredSubmission) => row.copies === 1 && row.status === 5 && row.answers === 13 && row.answered === 13 && row.mails === 1
  return [
    ...(acknowledged.length === 0 ? ['nothing was acknowledged'] : []),
    ...acknowledged.filter((email) => !emails.has(email)).map((email) => `lost: ${email}`),
    ...stored.filter((row) => !isWhole(row)).map((row) => `not whole or not once: ${JSON.stringify(row)}`),
    ...refused.filter((email) => emails.has(email)).map((email) => `refused and stored: ${email}`),
  ]
}

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 25)
  for (const kind of ['embedded', 'postgres'] as const) {
    const report = await killDuringSubmits(kind, rounds)
    const violations = checkKills(report)
    console.log(JSON.stringify({ kind, acknowledged: report.acknowledged.length, wrong: violations }))
    if (violations.length > 0) process.exitCode = 1
  }
}
