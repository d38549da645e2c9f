import type { Proposer } from '../generator.ts'
import { isRationaleAway, rationaleAway } from '../rationale-errors.ts'

/** `failures` in a row open it for `restMs`; then one call tries again. `now` is a clock in milliseconds that only runs forward. */
export type Breaker = { failures: number; restMs: number; now: () => number }

/** Spares a server that is away, and the people who would wait for it. Kept per process: every process learns by itself. */
export function withBreaker(proposer: Proposer, { failures, restMs, now }: Breaker): Proposer {
  let inARow = 0
  let openUntil = 0
  let isTrying = false
  const isOpen = () => inARow >= failures && (isTrying || now() < openUntil)
  return {
    name: proposer.name,
    propose: async (evidence) => {
      if (isOpen()) throw rationaleAway('The rationale service is resting after repeated failures.')
      isTrying = inARow >= failures
      try {
        const proposal = await proposer.propose(evidence)
        inARow = 0
        return proposal
      } catch (error) {
        // Nonsense is not counted: feedback of one candidate could provoke it and shut out all others.
        if (isRationaleAway(error)) inARow += 1
        else inARow = 0
        openUntil = now() + restMs
        throw error
      } finally {
        isTrying = false
      }
    },
  }
}
