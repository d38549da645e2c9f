import { withBreaker } from './breaker.ts'
import { evidenceFinder } from './evidence-finder.ts'
import type { RationaleGenerator } from './generator.ts'
import { modelGenerator } from './model-generator.ts'
import { verified } from './verify.ts'

export type RationaleEnv = { LLM_BASE_URL?: string; LLM_API_KEY?: string; LLM_MODEL?: string; RATIONALE?: 'on' | 'off' }

const TIMEOUT_MS = 30_000
const BREAKER = { failures: 5, restMs: 30_000, now: () => performance.now() }

/** The generator that the environment asks for, verified; null when generation is switched off. */
export function openRationale(env: RationaleEnv): RationaleGenerator | null {
  if (env.RATIONALE === 'off') return null
  if (!env.LLM_BASE_URL) return verified(evidenceFinder())
  if (!env.LLM_MODEL) throw new Error('LLM_MODEL must name a model when LLM_BASE_URL is set.')
  const server = { baseUrl: env.LLM_BASE_URL, model: env.LLM_MODEL, ...(env.LLM_API_KEY ? { apiKey: env.LLM_API_KEY } : {}) }
  return verified(withBreaker(modelGenerator({ ...server, timeoutMs: TIMEOUT_MS }), BREAKER))
}
