import { expect, test } from 'vitest'
import { withBreaker } from './breaker.ts'
import type { Evidence, Proposal } from '../generator.ts'
import { isRationaleAway, rationaleAway, rationaleUnusable } from '../rationale-errors.ts'

const EVIDENCE: Evidence = { redFlag: { fgl_ref_red_flag_id: 1, red_flag_desc: 'x', signal_words: [] }, feedback: [], mask: [] }
const PROPOSAL = { absent: false } as Proposal

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('the breaker opens after failures in a row, rests, tries once and closes again', async () => {
  let time = 0
  let calls = 0
  let isUp = false
  const breaker = withBreaker(
    {
      name: 'x',
      propose: async () => {
        calls += 1
        if (!isUp) throw rationaleAway('down')
        return PROPOSAL
      },
    },
    { failures: 3, restMs: 1000, now: () => time },
  )
  for (let i = 0; i < 10; i++) expect(isRationaleAway(await errorOf(breaker.propose(EVIDENCE)))).toBe(true)
  expect(calls).toBe(3)
  time = 1001
  await Promise.all([errorOf(breaker.propose(EVIDENCE)), errorOf(breaker.propose(EVIDENCE))])
  expect(calls).toBe(4)
  time = 2500
  isUp = true
  expect(await breaker.propose(EVIDENCE)).toBe(PROPOSAL)
  expect(await breaker.propose(EVIDENCE)).toBe(PROPOSAL)
})

test('nonsense does not open the breaker: feedback on one candidate could provoke it', async () => {
  let calls = 0
  const breaker = withBreaker(
    {
      name: 'x',
      propose: async () => {
        calls += 1
        throw rationaleUnusable('nonsense')
      },
    },
    { failures: 3, restMs: 1000, now: () => 0 },
  )
  for (let i = 0; i < 6; i++) await errorOf(breaker.propose(EVIDENCE))
  expect(calls).toBe(6)
})
