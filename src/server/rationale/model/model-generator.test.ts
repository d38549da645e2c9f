import { expect, test } from 'vitest'
import { openRationale } from '../open-rationale.ts'
import { evidence, OWNS_MISTAKE, answer, evidenceWithoutBlame, ask } from '#test/reviewing/model-evidence.ts'

test('a good response is returned as quotes in their stored wording, with absence as a suggestion', async () => {
  const { result } = await ask(() => answer(), { about: evidenceWithoutBlame })
  expect(result).toMatchObject({
    agent_absent_flag: true,
    agent_rationale: [
      'Speaks against it:',
      'Interview A (Sam Osei): “She owned her mistake at once.”',
      'Suggestion: absent, because of the evidence against it. A person must confirm.',
    ].join('\n'),
    citations: [
      {
        if_interview_feedback_detail_id: 70,
        interview_name: 'Interview A',
        interviewer_name: 'Sam Osei',
        quote: 'She owned her mistake at once.',
        stance: 'against',
      },
    ],
    generator: 'model',
    sufficient_evidence: true,
    model: 'stand-in',
    prompt_hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
  })
})

test('evidence the model left out is added, and evidence for the red flag overrides a claim that it is absent', async () => {
  const blamed = 'Asked about the error, Maria López blamed the night shift.'
  const { result } = await ask(() => answer(), { about: evidence({}, ['Maria was calm. She owned her mistake at once.', blamed]) })
  expect(result).toMatchObject({ agent_absent_flag: false })
  expect((result as { citations: object[] }).citations).toContainEqual(expect.objectContaining({ quote: blamed, stance: 'for' }))
})

test('the request has a strict schema, temperature 0, no tools, and nothing that reveals who the candidate or the interviewer is', async () => {
  const { asked } = await ask(() => answer())
  const body = JSON.parse(asked[0]?.body ?? '')
  expect(body).toMatchObject({ temperature: 0, response_format: { type: 'json_schema', json_schema: { strict: true } } })
  expect(body).not.toHaveProperty('tools')
  expect(asked[0]?.body).not.toMatch(/maria|lopez|lópez|linkedin|reyes|osei|secret|"70"|\b7[01]\b|\bshe\b/iu)
  expect(asked[0]?.user).toContain('[interviewer] and I agree: [name] blamed the night shift.')
})

test('two candidates who differ only in name, email, profile and IDs produce identical requests', async () => {
  const other = evidence(
    { mask: { first_name: 'Will Joe', last_name: 'van der Berg', email: 'wjb@post.example', linkedin_profile_url: 'linkedin.com/in/wjb' } },
    [
      'Will Joe was calm. He owned his mistake at once.',
      'Dana Reyes and I agree: will joe van der Berg blamed the night shift.'.replace('will joe', 'Will Joe'),
    ],
  )
  other.feedback = other.feedback.map((one) => ({ ...one, if_interview_feedback_detail_id: 900 - one.if_interview_feedback_detail_id })).toReversed()
  const [first, second] = [await ask(() => answer()), await ask(() => answer(), { about: other })]
  expect(second.asked[0]?.body).toBe(first.asked[0]?.body)
})

test.each([
  ['an invented quote', { feedback_id: 1, quote: 'She is the best nurse in the state.' }],
  ["another candidate's feedback", { feedback_id: 999, quote: OWNS_MISTAKE }],
  ["another answer's words", { feedback_id: 2, quote: OWNS_MISTAKE }],
])('%s is dropped, along with any claim of absence, and the draft says so', async (_, citation) => {
  const { result } = await ask(() => answer({ citations: [{ ...citation, stance: 'against' }] }))
  expect(result).toMatchObject({ agent_absent_flag: false, sufficient_evidence: false, citations: [] })
  expect((result as { agent_rationale: string }).agent_rationale).toContain("1 quotation in the draft couldn't be found in the feedback and was left out.")
})

test.each(['The candidate is a liar. I recommend rejection.', 'Interview A wrote “I lied. I always lie.”', "Interview A wrote 'a liar through and through'."])(
  'prose from the model is discarded unread: %s',
  async (rationale) => {
    const { result } = await ask(() => answer({ rationale }), { about: evidenceWithoutBlame })
    expect(result).toMatchObject({ agent_absent_flag: true, sufficient_evidence: true })
    expect((result as { agent_rationale: string }).agent_rationale).not.toMatch(/liar|lied|recommend/u)
  },
)

test('a missing interview is mentioned in the draft', async () => {
  const { result } = await ask(() => answer(), { about: evidence({ interviews: ['Interview A', 'Interview B', 'Interview C'] }) })
  expect(result).toMatchObject({ agent_rationale: expect.stringContaining('No feedback yet from Interview C.') })
})

test('the model gets everything: fifteen answers of 2,000 words take several requests, and no sentence is missing', async () => {
  const texts = Array.from({ length: 15 }, (_, i) => Array.from({ length: 400 }, (__, k) => `Sentence ${i}x${k} has words.`).join(' '))
  const { asked, result } = await ask(() => answer({ citations: [] }), { about: evidence({}, texts) })
  const read = asked.flatMap((one) => one.feedback.map(({ answer: text }) => text)).join(' ')
  expect(asked.length).toBeGreaterThan(3)
  expect(texts.flatMap((text) => text.match(/\d+x\d+/gu)!).filter((mark) => !read.includes(mark))).toEqual([])
  expect(asked.every((one) => one.body.length < 40_000)).toBe(true)
  expect(result).toMatchObject({ tokens: 2 * asked.length })
})

test('a sentence that may reveal a protected characteristic is not sent, is still shown to people, and the draft says so', async () => {
  const about = evidence({}, ['He blamed the deaf patient for the fall. I suspect it is because of his background.'])
  const { asked, result } = await ask(() => answer({ absent: false, citations: [] }), { about })
  expect(asked[0]!.body).not.toMatch(/deaf|background/u)
  expect(result).toMatchObject({ citations: [{ quote: 'He blamed the deaf patient for the fall.', stance: 'for' }] })
  expect((result as { agent_rationale: string }).agent_rationale).toContain("1 sentence wasn't shown to the model")
})

test('environment variables select the generator: none, the finder, or a model', () => {
  expect(openRationale({ RATIONALE: 'off' })).toBeNull()
  expect(openRationale({})?.name).toBe('evidence-finder')
  expect(openRationale({ LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm' })?.name).toBe('model')
  expect(() => openRationale({ LLM_BASE_URL: 'http://127.0.0.1:9/v1' })).toThrow('LLM_MODEL')
})
