import { withBreaker } from '#server/circuit-breaker.ts'
import { GRAVE_KINDS, type GraveKind } from '#contract/red-flags/grave.ts'
import { evidenceFinder } from './finder/evidence-finder.ts'
import { rankPassages, readAheadOf } from './finder/rank-passages.ts'
import {
  hasFeedback,
  isWritten,
  type Proposer,
  type RationaleGenerator,
  type Citation,
  type Evidence,
  type Rationale,
  type Proposal,
  type Stance,
} from './generator.ts'
import { modelProposer } from './model/model-generator.ts'
import { prove, citationOf, type Proof } from './prove.ts'
import { isRationaleUnavailable, rationaleUnavailable } from './rationale-errors.ts'

export type RationaleEnv = { LLM_BASE_URL?: string; LLM_API_KEY?: string; LLM_MODEL?: string; RATIONALE?: 'on' | 'off' }

const TIMEOUT_MS = 30_000
const BREAKER = {
  failures: 5,
  restMs: 30_000,
  // Unusable responses don't count: feedback on one candidate could cause them and lock out everyone else's drafts.
  counts: isRationaleUnavailable,
  resting: () => rationaleUnavailable('The rationale service is paused after repeated failures.'),
}

/** Returns the generator selected by the environment; null when generation is turned off. */
export function openRationale(env: RationaleEnv): RationaleGenerator | null {
  if (env.RATIONALE === 'off') return null
  if (!env.LLM_BASE_URL) return withVerification(evidenceFinder())
  if (!env.LLM_MODEL) throw new Error('LLM_MODEL must name a model when LLM_BASE_URL is set.')
  const server = { baseUrl: env.LLM_BASE_URL, model: env.LLM_MODEL, ...(env.LLM_API_KEY ? { apiKey: env.LLM_API_KEY } : {}) }
  const { name, propose } = modelProposer({ ...server, timeoutMs: TIMEOUT_MS })
  return withVerification({ name, propose: withBreaker(propose, BREAKER) })
}

/** The only path from a proposal to a draft: every claim is verified, whichever generator makes it. */
export function withVerification(proposer: Proposer): RationaleGenerator {
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

const PERSON_DECIDES = 'A person must decide whether this red flag is absent.'
const NO_FEEDBACK = 'No evidence: this candidate has no interview feedback yet.'
const NOT_FOUND = 'No matching evidence found: no sentence in the feedback on record supports a statement about this red flag.'
const HEADINGS = { for: 'Shows this red flag', against: 'Speaks against it', unclear: 'Could go either way' } satisfies Record<Stance, string>

/** Writes the draft in the product's own words around stored quotes; no text comes from a model. */
function compose(proposal: Proposal, evidence: Evidence, proof: Proof): Rationale {
  const citations = proof.statements.map(citationOf)
  const lines = [
    ...opening(evidence, citations),
    ...byGravityAndStance(citations),
    ...gaps(evidence, citations),
    ...warnings(proposal, proof),
    proof.absent ? 'Suggestion: absent, because of the evidence against it. A person must confirm.' : PERSON_DECIDES,
  ]
  return {
    agent_absent_flag: proof.absent,
    agent_rationale: lines.join('\n'),
    citations,
    generator: proposal.generator,
    sufficient_evidence: citations.length > 0,
    model: proposal.model,
    prompt_hash: proposal.prompt_hash,
    tokens: proposal.tokens,
  }
}

function opening({ feedback }: Evidence, citations: Citation[]): string[] {
  if (!hasFeedback(feedback)) return [NO_FEEDBACK]
  return citations.length === 0 ? [NOT_FOUND] : []
}

function byGravityAndStance(citations: Citation[]): string[] {
  const stances = Object.keys(HEADINGS) as Stance[]
  const kinds = Object.keys(GRAVE_KINDS) as GraveKind[]
  const under = (heading: string, quoted: Citation[]) =>
    quoted.length === 0 ? [] : [`${heading}:`, ...quoted.map((one) => `${one.interview_name} (${one.interviewer_name}): “${one.quote}”`)]
  return [
    ...kinds.flatMap((kind) =>
      under(
        `Read first, ${GRAVE_KINDS[kind].name}`,
        citations.filter((one) => one.grave === kind),
      ),
    ),
    ...stances.flatMap((stance) =>
      under(
        HEADINGS[stance],
        citations.filter((one) => !one.grave && one.stance === stance),
      ),
    ),
  ]
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
const listed = (names: Iterable<string>) => LIST.format([...new Set(names)])

function gaps({ feedback, interviews = [] }: Evidence, citations: Citation[]): string[] {
  const written = feedback.filter(isWritten)
  const silent = written.filter((one) => !citations.some((citation) => citation.interview_name === one.interview_name))
  const missing = interviews.filter((name) => !written.some((one) => one.interview_name === name))
  const drafts = written.filter((one) => one.is_submitted === false)
  return [
    ...(silent.length > 0 && citations.length > 0 ? [`Nothing found in ${listed(silent.map((one) => one.interview_name))}.`] : []),
    ...(missing.length > 0 ? [`No feedback yet from ${listed(missing)}.`] : []),
    ...(drafts.length > 0 ? [`Not submitted yet, so it may change: ${listed(drafts.map((one) => `${one.interview_name} (${one.interviewer_name})`))}.`] : []),
  ]
}

function warnings({ withheld }: Proposal, { dropped }: Proof): string[] {
  return [
    ...(dropped > 0
      ? [
          `${dropped === 1 ? '1 quotation' : `${dropped} quotations`} in the draft couldn't be found in the feedback and ${dropped === 1 ? 'was' : 'were'} left out.`,
        ]
      : []),
    ...(withheld > 0
      ? [
          `${withheld === 1 ? "1 sentence wasn't" : `${withheld} sentences weren't`} shown to the model, because it may mention personal characteristics: read the feedback itself.`,
        ]
      : []),
  ]
}
