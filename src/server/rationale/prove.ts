import type { GraveKind } from '#contract/red-flags/grave.ts'
import type { Citation, Evidence, FeedbackAnswer, Proposal, Quote, Stance } from './generator.ts'
import type { RankedPassage } from './finder/rank-passages.ts'
import type { TextRange } from '#server/people/mask/disguise.ts'
import { findQuote } from './text/find-quote.ts'
import { widened } from './text/passages.ts'

/** A feedback sentence that a draft is based on. A `stance` other than 'unclear' means the finder agrees that it's about the red flag. */
export type Statement = TextRange & { answer: FeedbackAnswer; stance: Stance; grave: GraveKind | null }
export type Proof = { absent: boolean; statements: Statement[]; dropped: number }

const MAX_SHOWN = 5

/**
 * Returns what's left of a proposal after each claim is checked against the stored text and the finder's own ranking. A claim of absence is kept only
 * if there's ranked evidence against the red flag and none for it, cited or not.
 */
export function prove(proposal: Proposal, { feedback }: Pick<Evidence, 'feedback'>, ranked: RankedPassage[]): Proof {
  const found = proposal.quotes.map((quote) => statementOf(quote, feedback, ranked))
  const real = mergeOverlapping(found.filter((one) => one !== null))
  const missed = mergeOverlapping(ranked.map(asStatement)).filter((one) => !real.some((other) => overlap(one, other)))
  const all = [...real, ...missed]
  // If none of a model's claims hold up, its draft has no evidence, unless sentences were withheld from it.
  const isEmpty = real.length === 0 && proposal.model !== null && proposal.withheld === 0
  const shown = isEmpty ? [] : [...real, ...missed.filter((one) => !one.grave).slice(0, Math.max(0, MAX_SHOWN - real.length))]
  const statements = [...all.filter((one) => one.grave), ...shown.filter((one) => !one.grave)]
  const isShown = all.some((one) => one.stance === 'for')
  const isRefuted = real.some((one) => one.stance === 'against')
  return { absent: proposal.absent && isRefuted && !isShown, statements, dropped: found.filter((one) => one === null).length }
}

/** Returns the stored sentences around a quote; null if no answer contains it, or if it's too short to prove anything. */
function statementOf({ if_interview_feedback_detail_id, quote, stance }: Quote, feedback: FeedbackAnswer[], ranked: RankedPassage[]): Statement | null {
  const answer = feedback.find((one) => one.if_interview_feedback_detail_id === if_interview_feedback_detail_id)
  const place = answer && findQuote(answer.interviewer_feedback, quote)
  if (!place || isTooShort(quote, answer.interviewer_feedback)) return null
  const whole = { answer, ...widened(answer.interviewer_feedback, place) }
  // Starts at the quote: a heading's own ranking doesn't apply to the lines under it.
  const known = ranked.filter((one) => overlap({ answer, start: place.start, end: whole.end }, { answer: one.answer, ...one.passage }))
  return { ...whole, stance: agreedStance(stance, known), grave: known.find((one) => one.grave)?.grave ?? null }
}

/** A claim the finder disagrees with counts as unclear. */
function agreedStance(claimed: Stance | null, known: RankedPassage[]): Stance {
  const seen = common(known.map((one) => one.stance))
  return seen === undefined || (claimed !== null && claimed !== seen) ? 'unclear' : seen
}

const common = (stances: Stance[]) => stances.reduce<Stance | undefined>((all, one) => (all === undefined || all === one ? one : 'unclear'), undefined)

function asStatement({ answer, passage, stance, grave }: RankedPassage): Statement {
  return { answer, ...widened(answer.interviewer_feedback, passage), stance, grave }
}

/** Merges overlapping quotes at the position of the first one. */
function mergeOverlapping(statements: Statement[]): Statement[] {
  const kept: Statement[] = []
  for (const one of statements) {
    const other = kept.find((before) => before.answer === one.answer && overlap(before, one))
    if (!other) kept.push({ ...one })
    else
      Object.assign(other, {
        start: Math.min(other.start, one.start),
        end: Math.max(other.end, one.end),
        stance: other.stance === one.stance ? one.stance : 'unclear',
        grave: other.grave ?? one.grave,
      })
  }
  return kept
}

function overlap(a: TextRange & { answer?: FeedbackAnswer }, b: TextRange & { answer?: FeedbackAnswer }): boolean {
  return a.answer?.if_interview_feedback_detail_id === b.answer?.if_interview_feedback_detail_id && a.start < b.end && b.start < a.end
}

/** One or two words appear in almost any text, so they prove nothing unless they're all that was written. */
function isTooShort(quote: string, text: string): boolean {
  const quoted = quote.trim()
  return quoted.split(/\s+/u).length < 3 && quoted.replace(/[.!]$/u, '') !== text.trim().replace(/[.!]$/u, '')
}

export function citationOf({ answer, start, end, stance, grave }: Statement): Citation {
  const { if_interview_feedback_detail_id, interview_name, interviewer_name, interviewer_feedback } = answer
  return { if_interview_feedback_detail_id, interview_name, interviewer_name, quote: interviewer_feedback.slice(start, end), stance, grave }
}
