import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { hiring_decision_detail } from '#server/db/tables.ts'
import type { FeedbackAnswer } from '#server/rationale/generator.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { openStandInModel, type ReceivedRequest } from '#test/setup/stand-in-model.ts'
import { generateRationale } from './generate-rationale.ts'
import { listFeedback } from './store.ts'

const SENTENCES = [
  'She owned the mistake at once and reported it herself.',
  'In the next breath she blamed the night shift for the missing chart.',
  'She asked about parking and the start date.',
  'He said “It was me. Sorry.” and meant it.',
  "She didn't blame the lab, e.g. for the delay.",
  'Never made me feel that Dr. Hale was to blame.',
  'Things she did NOT do:\n- own the mistake\n- thank the panel\n',
  "Told me 'I skipped the scan. Just kidding.' and laughed.",
  'Was he late? He was not.',
  'Late on Monday, late on Tuesday… or so her manager claims.',
]
const [CANDIDATES, FLAGS, ROUNDS] = [25, 8, 5]

let turn = 0
/** Returns fragments cut at arbitrary points, some from the wrong answers, mixed with made-up text and prose. */
function lie({ feedback }: ReceivedRequest): string {
  turn += 1
  const words = feedback.flatMap((one) => one.answer.split(/\s+/u))
  const cut = (k: number) => words.slice((turn * 7 + k * 5) % words.length).slice(0, 2 + ((turn + k) % 9))
  const quotes = [0, 1, 2, 3].map((k) => ({
    feedback_id: 1 + ((turn + k) % (feedback.length + 1)),
    quote: cut(k).join(' '),
    stance: k % 2 === 0 ? 'against' : 'for',
  }))
  const invented = { feedback_id: 1, quote: `She lied ${turn} times to Dr. Gray.`, stance: 'for' }
  return JSON.stringify({ absent: turn % 2 === 0, rationale: `Draft ${turn} says “she lied. She cheats.”`, citations: [...quotes, invented] })
}

const model = await openStandInModel(lie)
const app = await startApp({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'liar', LLM_API_KEY: 'key' })
afterAll(async () => {
  await app.close()
  await model[Symbol.asyncDispose]()
})

/** Lines that the product writes itself, each matched as a whole so there's no room for a model's words. */
const NAMES = String.raw`Interview [ABC](?:(?:, | and |, and )Interview [ABC])*`
const OWN_LINES = new RegExp(
  [
    'Read first, [a-z ]+:',
    'Shows this red flag:',
    'Speaks against it:',
    'Could go either way:',
    `Nothing found in ${NAMES}\\.`,
    `No feedback yet from ${NAMES}\\.`,
    'No matching evidence found: no sentence in the feedback on record supports a statement about this red flag\\.',
    String.raw`\d+ quotations? in the draft couldn't be found in the feedback and (?:was|were) left out\.`,
    'Suggestion: absent, because of the evidence against it\\. A person must confirm\\.',
    'A person must decide whether this red flag is absent\\.',
  ]
    .map((line) => `^${line}$`)
    .join('|'),
  'gmu',
)

/** Returns anything in a rationale that's neither a complete stored sentence nor the product's own text. */
function untraced(rationale: string, feedback: FeedbackAnswer[]): string[] {
  const isStored = (interview: string, interviewer: string, quote: string) =>
    feedback
      .filter((one) => one.interview_name === interview && one.interviewer_name === interviewer)
      .some(({ interviewer_feedback: text }) => {
        const at = text.indexOf(quote)
        return (
          at >= 0 &&
          /(?:^|\s)$/u.test(text.slice(0, at)) &&
          /^(?:\s|$)/u.test(text.slice(at + quote.length)) &&
          /(?:[.!?…:]["'”’]?|panel|mistake)$/u.test(quote)
        )
      })
  const remainder = rationale.replace(/^(Interview [ABC]) \((.+?)\): “([^]*?)”$/gmu, (line, interview: string, interviewer: string, quote: string) =>
    isStored(interview, interviewer, quote) ? '' : line,
  )
  return remainder
    .replace(OWN_LINES, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

test('every sentence in 1,000 stored drafts from a lying model traces back to stored words', async () => {
  const admin = await app.admin()
  const people = [await makeInterviewer(app, 'Ivo Interviewer'), await makeInterviewer(app, 'Uma Other')]
  const tools = { ...app.services, limits: { ...app.services.limits, take: async () => undefined } } as typeof app.services
  const caller = {
    roles: ['admin' as const],
    powers: ['read' as const, 'decide' as const],
    scope: 'everyone' as const,
    has_passkey: false,
    mustProve: null,
    owesPasskey: false,
    staff_account_id: admin.staff_account_id,
    email: app.env.ADMIN_EMAILS[0]!,
    ip: '127.0.0.1',
    isHead: false,
  }
  let [drafts, quotes] = [0, 0]
  for (let n = 0; n < CANDIDATES; n++) {
    const user_session_id = await makeCandidate(app)
    for (const ref_interview_id of [1, 2]) {
      const textOf = (k: number) =>
        [0, 1, 2].map((i) => SENTENCES[(n * 3 + ref_interview_id * 2 + k * 5 + i * (1 + (n % 3))) % SENTENCES.length]).join(n % 2 === 0 ? ' ' : '\n')
      await writeFeedback(app, people[(n + ref_interview_id) % 2]!, { user_session_id, ref_interview_id, texts: [textOf(0), textOf(1)] })
    }
    const feedback = await listFeedback(app.db, user_session_id)
    for (let fgl_ref_red_flag_id = 1; fgl_ref_red_flag_id <= FLAGS; fgl_ref_red_flag_id++) {
      for (let round = 0; round < ROUNDS; round++) {
        const row = { user_session_id, fgl_ref_red_flag_id }
        await generateRationale(tools, caller, { ...row, overwrite: true, isGone: () => false })
        const isRow = and(eq(hiring_decision_detail.user_session_id, user_session_id), eq(hiring_decision_detail.fgl_ref_red_flag_id, fgl_ref_red_flag_id))
        const [stored] = await app.db.select().from(hiring_decision_detail).where(isRow)
        expect(untraced(stored!.fgl_rationale!, feedback)).toEqual([])
        drafts += 1
        quotes += stored!.fgl_rationale!.split('): “').length - 1
      }
    }
  }
  expect(drafts).toBe(1000)
  expect(quotes).toBeGreaterThan(1000)
}, 600_000)
