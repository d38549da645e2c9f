import pg from 'pg'
import { goodAnswer } from '#test/make.ts'
import { flushesIn } from '#test/setup/statements.ts'
import { ask } from '../ask.ts'
import { median, ms } from '../measure.ts'
import { recordApplication, replay } from './replay.ts'
import type { Stage } from '../stage.ts'
import { tableOfCases, type Case, type Table } from '../table.ts'

const ROUNDS = 5
const SECONDS = 3
const OWN_STATEMENTS =
  "What belongs together is one statement: the application with its questions and role, all writes of the submission, and the confirmation's link with what else it says. The limits are counted outside the transaction, so they hold when it is rolled back, and the mailbox's budget is counted before the email is written."
const CASES = [
  { people: 1, goal: 0.7 },
  { people: 8, goal: 0.7 },
]
const MAX_STATEMENTS = 10
const MAX_FLUSHES = 2
const SHARED =
  'the product checks, hashes, queues the confirmation and records the audit row between the statements, and shares the 2 cores with PostgreSQL and the client. Opening is one statement with all questions, submitting one transaction with arrays.'

/** Benchmarks opening an application and submitting 13 answers, against running the same statements through the driver alone. */
export async function benchApplying(stage: Stage): Promise<Table> {
  const small = await stage.filled(10_000)
  const recorded = await recordApplication()
  const product = await stage.product(small)
  const pool = new pg.Pool({ connectionString: small.url, max: 8 })
  try {
    const { rows } = await pool.query('select max(ref_function_role_id) as role from function_role')
    const { role } = rows[0] as { role: number }
    const alone = async () => {
      const client = await pool.connect()
      await replay(client, recorded, role).finally(() => client.release())
    }
    const cases: Case[] = []
    for (const one of CASES) cases.push(...(await compare(one, { alone, whole: () => applyOnce(product.url, role) })))
    const statements = recorded.statements.length
    cases.push({
      what: 'statements of one application',
      product: String(statements),
      floor: String(MAX_STATEMENTS),
      ratio: statements / MAX_STATEMENTS,
      goal: { atMost: 1 },
      because: `they are ${recorded.statements.map(({ text }) => `\`${text.trim().split(/\s+/).slice(0, 3).join(' ')}\``).join(', ')}. ${OWN_STATEMENTS}`,
    })
    const flushes = flushesIn(recorded.statements)
    cases.push({
      what: 'times it waits for the disk',
      product: String(flushes),
      floor: String(MAX_FLUSHES),
      ratio: flushes / MAX_FLUSHES,
      goal: { atMost: 1 },
    })
    return tableOfCases('Open an application and submit 13 answers', cases, [
      `Medians of ${ROUNDS} rounds of ${SECONDS} s in turns. The floor is the ${statements} statements of one application, recorded from the real app and replayed through the driver alone. Each commit that someone is told about is flushed to disk in both; the product also sends the confirmations meanwhile.`,
    ])
  } finally {
    await pool.end()
    await product.stop()
  }
}

type Variants = { alone: () => Promise<void>; whole: () => Promise<void> }

async function compare({ people, goal }: (typeof CASES)[number], { alone, whole }: Variants): Promise<Case[]> {
  const ours: Rate[] = []
  const bare: Rate[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const floor = await rateOf(people, alone)
    const product = await rateOf(people, whole)
    if (round > 0) bare.push(floor)
    if (round > 0) ours.push(product)
  }
  const [rate, floor] = [ours, bare].map((rates) => median(rates.map((one) => one.per_second))) as [number, number]
  const [slow, least] = [ours, bare].map((rates) => median(rates.map((one) => one.p99_ms))) as [number, number]
  const shown = (one: number) => `${Math.round(one)} a second`
  const who = people === 1 ? 'one person' : `${people} people at once`
  return [
    { what: who, product: shown(rate), floor: shown(floor), ratio: rate / floor, goal: { atLeast: goal }, because: SHARED },
    { what: `${who}, p99`, product: ms(slow), floor: ms(least), ratio: slow / least, goal: { atMost: 3 } },
  ]
}

type Rate = { per_second: number; p99_ms: number }

async function rateOf(people: number, work: () => Promise<void>): Promise<Rate> {
  const took: number[] = []
  const started = performance.now()
  const person = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      const from = performance.now()
      await work()
      took.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: people }, person))
  const seconds = (performance.now() - started) / 1000
  return { per_second: took.length / seconds, p99_ms: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)]! }
}

type AskedQuestion = { user_session_answer_id: number; user_session_id: number; question_name: string; question_type: string }

async function applyOnce(url: string, ref_function_role_id: number): Promise<void> {
  const opened = await ask(`${url}/api/user-session`, { ref_function_role_id, device_info: 'bench' })
  const { questions } = JSON.parse(opened.body) as { questions: AskedQuestion[] }
  const answers = questions.map(({ user_session_answer_id, user_session_id, question_name, question_type }) => ({
    user_session_answer_id,
    user_session_id,
    user_answer_text_box: goodAnswer(question_name, question_type),
  }))
  await ask(`${url}/api/user-session/answers`, { answers }, opened.cookie)
}
