import { withBreaker } from '#server/circuit-breaker.ts'
import { compose } from './compose.ts'
import { evidenceFinder } from './finder/evidence-finder.ts'
import { rankPassages, readAheadOf } from './finder/rank-passages.ts'
import { type Proposer, hasFeedback, type RationaleGenerator } from './generator.ts'
import { modelProposer } from './model/model-generator.ts'
import { prove } from './prove.ts'
import { isRationaleAway, rationaleAway } from './rationale-errors.ts'

export type RationaleEnv = { LLM_BASE_URL?: string; LLM_API_KEY?: string; LLM_MODEL?: string; RATIONALE?: 'on' | 'off' }

const TIMEOUT_MS = 30_000
const BREAKER = {
  failures: 5,
  restMs: 30_000,
  // Unusable responses don't count: feedback on one candidate could provoke them and lock out all others.
  counts: isRationaleAway,
  resting: () => rationaleAway('The rationale service is paused after repeated failures.'),
}

/** Returns the generator selected by the environment; null when generation is turned off. */
export function openRationale(env: RationaleEnv): RationaleGenerator | null {
  if (env.RATIONALE === 'off') return null
  if (!env.LLM_BASE_URL) return proven(evidenceFinder())
  if (!env.LLM_MODEL) throw new Error('LLM_MODEL must name a model when LLM_BASE_URL is set.')
  const server = { baseUrl: env.LLM_BASE_URL, model: env.LLM_MODEL, ...(env.LLM_API_KEY ? { apiKey: env.LLM_API_KEY } : {}) }
  const { name, propose } = modelProposer({ ...server, timeoutMs: TIMEOUT_MS })
  return proven({ name, propose: withBreaker(propose, BREAKER) })
}

/** The only path from a proposal to a draft: every claim is verified, no matter who makes it. */
export function proven(proposer: Proposer): RationaleGenerator {
  return {
    name: proposer.name,
    prepare: readAheadOf,
    generate: async (evidence) => {
      const proposal = await proposer.propose(evidence)
      const ranked = hasFeedback(evidence.feedback) ? await rankPassages(evidence) : []
      return compose(proposal, evidence, prove(proposal, evidence, ranked))
    },
  }
}
