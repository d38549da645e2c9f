import pg from 'pg'
import { goodAnswer } from '#test/make.ts'
import { ask } from './ask.ts'
import { median, ms } from './measure.ts'
import { recordApplication, replay } from './replay.ts'
import type { Stage } from './stage.ts'
import { tableOfCases, type Table } from './table.ts'

const ROUNDS = 5
const SECONDS = 3
const PEOPLE = 8

/** People who open an application and submit 13 answers, compared with the same statements through the driver alone. */
export async function benchApplying(stage: Stage): Promise<Table> {
  const small = await stage.filled(10_000)
  const recorded = await recordApplication()
  const product = await stage.product(small)
  const pool = new pg.Pool({ connectionString: small.url, max: PEOPLE })
  try {
    const { rows } = await pool.query('select max(ref_function_role_id) as role from function_role')
    const { role } = rows[0] as { role: number }
    const ours: Rate[] = []
    const bare: Rate[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const alone = await rateOf(async () => {
        const client = await pool.connect()
        await replay(client, recorded, role).finally(() => client.release())
      })
      const whole = await rateOf(() => applyOnce(product.url, role))
      if (round > 0) bare.push(alone)
      if (round > 0) ours.push(whole)
    }
    const [rate, floor] = [median(ours.map((one) => one.per_second)), median(bare.map((one) => one.per_second))]
    const slowest = `${ms(median(ours.map((one) => one.p99_ms)))} (${ms(median(bare.map((one) => one.p99_ms)))})`
    const shown = (one: number) => `${Math.round(one)} a second`
    return tableOfCases(
      'Open an application and submit 13 answers',
      [{ what: `${PEOPLE} people at once`, product: shown(rate), floor: shown(floor), ratio: rate / floor, goal: { atLeast: 0.6 } }],
      [
        `Medians of ${ROUNDS} rounds of ${SECONDS} s in turns. The floor is the ${recorded.statements.length} statements of one application, written down through the real app and sent again through the driver alone. p99 of the product and the floor: ${slowest}. Each commit is flushed to disk in both; the product also sends the confirmations meanwhile.`,
      ],
    )
  } finally {
    await pool.end()
    await product.stop()
  }
}

type Rate = { per_second: number; p99_ms: number }

async function rateOf(work: () => Promise<void>): Promise<Rate> {
  const took: number[] = []
  const started = performance.now()
  const person = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      const from = performance.now()
      await work()
      took.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, person))
  const seconds = (performance.now() - started) / 1000
  return { per_second: took.length / seconds, p99_ms: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)]! }
}

type Asked = { user_session_answer_id: number; user_session_id: number; question_name: string; question_type: string }

async function applyOnce(url: string, ref_function_role_id: number): Promise<void> {
  const opened = await ask(`${url}/api/user-session`, { ref_function_role_id, device_info: 'bench' })
  const { questions } = JSON.parse(opened.body) as { questions: Asked[] }
  const answers = questions.map(({ user_session_answer_id, user_session_id, question_name, question_type }) => ({
    user_session_answer_id,
    user_session_id,
    user_answer_text_box: goodAnswer(question_name, question_type),
  }))
  await ask(`${url}/api/user-session/answers`, { answers }, opened.cookie)
}
