import type { FeedbackDetail } from '#contract/feedback.ts'
import type { Draft, DraftAnswers } from './draft-storage.ts'

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

/** The draft's answers that haven't reached the server. */
export function unsavedIn(draft: Pick<Draft, 'answers'> | null): DraftAnswers {
  return Object.fromEntries(Object.entries(draft?.answers ?? {}).filter(([, { is_saved }]) => !is_saved))
}

/**
 * This window's draft, plus what another window hasn't saved: answers there that aren't saved, that this window neither has unsaved nor shows, and
 * that it didn't write or take over (`known`), because those were changed here since.
 */
export function withUnsavedElsewhere(own: Draft, { there, known }: { there: Draft | null; known: DraftAnswers }): Draft {
  const others = Object.entries(unsavedIn(there)).filter(([id, { text }]) => {
    const mine = own.answers[Number(id)]
    return mine?.is_saved !== false && mine?.text !== text && known[Number(id)]?.text !== text
  })
  const isTheirs = others.length > 0 && Object.keys(unsavedIn(own)).length === 0
  return { answers: { ...own.answers, ...Object.fromEntries(others) }, saved_at: isTheirs ? there!.saved_at : own.saved_at }
}
