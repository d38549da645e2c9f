/** One stored answer of one interviewer, as a generator may see it. */
export type FeedbackAnswer = {
  if_interview_feedback_detail_id: number
  interview_name: string
  interviewer_name: string
  interview_feedback_question: string
  interviewer_feedback: string
}

export type RedFlag = { fgl_ref_red_flag_id: number; red_flag_desc: string; signal_words: string[] }

/** What a generator may see: one red flag, and the feedback on one applicant. `mask` are that applicant's own words (names, e-mail, profile), never to be sent anywhere. */
export type Evidence = {
  redFlag: RedFlag
  feedback: FeedbackAnswer[]
  mask: string[]
  /** Every interview there should be feedback from, so that a missing one can be named. */
  interviews?: string[]
}

export type Citation = {
  if_interview_feedback_detail_id: number
  interview_name: string
  interviewer_name: string
  /** Verbatim part of the stored answer. */
  quote: string
}

export type Rationale = {
  agent_absent_flag: boolean
  agent_rationale: string
  citations: Citation[]
  generator: string
  sufficient_evidence: boolean
  /** What was asked, for the audit trail: the model's name and a SHA-256 of the prompt; null for the embedded finder. */
  model: string | null
  prompt_hash: string | null
  /** What a model's server counted, or a guess where it counts nothing; 0 without a model. */
  tokens: number
}

/** Writes the rationale for one red flag from stored feedback; rejects with `rationaleAway` or `rationaleUnusable` (see rationale-errors.ts). */
export type RationaleGenerator = { name: string; generate: (evidence: Evidence) => Promise<Rationale> }
