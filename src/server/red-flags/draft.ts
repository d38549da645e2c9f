import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Citation, type ShownCitation, type HiringDecisionDetail, Stance } from '#contract/red-flags/red-flags.ts'
import { GraveKind } from '#contract/red-flags/grave.ts'
import type { FeedbackAnswer, Rationale } from '#server/rationale/generator.ts'
import { mentionsIn } from '#server/rationale/mask/traits.ts'
import type { View } from '#server/people/view-of.ts'
import type { Decision } from './decision-store.ts'

/** A generator's output, stored next to a person's edited version. */
const Draft = z.object({
  agent_absent_flag: z.boolean(),
  agent_rationale: z.string(),
  /** `answer_hash` is the SHA-256 of the quoted answer when the draft was made. */
  citations: z.array(Citation.extend({ answer_hash: z.string().optional(), stance: Stance.default('unclear'), grave: GraveKind.nullable().default(null) })),
  generator: z.string(),
  sufficient_evidence: z.boolean(),
  model: z.string().nullish(),
  prompt_hash: z.string().nullish(),
  /** SHA-256 of all feedback when the draft was made. */
  feedback_hash: z.string().optional(),
  generated_at: z.string().optional(),
  generated_by: z.number().optional(),
})
export type Draft = z.infer<typeof Draft>
type WrittenFeedback = Pick<FeedbackAnswer, 'if_interview_feedback_detail_id' | 'interviewer_feedback'>

export function draftOf(rationale: Rationale, feedback: WrittenFeedback[], made: { generated_at: string; generated_by: number }): Draft {
  const citations = rationale.citations.map((citation) => ({ ...citation, answer_hash: answerHash(feedback, citation) }))
  return { ...rationale, citations, feedback_hash: feedbackHash(feedback), ...made }
}

/** Returns the draft the row is based on. */
export function draftIn(row: Pick<Decision, 'generated'> | null): Draft | null {
  return Draft.safeParse(row?.generated).data ?? null
}

/** Returns the latest draft if no one has saved it yet. Submitting its text accepts it. */
export function pendingIn(row: Pick<Decision, 'generated'> | null): Draft | null {
  const generated = row?.generated as { pending?: unknown } | null | undefined
  return Draft.safeParse(generated?.pending).data ?? null
}

/**
 * Returns whether a row contains a person's work, which drafts can't replace without confirmation: text, or a decision, even one without text. An
 * untouched draft isn't anyone's work.
 */
export function isPersonal(row: Decision): boolean {
  const isEmpty = !row.fgl_absent_flag && !row.decided && !row.reviewed && (row.fgl_rationale ?? '').trim() === ''
  if (isEmpty) return false
  const isUntouchedDraft = row.source === 'generated' && !row.reviewed && row.fgl_absent_flag === draftIn(row)?.agent_absent_flag
  return !isUntouchedDraft
}

/** Returns a row as displayed, including changes to the feedback since the draft was made. */
export function presentDecision({ generated, ...row }: Decision, feedback: WrittenFeedback[]): HiringDecisionDetail {
  const draft = draftIn({ generated })
  return {
    ...row,
    mentions: mentionsIn(row.fgl_rationale ?? ''),
    citations: evidenceIn(draft),
    generator: draft?.generator ?? null,
    generated_at: draft?.generated_at ?? null,
    stale: draft?.citations.some((citation) => citation.answer_hash !== undefined && citation.answer_hash !== answerHash(feedback, citation)) ?? false,
    has_newer_feedback: draft?.feedback_hash !== undefined && draft.feedback_hash !== feedbackHash(feedback),
  }
}

/** Returns a draft's sentences, flagging those that mention a protected characteristic. */
export function evidenceIn(draft: { citations: Citation[] } | null): ShownCitation[] {
  return (draft?.citations ?? []).map((citation) => ({ ...citation, mentions: mentionsIn(citation.quote) }))
}

/** Returns a row as one viewer may see it. Quotes are stored verbatim and masked here. */
export function visibleDecision(view: View, { citations, ...row }: HiringDecisionDetail): HiringDecisionDetail {
  return { ...view.show('decision', row), citations: citations.map((citation) => view.show('citation', citation)) }
}

function answerHash(feedback: WrittenFeedback[], { if_interview_feedback_detail_id }: Pick<WrittenFeedback, 'if_interview_feedback_detail_id'>): string {
  const answer = feedback.find((one) => one.if_interview_feedback_detail_id === if_interview_feedback_detail_id)
  return sha256(answer?.interviewer_feedback ?? '')
}

function feedbackHash(feedback: WrittenFeedback[]): string {
  const rows = feedback.map((one) => [one.if_interview_feedback_detail_id, one.interviewer_feedback] as const).toSorted(([a], [b]) => a - b)
  return sha256(JSON.stringify(rows))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
