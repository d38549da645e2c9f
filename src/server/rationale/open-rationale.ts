import { withBreaker } from '#server/circuit-breaker.ts'
import { GRAVE_KINDS, type GraveKind } from '#contract/red-flags/grave.ts'
import { evidenceFinder } from '#server/rationale/finder/evidence-finder.ts'
import { rankPassages, readAheadOf, type RankedPassage } from '#server/rationale/finder/rank-passages.ts'
import { modelProposer } from '#server/rationale/model/model-generator.ts'
import type { TextRange } from '#server/people/mask/disguise.ts'
import { findQuote } from '#server/rationale/text/find-quote.ts'
import { widened } from '#server/rationale/text/passages.ts'
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
  type FeedbackAnswer,
  type Quote,
} from './generator.ts'
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
        citations.filter((citation) => citation.grave === kind),
      ),
    ),
    ...stances.flatMap((stance) =>
      under(
        HEADINGS[stance],
        citations.filter((citation) => !citation.grave && citation.stance === stance),
      ),
    ),
  ]
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
const joinUnique = (names: Iterable<string>) => LIST.format([...new Set(names)])

function gaps({ feedback, interviews = [] }: Evidence, citations: Citation[]): string[] {
  const written = feedback.filter(isWritten)
  const silent = written.filter((one) => !citations.some((citation) => citation.interview_name === one.interview_name))
  const missing = interviews.filter((name) => !written.some((one) => one.interview_name === name))
  const drafts = written.filter((one) => one.is_submitted === false)
  return [
    ...(silent.length > 0 && citations.length > 0 ? [`Nothing found in ${joinUnique(silent.map((one) => one.interview_name))}.`] : []),
    ...(missing.length > 0 ? [`No feedback yet from ${joinUnique(missing)}.`] : []),
    ...(drafts.length > 0
      ? [`Not submitted yet, so it may change: ${joinUnique(drafts.map((draft) => `${draft.interview_name} (${draft.interviewer_name})`))}.`]
      : []),
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

/** A feedback sentence that a draft is based on. A `stance` other than 'unclear' means the finder agrees that it's about the red flag. */
type Statement = TextRange & { answer: FeedbackAnswer; stance: Stance; grave: GraveKind | null }
type Proof = { absent: boolean; statements: Statement[]; dropped: number }

const MAX_SHOWN = 5

/**
 * Returns what's left of a proposal after each claim is checked against the stored text and the finder's own ranking. A claim of absence is kept only
 * if there's ranked evidence against the red flag and none for it, cited or not.
 */
function prove(proposal: Proposal, { feedback }: Pick<Evidence, 'feedback'>, ranked: RankedPassage[]): Proof {
  const found = proposal.quotes.map((quote) => statementOf(quote, feedback, ranked))
  const verified = mergeOverlapping(found.filter((one) => one !== null))
  const uncited = mergeOverlapping(ranked.map(asStatement)).filter((one) => !verified.some((other) => overlap(one, other)))
  const all = [...verified, ...uncited]
  // If none of a model's claims hold up, its draft has no evidence, unless sentences were withheld from it.
  const isEmpty = verified.length === 0 && proposal.model !== null && proposal.withheld === 0
  const shown = isEmpty ? [] : [...verified, ...uncited.filter((one) => !one.grave).slice(0, Math.max(0, MAX_SHOWN - verified.length))]
  const statements = [...all.filter((one) => one.grave), ...shown.filter((one) => !one.grave)]
  const isShown = all.some((one) => one.stance === 'for')
  const isRefuted = verified.some((one) => one.stance === 'against')
  return { absent: proposal.absent && isRefuted && !isShown, statements, dropped: found.filter((one) => one === null).length }
}

/** Returns the stored sentences around a quote; null if no answer contains it, or if it's too short to prove anything. */
function statementOf({ if_interview_feedback_detail_id, quote, stance }: Quote, feedback: FeedbackAnswer[], ranked: RankedPassage[]): Statement | null {
  const answer = feedback.find((one) => one.if_interview_feedback_detail_id === if_interview_feedback_detail_id)
  const place = answer && findQuote(answer.interviewer_feedback, quote)
  if (!place || isTooShort(quote, answer.interviewer_feedback)) return null
  const widenedRange = { answer, ...widened(answer.interviewer_feedback, place) }
  // Starts at the quote: a heading's own ranking doesn't apply to the lines under it.
  const known = ranked.filter((one) => overlap({ answer, start: place.start, end: widenedRange.end }, { answer: one.answer, ...one.passage }))
  return { ...widenedRange, stance: agreedStance(stance, known), grave: known.find((one) => one.grave)?.grave ?? null }
}

/** A claim the finder disagrees with counts as unclear. */
function agreedStance(claimed: Stance | null, known: RankedPassage[]): Stance {
  const sharedStance = common(known.map((one) => one.stance))
  return sharedStance === undefined || (claimed !== null && claimed !== sharedStance) ? 'unclear' : sharedStance
}

const common = (stances: Stance[]) => stances.reduce<Stance | undefined>((all, one) => (all === undefined || all === one ? one : 'unclear'), undefined)

function asStatement({ answer, passage, stance, grave }: RankedPassage): Statement {
  return { answer, ...widened(answer.interviewer_feedback, passage), stance, grave }
}

/** Merges overlapping quotes at the position of the first one. */
function mergeOverlapping(statements: Statement[]): Statement[] {
  const separate: Statement[] = []
  for (const statement of statements) {
    const other = separate.find((before) => before.answer === statement.answer && overlap(before, statement))
    if (!other) separate.push({ ...statement })
    else
      Object.assign(other, {
        start: Math.min(other.start, statement.start),
        end: Math.max(other.end, statement.end),
        stance: other.stance === statement.stance ? statement.stance : 'unclear',
        grave: other.grave ?? statement.grave,
      })
  }
  return separate
}

function overlap(a: TextRange & { answer?: FeedbackAnswer }, b: TextRange & { answer?: FeedbackAnswer }): boolean {
  return a.answer?.if_interview_feedback_detail_id === b.answer?.if_interview_feedback_detail_id && a.start < b.end && b.start < a.end
}

/** One or two words appear in almost any text, so they prove nothing unless they're all that was written. */
function isTooShort(quote: string, text: string): boolean {
  const quoted = quote.trim()
  return quoted.split(/\s+/u).length < 3 && quoted.replace(/[.!]$/u, '') !== text.trim().replace(/[.!]$/u, '')
}

function citationOf({ answer, start, end, stance, grave }: Statement): Citation {
  const { if_interview_feedback_detail_id, interview_name, interviewer_name, interviewer_feedback } = answer
  return { if_interview_feedback_detail_id, interview_name, interviewer_name, quote: interviewer_feedback.slice(start, end), stance, grave }
}
