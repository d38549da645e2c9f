import type { DraftAnswer } from './drafts.ts'
import { UNREAD, type Kept } from './kept.ts'
import type { Stored } from './merge.ts'

/** What stands in one form, and what of it the server has: the one place where both are compared. */
export type Notebook = ReturnType<typeof openNotebook>

export function openNotebook() {
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
    draftOf,
    ids,
    textOf,
    baseOf,
    isUnsaved,
    stored: () => stored,
    /** What the server has, before anything of it is shown. */
    setStored: (now: Stored) => void (stored = now),
  }
}
