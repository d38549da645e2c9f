import { expect, test } from 'vitest'
import { withBreaker } from './breaker.ts'
import type { Evidence, Rationale, RationaleGenerator } from './generator.ts'
import { guarded } from './guard.ts'
import { isRationaleAway, isRationaleBusy, rationaleAway, rationaleUnusable } from './rationale-errors.ts'

const EVIDENCE: Evidence = { redFlag: { fgl_ref_red_flag_id: 1, red_flag_desc: 'x', signal_words: [] }, feedback: [], mask: [] }
const RATIONALE = { agent_rationale: 'fine' } as Rationale

/** A generator that answers when it is told to. */
function slow() {
  const waiting: (() => void)[] = []
  const generator: RationaleGenerator = {
    name: 'slow',
    generate: () => new Promise((resolve) => waiting.push(() => resolve(RATIONALE))),
  }
  return { generator, waiting }
}

const always = async () => true
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('fifty clicks at once make two calls for one person', async () => {
  const { generator, waiting } = slow()
  const guard = guarded(generator, { perRow: 1, perUser: 2, isWithinHour: always, isWithinMonth: always })
  const clicks = Array.from({ length: 50 }, (_, i) => guard.generate(EVIDENCE, { user: 'u', row: `${i % 5}` }).catch((error: unknown) => error))
  await new Promise(setImmediate)
  expect(waiting).toHaveLength(2)
  for (const answer of waiting) answer()
  const results = await Promise.all(clicks)
  expect(results.filter((result) => isRationaleBusy(result))).toHaveLength(48)
})

test('one row runs once at a time, whoever asks, and is free again afterwards', async () => {
  const { generator, waiting } = slow()
  const guard = guarded(generator, { perRow: 1, perUser: 2, isWithinHour: always, isWithinMonth: always })
  const first = guard.generate(EVIDENCE, { user: 'a', row: '1' })
  expect(isRationaleBusy(await errorOf(guard.generate(EVIDENCE, { user: 'b', row: '1' })))).toBe(true)
  waiting[0]?.()
  await first
  const second = guard.generate(EVIDENCE, { user: 'b', row: '1' })
  await new Promise(setImmediate)
  waiting[1]?.()
  expect(await second).toBe(RATIONALE)
})

test.each([
  ['the hour', { isWithinHour: async () => false, isWithinMonth: always }],
  ['the tokens of the month', { isWithinHour: always, isWithinMonth: async () => false }],
])('nothing is generated for who used up %s', async (_what, used) => {
  const { generator, waiting } = slow()
  const guard = guarded(generator, { perRow: 1, perUser: 2, ...used })
  expect(isRationaleBusy(await errorOf(guard.generate(EVIDENCE, { user: 'a', row: '1' })))).toBe(true)
  expect(waiting).toHaveLength(0)
})

test('the breaker opens after failures in a row, rests, tries once and closes again', async () => {
  let time = 0
  let calls = 0
  let isUp = false
  const breaker = withBreaker(
    {
      name: 'x',
      generate: async () => {
        calls += 1
        if (!isUp) throw rationaleAway('down')
        return RATIONALE
      },
    },
    { failures: 3, restMs: 1000, now: () => time },
  )
  for (let i = 0; i < 10; i++) expect(isRationaleAway(await errorOf(breaker.generate(EVIDENCE)))).toBe(true)
  expect(calls).toBe(3)
  time = 1001
  await Promise.all([errorOf(breaker.generate(EVIDENCE)), errorOf(breaker.generate(EVIDENCE))])
  expect(calls).toBe(4)
  time = 2500
  isUp = true
  expect(await breaker.generate(EVIDENCE)).toBe(RATIONALE)
  expect(await breaker.generate(EVIDENCE)).toBe(RATIONALE)
})

test('nonsense does not open the breaker: feedback on one candidate could provoke it', async () => {
  let calls = 0
  const breaker = withBreaker(
    {
      name: 'x',
      generate: async () => {
        calls += 1
        throw rationaleUnusable('nonsense')
      },
    },
    { failures: 3, restMs: 1000, now: () => 0 },
  )
  for (let i = 0; i < 6; i++) await errorOf(breaker.generate(EVIDENCE))
  expect(calls).toBe(6)
})
