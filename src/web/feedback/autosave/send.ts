import { isCallFailure } from '#web/call.ts'
import type { FeedbackCalls } from '#web/feedback/feedback-calls.ts'
import { merge } from './merge.ts'
import type { Notebook } from './notebook.ts'

export const SERVER_PAUSE = 500
const FIRST_RETRY = 2000
const LONGEST_RETRY = 30_000

type Tools = {
  notebook: Notebook
  calls: FeedbackCalls
  now: () => number
  keepDraft: () => void
  /** Has what is unsaved sent again, so many milliseconds from now. */
  schedule: (ms: number) => void
}
/** Saves these answers; rejects with the server's refusal once the notebook says what became of them. */
export type Send = (questions: number[], submitted: boolean) => Promise<void>

export function openSend({ notebook, calls, now, keepDraft, schedule }: Tools): Send {
  let tries = 0

  async function send(questions: number[], submitted: boolean): Promise<void> {
    notebook.set({ isSaving: true })
    try {
      const feedbacks = questions.map((question) => ({
        if_interviewer_role_feedback_question_id: question,
        interviewer_feedback: notebook.textOf(question),
        replaces: notebook.baseOf(question),
      }))
      const { header, stored } = await calls.save({ header: notebook.read().header, feedbacks, submitted, at: now() })
      notebook.setStored({ ...notebook.stored(), ...stored })
      tries = 0
      notebook.set({ header, isSaving: false, saving: { is: 'saved', at: now() }, isRestored: false })
      keepDraft()
      if (notebook.read().hasUnsaved) schedule(SERVER_PAUSE)
    } catch (failure) {
      await note(failure)
      throw failure
    }
  }

  /** What can pass is tried again by itself; what another window changed is put to the person; the rest is said. */
  async function note(failure: unknown): Promise<void> {
    keepDraft()
    const status = isCallFailure(failure) ? failure.status : 0
    if (isCallFailure(failure) && status === 409 && failure.errors.length > 0) return putToChoice()
    const isPassing = status === 0 || status === 401 || status === 429 || status >= 500
    if (!isPassing) return notebook.set({ isSaving: false, saving: { is: 'refused', why: (failure as Error).message } })
    notebook.set({ isSaving: false, saving: { is: 'waiting' } })
    schedule(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** tries++))
  }

  async function putToChoice(): Promise<void> {
    const header = await calls.readHeader().catch(() => null)
    const there = header && (await calls.readStored(header).catch(() => null))
    if (!there) {
      notebook.set({ isSaving: false, saving: { is: 'waiting' } })
      return schedule(FIRST_RETRY)
    }
    const mine = notebook.draftOf(notebook.ids().filter(notebook.isUnsaved))
    notebook.adopt(there)
    const { choices } = merge(notebook.stored(), { answers: mine, saved_at: now() })
    notebook.set({ header, choices, isSaving: false, saving: { is: 'nothing' } })
    if (choices.length === 0) schedule(SERVER_PAUSE)
  }

  return send
}
