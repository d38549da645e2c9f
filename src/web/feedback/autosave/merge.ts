import type { FeedbackDetail } from '#contract/feedback.ts'
import type { Draft } from './draft-storage.ts'

/** An answer that differs between this browser and the server, where neither is based on the other, so a person has to choose. */
export type MergeConflict = { question: number; mine: string; mine_at: number; theirs: string; theirs_at: string }

export type StoredAnswers = Record<number, { text: string; modified_at: string }>
export type MergeResult = { answers: Record<number, string>; choices: MergeConflict[]; isRestored: boolean }

export function toStored(details: FeedbackDetail[]): StoredAnswers {
  return Object.fromEntries(
    details.map((one) => [one.if_interviewer_role_feedback_question_id, { text: one.interviewer_feedback, modified_at: one.modified_at }]),
  )
}

/**
 * The form's contents: the stored answers, replaced by the draft's where those haven't reached the server. If the server's answer has changed since
 * the draft was started, both are kept and the person chooses.
 */
export function merge(stored: StoredAnswers, draft: Draft | null): MergeResult {
  const merged: MergeResult = {
    answers: Object.fromEntries(Object.entries(stored).map(([question, { text }]) => [question, text])),
    choices: [],
    isRestored: false,
  }
  for (const [id, mine] of Object.entries(draft?.answers ?? {})) {
    const question = Number(id)
    const there = stored[question]
    if (mine.is_saved || mine.text === (there?.text ?? '')) continue
    merged.answers[question] = mine.text
    const isKnown = mine.base === (there?.modified_at ?? null) || there === undefined || there.text === ''
    if (isKnown) merged.isRestored = true
    else merged.choices.push({ question, mine: mine.text, mine_at: draft!.saved_at, theirs: there.text, theirs_at: there.modified_at })
  }
  return merged
}

/** The version of each answer that was saved last. */
export function newest(one: StoredAnswers, other: StoredAnswers): StoredAnswers {
  const newer = Object.entries(other).filter(([id, { modified_at }]) => modified_at > (one[Number(id)]?.modified_at ?? ''))
  return { ...one, ...Object.fromEntries(newer) }
}

/** The answers that another window has saved since this one loaded them. */
export function findNewerElsewhere(stored: StoredAnswers, other: Draft): StoredAnswers {
  const newer = Object.entries(other.answers).filter(([id, { base, is_saved }]) => is_saved && base !== null && base > (stored[Number(id)]?.modified_at ?? ''))
  return Object.fromEntries(newer.map(([id, { text, base }]) => [Number(id), { text, modified_at: base! }]))
}
