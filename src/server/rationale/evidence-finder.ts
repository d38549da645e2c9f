import type { Evidence, Rationale, RationaleGenerator } from './generator.ts'
import { type RankedSentence, rankSentences } from './rank-sentences.ts'

export const FINDER = 'evidence-finder'

const PERSON_DECIDES = 'The finder goes by words and can miss what is said in other words: a person must decide whether this red flag is absent.'
const MOST_SHOWN = 5
const MOST_CHARACTERS = 280

/** The embedded generator: gathers stored sentences that may bear on the red flag and never judges them. Needs no model server. */
export function evidenceFinder(): RationaleGenerator {
  return { name: FINDER, generate }
}

async function generate(evidence: Evidence): Promise<Rationale> {
  const { ranked, machineTalk } = await rankSentences(evidence)
  const shown = ranked.slice(0, MOST_SHOWN)
  const lines = [opening(evidence, ranked), ...byInterview(shown), notFound(evidence, ranked), leftOut(machineTalk)]
  return {
    agent_absent_flag: false,
    agent_rationale: [...lines, PERSON_DECIDES].filter((line) => line !== '').join('\n'),
    citations: shown.map(({ answer, text }) => ({
      if_interview_feedback_detail_id: answer.if_interview_feedback_detail_id,
      interview_name: answer.interview_name,
      interviewer_name: answer.interviewer_name,
      quote: text,
    })),
    generator: FINDER,
    sufficient_evidence: shown.length > 0,
    model: null,
    prompt_hash: null,
    tokens: 0,
  }
}

function opening({ feedback }: Evidence, ranked: RankedSentence[]): string {
  if (!hasFeedback(feedback)) return 'No evidence: there is no interview feedback on this candidate yet.'
  if (ranked.length === 0) return 'No sentence in the feedback on record shares words with this red flag, so it supports no statement.'
  const more = ranked.length > MOST_SHOWN ? ` (the ${MOST_SHOWN} closest of ${ranked.length})` : ''
  return `Sentences from the feedback that may bear on this red flag${more}; they are gathered, not judged.`
}

function byInterview(shown: RankedSentence[]): string[] {
  const groups = Map.groupBy(shown, ({ answer }) => `${answer.interview_name} (${answer.interviewer_name})`)
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b, 'en')).map(([interview, rows]) => `${interview}: ${rows.map(quoted).join(' ')}`)
}

function quoted({ text, negated }: RankedSentence): string {
  const short = text.length > MOST_CHARACTERS ? `“${text.slice(0, MOST_CHARACTERS).toWellFormed()}” …` : `“${text}”`
  return negated ? `${short} (negated)` : short
}

function notFound({ feedback, interviews = [] }: Evidence, ranked: RankedSentence[]): string {
  const written = new Set(feedback.filter((one) => one.interviewer_feedback.trim() !== '').map((one) => one.interview_name))
  const found = new Set(ranked.map(({ answer }) => answer.interview_name))
  const silent = [...written].filter((name) => !found.has(name)).toSorted()
  const missing = interviews.filter((name) => !written.has(name))
  return [silent.length > 0 ? `Nothing found in ${silent.join(', ')}.` : '', missing.length > 0 ? `No feedback yet from ${missing.join(', ')}.` : '']
    .filter((line) => line !== '')
    .join(' ')
}

function leftOut(machineTalk: number): string {
  if (machineTalk === 0) return ''
  const sentences = machineTalk === 1 ? '1 sentence was' : `${machineTalk} sentences were`
  return `${sentences} left out: written like an instruction to a machine. Read the feedback itself.`
}

export function hasFeedback(feedback: Evidence['feedback']): boolean {
  return feedback.some((one) => one.interviewer_feedback.trim() !== '')
}
