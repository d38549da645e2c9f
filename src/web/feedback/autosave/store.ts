import { hasTooManyWords, type FeedbackQuestion, type InterviewHeader } from '#contract/feedback.ts'
import type { DraftAnswer } from './draft-storage.ts'
import { merge, type Choice, type Stored } from './merge.ts'

export type Saving = { is: 'nothing' } | { is: 'saved'; at: number } | { is: 'waiting' } | { is: 'refused'; why: string }

export type Kept = {
  phase: 'loading' | 'ready' | 'failed'
  why: string
  questions: FeedbackQuestion[]
  header: InterviewHeader | null
  answers: Record<number, string>
  choices: Choice[]
  saving: Saving
  isSaving: boolean
  /** Something here is not on the server. */
  hasUnsaved: boolean
  /** Text came back that had not reached the server. */
  isRestored: boolean
  /** The browser keeps a draft of what is not on the server. */
  isKept: boolean
}

const UNREAD: Kept = {
  phase: 'loading',
  why: '',
  questions: [],
  header: null,
  answers: {},
  choices: [],
  saving: { is: 'nothing' },
  isSaving: false,
  hasUnsaved: false,
  isRestored: false,
  isKept: true,
}

/** What one form holds and what of it the server has: the one place where both are compared. */
export type Store = ReturnType<typeof openStore>

export function openStore() {
  let kept = UNREAD
  let stored: Stored = {}
  const listeners = new Set<() => void>()

  const ids = () => kept.questions.map((one) => one.if_interviewer_role_feedback_question_id)
  const textOf = (question: number) => kept.answers[question] ?? ''
  const baseOf = (question: number) => stored[question]?.modified_at ?? null
  const isUnsaved = (question: number) => textOf(question) !== (stored[question]?.text ?? '')

  function set(change: Partial<Kept>): void {
    kept = { ...kept, ...change }
    kept.hasUnsaved = ids().some(isUnsaved)
    for (const listener of listeners) listener()
  }

  /** Takes what is stored by now where nothing was typed here. */
  function adopt(newer: Stored): void {
    const answers = { ...kept.answers }
    for (const id of Object.keys(newer).map(Number)) if (!isUnsaved(id)) answers[id] = newer[id]!.text
    stored = { ...stored, ...newer }
    set({ answers })
  }

  /** Unsaved answers that can be sent: not too long, and not waiting for a choice. */
  function sendable(): number[] {
    const isOpen = (id: number) => kept.choices.some((choice) => choice.question === id)
    return kept.phase === 'ready' ? ids().filter((id) => isUnsaved(id) && !isOpen(id) && !hasTooManyWords(textOf(id))) : []
  }

  /** These questions as a draft keeps them. */
  function draftOf(questions: number[]): Record<number, DraftAnswer> {
    return Object.fromEntries(questions.map((id) => [id, { text: textOf(id), base: baseOf(id), is_saved: !isUnsaved(id) }]))
  }

  return {
    read: () => kept,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set,
    adopt,
    sendable,
    draftOf,
    ids,
    textOf,
    baseOf,
    isUnsaved,
    begun: () => ids().filter((id) => textOf(id) !== '' || baseOf(id) !== null),
    write: (question: number, text: string) => set({ answers: { ...kept.answers, [question]: text } }),
    answer: (choice: number, text: string) =>
      set({ answers: { ...kept.answers, [choice]: text }, choices: kept.choices.filter((one) => one.question !== choice) }),
    stored: () => stored,
    /** What the server has, before anything of it is shown. */
    setStored: (now: Stored) => void (stored = now),
    mergeDraft: (draft: Parameters<typeof merge>[1]) => merge(stored, draft),
  }
}
