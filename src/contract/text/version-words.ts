// Separate from `contract/versions.ts`, so verify.html doesn't bundle a validator.
import type { VersionKind } from '../versions.ts'

export const VERSION_KIND_NAMES = {
  rationale: 'Rationale',
  feedback: 'Interview feedback',
  answer: 'Answer',
  contact: 'Contact details',
  note: 'Note',
  mark: 'Marked sentence',
  candidate_feedback: 'Feedback for the candidate',
  red_flag: 'Wording of a red flag',
  question: 'Wording of a question',
} satisfies Record<VersionKind, string>

/** The label on a change made after a final decision, wherever it's shown. */
export const AFTER_DECISION = 'Added after the decision'
