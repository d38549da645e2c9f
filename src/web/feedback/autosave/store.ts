import { hasTooManyWords, type FeedbackQuestion, type InterviewHeader } from '#contract/feedback.ts'
import type { DraftAnswers } from './draft-storage.ts'
import { merge, type MergeConflict, type StoredAnswers } from './merge.ts'

export type SaveStatus = { is: 'nothing' } | { is: 'saved'; at: number } | { is: 'waiting' } | { is: 'refused'; why: string }

export type FormState = {
  phase: 'loading' | 'ready' | 'failed'
  why: string
  questions: FeedbackQuestion[]
  header: InterviewHeader | null
  answers: Record<number, string>
  choices: MergeConflict[]
  saving: SaveStatus
  isSaving: boolean
  /** Something here hasn't been saved on the server. */
  hasUnsaved: boolean
  /** Text that hadn't reached the server was restored when the form was opened. */
  isRestored: boolean
  /** The browser has a draft of what isn't saved on the server. */
  isKept: boolean
}

const EMPTY_STATE: FormState = {
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

type State = { kept: FormState; stored: StoredAnswers; listeners: Set<() => void> }

/** A form's contents and how much of it the server has; nothing else compares the two. */
export type Store = ReturnType<typeof openStore>

export function openStore() {
  const state: State = { kept: EMPTY_STATE, stored: {}, listeners: new Set() }
  return { ...readers(state), ...openWriters(state) }
}

function readers(state: State) {
  const ids = () => state.kept.questions.map((one) => one.if_interviewer_role_feedback_question_id)
  const textOf = (question: number) => state.kept.answers[question] ?? ''
  const baseOf = (question: number) => state.stored[question]?.modified_at ?? null
  const isUnsaved = (question: number) => textOf(question) !== (state.stored[question]?.text ?? '')
  const isOpen = (question: number) => state.kept.choices.some((choice) => choice.question === question)
  return {
    read: () => state.kept,
    stored: () => state.stored,
    ids,
    textOf,
    baseOf,
    isUnsaved,
    /** Questions that have an answer. */
    begun: () => ids().filter((id) => textOf(id) !== '' || baseOf(id) !== null),
    /** Unsaved answers that can be sent: not too long, and not waiting for a choice. */
    sendable: () => (state.kept.phase === 'ready' ? ids().filter((id) => isUnsaved(id) && !isOpen(id) && !hasTooManyWords(textOf(id))) : []),
    /** These questions in draft format. Without a base, a text that's waiting for a choice is asked about again. */
    draftOf: (questions: number[]): DraftAnswers =>
      Object.fromEntries(questions.map((id) => [id, { text: textOf(id), base: isOpen(id) ? null : baseOf(id), is_saved: !isUnsaved(id) }])),
    mergeDraft: (draft: Parameters<typeof merge>[1]) => merge(state.stored, draft),
  }
}

function openWriters(state: State) {
  const { ids, isUnsaved } = readers(state)

  function set(change: Partial<FormState>): void {
    state.kept = { ...state.kept, ...change }
    state.kept.hasUnsaved = ids().some(isUnsaved)
    for (const listener of state.listeners) listener()
  }

  /** Applies what's stored now, except where something was typed here. */
  function adopt(newer: StoredAnswers): void {
    const answers = { ...state.kept.answers }
    for (const id of Object.keys(newer).map(Number)) if (!isUnsaved(id)) answers[id] = newer[id]!.text
    state.stored = { ...state.stored, ...newer }
    set({ answers })
  }

  const write = (question: number, text: string) => set({ answers: { ...state.kept.answers, [question]: text } })
  return {
    subscribe: (listener: () => void) => {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    set,
    adopt,
    write,
    /** The person chose between two versions. */
    choose: (question: number, text: string) => {
      set({ choices: state.kept.choices.filter((one) => one.question !== question) })
      write(question, text)
    },
    /** Records the server's version before any of it is shown. */
    setStored: (now: StoredAnswers) => void (state.stored = now),
  }
}
