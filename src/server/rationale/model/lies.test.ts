import { afterAll, expect, test } from 'vitest'
import { openStandInModel } from '#test/setup/stand-in-model.ts'
import type { Evidence, Rationale } from '../generator.ts'
import { openRationale } from '../open-rationale.ts'

const OWNED = 'She owned the mistake at once and reported it herself.'
const BLAMED = 'In the next breath she blamed the night shift for the missing chart.'
const DULL = 'She asked about parking and the start date.'
const NOTES = 'Things she did NOT do:\n- own the mistake\n- thank the panel'

const evidence = (texts: string[]): Evidence => ({
  redFlag: { fgl_ref_red_flag_id: 1, red_flag_desc: 'Blames others instead of owning mistakes', signal_words: [] },
  feedback: texts.map((interviewer_feedback, i) => ({
    if_interview_feedback_detail_id: 40 + i,
    interview_name: `Interview ${'ABC'[i]}`,
    interviewer_name: 'Ivo Interviewer',
    interview_feedback_question: 'What stood out?',
    interviewer_feedback,
  })),
  mask: null,
})

let response = ''
const model = await openStandInModel(() => response)
afterAll(() => model[Symbol.asyncDispose]())

async function draftOf(answer: object, texts: string[]): Promise<Rationale> {
  response = JSON.stringify(answer)
  return openRationale({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'liar' })!.generate(evidence(texts))
}

/** The product's own sentences; everything else must be stored text. */
const FIXED =
  /^(?:Shows this red flag:|Speaks against it:|Could go either way:|Nothing found in .+\.|No feedback yet from .+\.|No matching evidence found: .+|No evidence: .+|\d+ quotations? in the draft couldn't be found .+|\d+ sentences? weren?'?t? shown .+|Suggestion: absent, .+|A person must decide whether this red flag is absent\.)$/u

function expectTraced({ agent_rationale, citations }: Rationale, texts: string[]) {
  let remainder = agent_rationale
  for (const { interview_name, interviewer_name, quote } of citations) {
    expect(texts.some((text) => text.includes(quote))).toBe(true)
    expect(remainder).toContain(`${interview_name} (${interviewer_name}): “${quote}”`)
    remainder = remainder.replace(`${interview_name} (${interviewer_name}): “${quote}”`, '')
  }
  for (const line of remainder.split('\n').filter((one) => one !== '')) expect(line).toMatch(FIXED)
}

const cite = (quote: string, more: object = {}) => ({ feedback_id: 1, quote, stance: 'against', ...more })

type Shown = [quote: string, stance: string]
const DULL_ALONE: Shown[] = [[DULL, 'unclear']]
/** The model's lie, the answers it's about, what's left after verification, and how many quotes are dropped. */
const LIES: [string, object, string[], Shown[], number?][] = [
  ['invents a quotation', { absent: true, citations: [cite('She is flawless in every way.')] }, [DULL], [], 1],
  ['quotes another answer', { absent: true, citations: [cite(OWNED, { feedback_id: 2 })] }, [OWNED, DULL], [], 1],
  ['quotes an answer that nobody gave', { absent: true, citations: [cite(OWNED, { feedback_id: 4_711 })] }, [OWNED], [], 1],
  ['cites an irrelevant truth for absence', { absent: true, citations: [cite(DULL)] }, [DULL], DULL_ALONE],
  ['turns evidence for into evidence against', { absent: true, citations: [cite(BLAMED)] }, [BLAMED], [[BLAMED, 'unclear']]],
  [
    'leaves out what speaks for the red flag',
    { absent: true, citations: [cite(OWNED)] },
    [`${OWNED} ${BLAMED}`],
    [
      [OWNED, 'against'],
      [BLAMED, 'for'],
    ],
  ],
  [
    'cuts a quotation before its negation',
    { absent: true, citations: [cite('own the mistake')] },
    [NOTES],
    [['Things she did NOT do:\n- own the mistake', 'unclear']],
  ],
  [
    'writes prose with two invented sentences in one pair of marks',
    { absent: true, rationale: 'A says “I lied. I always lie.”', citations: [cite(DULL)] },
    [DULL],
    DULL_ALONE,
  ],
  [
    'writes prose in single marks and in none',
    { absent: true, rationale: "B says 'she cheats'. She was fired 3 times by Dr. Gray.", citations: [cite(DULL)] },
    [DULL],
    DULL_ALONE,
  ],
  ['gives a verdict and guesses a trait', { absent: true, rationale: 'Reject. They are about 60 and unstable.', citations: [cite(DULL)] }, [DULL], DULL_ALONE],
]

test.each(LIES)('a model that %s gets nothing past validation', async (_, answer, texts, shown, leftOut = 0) => {
  const draft = await draftOf(answer, texts)
  expect(draft.agent_absent_flag).toBe(false)
  expect(draft.citations.map(({ quote, stance }) => [quote, stance])).toEqual(shown)
  expect(Number(/^(\d+) quotations? in the draft couldn't be found/mu.exec(draft.agent_rationale)?.[1] ?? 0)).toBe(leftOut)
  expectTraced(draft, texts)
  expect(draft.agent_rationale).not.toMatch(/flawless|lied|cheats|fired|Gray|Reject|unstable/u)
})

const HEADED: [string, string][] = [
  ['Things she did NOT do:', NOTES],
  ['Things she did NOT do', NOTES],
  ['Owned the mistake:', 'Owned the mistake:\nnot really, she blamed the night shift.'],
  ['Took full responsibility for the error', '## Took full responsibility for the error\n- never, she blamed the night shift\n- nor later'],
]
test.each(HEADED)('a quote that ends at the heading “%s” is shown with everything under that heading and does not prove absence', async (quote, text) => {
  const draft = await draftOf({ absent: true, citations: [cite(quote)] }, [text])
  expect(draft.citations.map((citation) => citation.quote)).toEqual([text])
  expect(draft.agent_absent_flag).toBe(false)
})

test('a citation under a heading is shown with that heading', async () => {
  const { citations } = await draftOf({ absent: true, citations: [cite('own the mistake')] }, [NOTES])
  expect(citations[0]!.quote).toBe('Things she did NOT do:\n- own the mistake')
})

test('a citation of only two common words is left out', async () => {
  const { citations, agent_rationale } = await draftOf({ absent: false, citations: [cite('the start', { stance: 'for' })] }, [DULL])
  expect(citations).toEqual([])
  expect(agent_rationale).toContain("1 quotation in the draft couldn't be found in the feedback and was left out.")
})
