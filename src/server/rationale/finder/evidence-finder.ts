import type { Proposer } from '../generator.ts'

export const FINDER = 'evidence-finder'

/** The embedded generator. Cites only the ranked sentences, which every draft gets anyway, and never judges. */
export function evidenceFinder(): Proposer {
  return {
    name: FINDER,
    propose: async () => ({ absent: false, quotes: [], generator: FINDER, withheld: 0, model: null, prompt_hash: null, tokens: 0 }),
  }
}
