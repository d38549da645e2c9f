import { findQuote, proseSentences, wholeSentences } from './find-quote.ts'
import type { Citation, FeedbackAnswer, Rationale, RationaleGenerator } from './generator.ts'
import { isMachineTalk } from './machine-talk.ts'

export const NOT_SUPPORTED = 'The feedback on record does not support a statement about this red flag. A person must decide whether it is absent.'

/** The generator with every answer verified; what both the model and the finder pass through. */
export function verified(generator: RationaleGenerator): RationaleGenerator {
  return {
    name: generator.name,
    generate: async (evidence) => verify(await generator.generate(evidence), evidence.feedback),
  }
}

/** Keeps only citations that stand word for word in the answer they name; without any left nothing is claimed. */
export function verify(rationale: Rationale, feedback: FeedbackAnswer[]): Rationale {
  const kept = new Map<string, Citation>()
  const invented: string[] = []
  for (const citation of rationale.citations) {
    const real = realCitation(citation, feedback)
    if (real) kept.set(`${real.if_interview_feedback_detail_id} ${real.quote}`, real)
    else invented.push(citation.quote)
  }
  const citations = [...kept.values()]
  if (!rationale.sufficient_evidence || citations.length === 0) {
    const agent_rationale = rationale.sufficient_evidence ? NOT_SUPPORTED : rationale.agent_rationale
    return { ...rationale, agent_absent_flag: false, agent_rationale, citations: [], sufficient_evidence: false }
  }
  return { ...rationale, agent_rationale: withoutInvented(rationale.agent_rationale, invented), citations }
}

function realCitation(citation: Citation, feedback: FeedbackAnswer[]): Citation | null {
  const answer = feedback.find((one) => one.if_interview_feedback_detail_id === citation.if_interview_feedback_detail_id)
  if (!answer) return null
  const text = answer.interviewer_feedback
  const place = findQuote(text, citation.quote)
  if (!place || isTooShort(citation.quote, text)) return null
  const whole = wholeSentences(text, place)
  const quote = text.slice(whole.start, whole.end)
  if (isMachineTalk(quote)) return null
  return {
    if_interview_feedback_detail_id: answer.if_interview_feedback_detail_id,
    interview_name: answer.interview_name,
    interviewer_name: answer.interviewer_name,
    quote,
  }
}

/** One or two words stand in almost any text and prove nothing, unless they are all that was written. */
function isTooShort(quote: string, text: string): boolean {
  const quoted = quote.trim()
  return quoted.split(/\s+/u).length < 3 && quoted.replace(/[.!]$/u, '') !== text.trim().replace(/[.!]$/u, '')
}

function withoutInvented(text: string, invented: string[]): string {
  if (invented.length === 0) return text
  const sentences = proseSentences(text).filter((sentence) => !invented.some((quote) => repeats(sentence, quote)))
  const left = sentences.join('').trim() || 'The quotations may bear on this red flag.'
  const count = invented.length === 1 ? '1 quotation' : `${invented.length} quotations`
  return `${left}\n${count} in the draft could not be found in the feedback and ${invented.length === 1 ? 'was' : 'were'} left out.`
}

function repeats(sentence: string, quote: string): boolean {
  const fold = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const folded = fold(quote)
  return folded.includes(' ') && (fold(sentence).includes(folded) || (fold(sentence).length > 20 && folded.includes(fold(sentence))))
}
