import { expect, test } from 'vitest'
import { openStandInModel, type Reply } from '#test/setup/stand-in-model.ts'
import { withVerification } from '../open-rationale.ts'
import { isRationaleUnavailable, isRationaleUnusable } from '../rationale-errors.ts'
import { modelProposer } from './model-generator.ts'
import { evidence, answer, ask } from '#test/reviewing/model-evidence.ts'
import { elapsedIn } from '#test/setup/moved-clock.ts'

test('fenced JSON is accepted', async () => {
  const { result, asked } = await ask(() => `\`\`\`json\n${answer()}\n\`\`\``)
  expect(result).toMatchObject({ sufficient_evidence: true })
  expect(asked).toHaveLength(1)
})

test('after an unusable response, the model is asked again, without quoting it', async () => {
  const { result, asked } = await ask((count) => (count === 1 ? 'sure, here it is' : answer()))
  expect(result).toMatchObject({ sufficient_evidence: true })
  expect(asked).toHaveLength(2)
  expect(asked[1]?.body).not.toContain('sure, here it is')
})

test('redirects are not followed', async () => {
  await using elsewhere = await openStandInModel(() => answer())
  const { result } = await ask(() => ({ status: 307, location: `${elsewhere.baseUrl}/chat/completions` }))
  expect(result).toSatisfy(isRationaleUnavailable)
  expect(elsewhere.asked).toHaveLength(0)
})

test('a server that hangs counts as unavailable after the timeout, which covers both attempts', async () => {
  const elapsed = await elapsedIn(async () => {
    expect((await ask(() => 'hang', { timeoutMs: 300 })).result).toSatisfy(isRationaleUnavailable)
    expect((await ask((count) => (count === 1 ? '' : 'hang'), { timeoutMs: 600 })).result).toSatisfy(isRationaleUnavailable)
  })
  expect(elapsed).toBeLessThan(3_000)
})

test('a missing server counts as unavailable', async () => {
  const generator = withVerification(modelProposer({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm', timeoutMs: 2_000 }))
  expect(await generator.generate(evidence()).catch((error: unknown) => error)).toSatisfy(isRationaleUnavailable)
})

test('the model is not called without feedback', async () => {
  const { result, asked } = await ask(() => answer(), { about: evidence({ interviews: ['Interview A'] }, [' ']) })
  expect(asked).toHaveLength(0)
  expect(result).toMatchObject({ agent_absent_flag: false, sufficient_evidence: false, model: null })
})

test.each<[string, Reply]>([
  ['invalid JSON', '{"absent": tru'],
  ['an extra key', JSON.stringify({ ...JSON.parse(answer()), status: 2 })],
  ['a missing key', '{"absent": true}'],
  ['a wrong type', answer().replace('true', '"yes"')],
  ['prose with HTML', answer({ rationale: 'Fine <img src=x onerror=alert(1)> indeed.' })],
  ['prose with a link', answer({ rationale: 'See https://evil.example for more.' })],
  ['prose that is too long', answer({ rationale: 'Fine. '.repeat(400) })],
  ['an unknown stance', answer().replace('against', 'fine')],
  ["statements in the model's own words", JSON.stringify({ absent: true, statements: ['They own mistakes.'] })],
  ['a good answer in ten megabytes', { text: answer(), padding: 10_000_000 }],
  ['a page instead of a completion', { raw: '<html>hello</html>' }],
  ['a completion without a choice', { raw: '{"id":"x","choices":[]}' }],
  ['an empty text', ''],
])('%s is unusable after two attempts', async (_, reply) => {
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
])('%s counts as unavailable after one attempt', async (_, reply) => {
  const { result, asked } = await ask(() => reply)
  expect(result).toSatisfy(isRationaleUnavailable)
  expect(asked).toHaveLength(1)
})
