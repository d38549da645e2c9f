import type { FeedbackQuestion, InterviewHeader } from '#contract/feedback.ts'
import type { Choice } from './merge.ts'

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

export const UNREAD: Kept = {
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
