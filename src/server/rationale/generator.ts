import type { GraveKind } from '#contract/red-flags/grave.ts'
import type { KnownIdentity } from '#server/people/mask/find-person.ts'

/** One interviewer's stored answer, as visible to a generator. */
export type FeedbackAnswer = {
  if_interview_feedback_detail_id: number
  interview_name: string
  interviewer_name: string
  interview_feedback_question: string
  interviewer_feedback: string
  /** False while the interviewer is still working on it. */
  is_submitted?: boolean
}

/** `examples` are sentences that staff marked for this red flag, about any applicant. */
export type RedFlag = { fgl_ref_red_flag_id: number; red_flag_desc: string; signal_words: string[]; examples?: Example[] }
export type Example = { text: string; stance: Stance | 'none' }

/** Whether a sentence shows the red flag, shows its opposite, or is relevant but could go either way. */
export type Stance = 'for' | 'against' | 'unclear'

/**
 * What a generator can see: one red flag and the feedback on one applicant. `mask` is what's known about that applicant, or null; it must never be
 * sent anywhere.
 */
export type Evidence = {
  redFlag: RedFlag
  feedback: FeedbackAnswer[]
  mask: KnownIdentity | null
  /** Every interview that should have feedback, so missing ones can be listed. */
  interviews?: string[]
}

/** Unverified evidence: words that an answer supposedly contains. A null `stance` means none was given. */
export type Quote = { if_interview_feedback_detail_id: number; quote: string; stance: Stance | null }

/** What a generator claims. Contains no prose: the product writes every statement itself, around stored quotes. */
export type Proposal = {
  absent: boolean
  quotes: Quote[]
  generator: string
  /** The number of sentences withheld from the model because they mention a protected characteristic. */
  withheld: number
  /** For the audit trail: the model's name and a SHA-256 of the prompt; null for the embedded finder. */
  model: string | null
  prompt_hash: string | null
  /** As counted by the model's server, or estimated; 0 without a model. */
  tokens: number
}
export type Proposer = { name: string; propose: (evidence: Evidence) => Promise<Proposal> }

export type Citation = {
  if_interview_feedback_detail_id: number
  interview_name: string
  interviewer_name: string
  /** A verbatim part of the stored answer: complete sentences, including their heading. */
  quote: string
  stance: Stance
  /** Why it's severe enough to be shown first; null for most. */
  grave: GraveKind | null
}

export type Rationale = {
  agent_absent_flag: boolean
  agent_rationale: string
  citations: Citation[]
  generator: string
  sufficient_evidence: boolean
  model: string | null
  prompt_hash: string | null
  tokens: number
}

/** Writes the rationale for one red flag from stored feedback. Rejects with `rationaleUnavailable` or `rationaleUnusable` (see rationale-errors.ts). */
export type RationaleGenerator = {
  name: string
  generate: (evidence: Evidence) => Promise<Rationale>
  /** Preloads what the first draft about this feedback needs. */
  prepare?: (evidence: Pick<Evidence, 'feedback' | 'mask'>) => void
}

export function hasFeedback(feedback: Pick<FeedbackAnswer, 'interviewer_feedback'>[]): boolean {
  return feedback.some(isWritten)
}

export const isWritten = (one: Pick<FeedbackAnswer, 'interviewer_feedback'>) => one.interviewer_feedback.trim() !== ''
