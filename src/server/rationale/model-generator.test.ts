import { expect, test } from 'vitest'
import { openStandInModel, type Reply } from '#test/setup/stand-in-model.ts'
import type { Evidence } from './generator.ts'
import { modelGenerator } from './model-generator.ts'
import { openRationale } from './open-rationale.ts'
import { isRationaleAway, isRationaleUnusable } from './rationale-errors.ts'
import { NOT_SUPPORTED, verified } from './verify.ts'

const TEXTS = ['Maria was calm. She owned her mistake at once.', 'Dana Reyes and I agree: Maria López blamed the night shift.']

const evidence = (change: Partial<Evidence> = {}, texts = TEXTS): Evidence => ({
  redFlag: { fgl_ref_red_flag_id: 3, red_flag_desc: 'Blames others', signal_words: ['blame'] },
  feedback: texts.map((interviewer_feedback, i) => ({
    if_interview_feedback_detail_id: 70 + i,
    interview_name: `Interview ${'AB'[i] ?? 'C'}`,
    interviewer_name: i === 0 ? 'Sam Osei' : 'Dana Reyes',
    interview_feedback_question: 'What stood out?',
    interviewer_feedback,
  })),
  mask: ['Maria', 'Lopez', 'maria.lopez@mail.example', 'https://www.linkedin.com/in/maria-lopez-7'],
  ...change,
})

const answer = (rationale = 'Interview A reports that the candidate owned a mistake.', quote = 'They owned their mistake at once.') =>
  JSON.stringify({ absent: true, rationale, citations: [{ feedback_id: 1, quote: quote.replace(/^They/u, 'they') }] })

async function ask(reply: (count: number) => Reply, { timeoutMs = 5_000, about = evidence() } = {}) {
  await using model = await openStandInModel((_, count) => reply(count))
  const generator = verified(modelGenerator({ baseUrl: model.baseUrl, model: 'stand-in', apiKey: 'secret', timeoutMs }))
  const result = await generator.generate(about).catch((error: unknown) => error)
  return { result, asked: model.asked }
}

test('a good answer comes back with quotes in their stored wording', async () => {
  const { result } = await ask(() => answer())
  expect(result).toMatchObject({
    agent_absent_flag: true,
    agent_rationale: 'Interview A reports that the candidate owned a mistake.',
    citations: [{ if_interview_feedback_detail_id: 70, interview_name: 'Interview A', interviewer_name: 'Sam Osei', quote: 'She owned her mistake at once.' }],
    generator: 'model',
    sufficient_evidence: true,
    model: 'stand-in',
    prompt_hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
  })
})

test('the question has a strict schema, temperature 0, no tools, and nothing that tells who the candidate or the interviewer is', async () => {
  const { asked } = await ask(() => answer())
  const body = JSON.parse(asked[0]?.body ?? '')
  expect(body).toMatchObject({ temperature: 0, response_format: { type: 'json_schema', json_schema: { strict: true } } })
  expect(body).not.toHaveProperty('tools')
  expect(asked[0]?.body).not.toMatch(/maria|lopez|lópez|linkedin|reyes|osei|secret|"70"|\b7[01]\b|\bshe\b/iu)
  expect(asked[0]?.user).toContain('[interviewer] and I agree: [candidate] blamed the night shift.')
})

test('two candidates who differ only by name, e-mail, profile and ids get the same bytes', async () => {
  const other = evidence({ mask: ['Will Joe', 'van der Berg', 'wjb@post.example', 'linkedin.com/in/wjb'] }, [
    'Will Joe was calm. He owned his mistake at once.',
    'Dana Reyes and I agree: will joe van der Berg blamed the night shift.'.replace('will joe', 'Will Joe'),
  ])
  other.feedback = other.feedback.map((one) => ({ ...one, if_interview_feedback_detail_id: 900 - one.if_interview_feedback_detail_id })).toReversed()
  const [first, second] = [await ask(() => answer()), await ask(() => answer(), { about: other })]
  expect(second.asked[0]?.body).toBe(first.asked[0]?.body)
})

test('fenced JSON is read', async () => {
  const { result, asked } = await ask(() => `\`\`\`json\n${answer()}\n\`\`\``)
  expect(result).toMatchObject({ sufficient_evidence: true })
  expect(asked).toHaveLength(1)
})

test('nonsense is asked about once more, without being repeated', async () => {
  const { result, asked } = await ask((count) => (count === 1 ? 'sure, here it is' : answer()))
  expect(result).toMatchObject({ sufficient_evidence: true })
  expect(asked).toHaveLength(2)
  expect(asked[1]?.body).not.toContain('sure, here it is')
})

test.each<[string, Reply]>([
  ['invalid JSON', '{"absent": tru'],
  ['an extra key', JSON.stringify({ ...JSON.parse(answer()), status: 2 })],
  ['a missing key', '{"absent": true}'],
  ['a wrong type', answer().replace('true', '"yes"')],
  ['a rationale that is too long', answer('Fine. '.repeat(400))],
  ['HTML', answer('Fine <img src=x onerror=alert(1)> indeed.')],
  ['a markdown image', answer('Fine ![x](https://evil.example/?q=1) indeed.')],
  ['a link', answer('See https://evil.example for more.')],
  ['the instructions', answer('You help a hiring lead of a healthcare employer to review interview feedback about one candidate.')],
  ['a verdict alone', answer('I recommend to hire the candidate.')],
  ['a good answer in ten megabytes', { text: answer(), padding: 10_000_000 }],
  ['a page instead of a completion', { raw: '<html>hello</html>' }],
  ['a completion without a choice', { raw: '{"id":"x","choices":[]}' }],
  ['an empty text', ''],
])('%s is unusable, after two questions', async (_, reply) => {
  const { result, asked } = await ask(() => reply)
  expect(result).toSatisfy(isRationaleUnusable)
  expect(asked).toHaveLength(2)
})

test.each<[string, Reply]>([
  ['429', { status: 429 }],
  ['500', { status: 500 }],
  ['401', { status: 401 }],
  ['a reset', 'reset'],
  ['half a body', 'half a body'],
])('%s means that the server is away, after one question', async (_, reply) => {
  const { result, asked } = await ask(() => reply)
  expect(result).toSatisfy(isRationaleAway)
  expect(asked).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  await using elsewhere = await openStandInModel(() => answer())
  const { result } = await ask(() => ({ status: 307, location: `${elsewhere.baseUrl}/chat/completions` }))
  expect(result).toSatisfy(isRationaleAway)
  expect(elsewhere.asked).toHaveLength(0)
})

test('a server that hangs is away after the timeout, both questions together', async () => {
  const started = performance.now()
  expect((await ask(() => 'hang', { timeoutMs: 300 })).result).toSatisfy(isRationaleAway)
  expect((await ask((count) => (count === 1 ? '' : 'hang'), { timeoutMs: 600 })).result).toSatisfy(isRationaleAway)
  expect(performance.now() - started).toBeLessThan(3_000)
})

test('no server at all is away', async () => {
  const generator = modelGenerator({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm', timeoutMs: 2_000 })
  expect(await generator.generate(evidence()).catch((error: unknown) => error)).toSatisfy(isRationaleAway)
})

test.each([
  ['an invented quote', { feedback_id: 1, quote: 'She is the best nurse in the state.' }],
  ["another candidate's feedback", { feedback_id: 999, quote: 'they owned their mistake at once' }],
  ["another answer's words", { feedback_id: 2, quote: 'they owned their mistake at once' }],
])('with %s alone there is not enough evidence', async (_, citation) => {
  const { result } = await ask(() => JSON.stringify({ absent: true, rationale: 'All fine.', citations: [citation] }))
  expect(result).toMatchObject({ agent_absent_flag: false, sufficient_evidence: false, citations: [], agent_rationale: NOT_SUPPORTED })
})

test('verdicts, scores, traits and invented quotations are taken out of the draft', async () => {
  const { result } = await ask(() =>
    answer(
      'Interview A says "they owned their mistake at once". The candidate should be hired. I would score this 9/10. They seem anxious. Interview B wrote "a liar through and through". They are a [personal trait].',
    ),
  )
  expect(result).toMatchObject({ agent_rationale: 'Interview A says "She owned her mistake at once".' })
})

test('without feedback the model is not asked', async () => {
  const { result, asked } = await ask(() => answer(), { about: evidence({ interviews: ['Interview A'] }, [' ']) })
  expect(asked).toHaveLength(0)
  expect(result).toMatchObject({ agent_absent_flag: false, sufficient_evidence: false, model: null })
})

test('a missing interview is stated', async () => {
  const { result } = await ask(() => answer(), { about: evidence({ interviews: ['Interview A', 'Interview B', 'Interview C'] }) })
  expect(result).toMatchObject({ agent_rationale: expect.stringContaining('No feedback yet from Interview C.') })
})

test('long answers are cut, and stay well-formed', async () => {
  const { asked } = await ask(() => answer(), { about: evidence({}, ['a😀'.repeat(5_000)]) })
  expect(asked[0]?.feedback[0]?.answer).toHaveLength(4_000)
  expect(asked[0]?.feedback[0]?.answer.isWellFormed()).toBe(true)
})

test('the environment decides: off, the finder, or a model', () => {
  expect(openRationale({ RATIONALE: 'off' })).toBeNull()
  expect(openRationale({})?.name).toBe('evidence-finder')
  expect(openRationale({ LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm' })?.name).toBe('model')
  expect(() => openRationale({ LLM_BASE_URL: 'http://127.0.0.1:9/v1' })).toThrow('LLM_MODEL')
})
