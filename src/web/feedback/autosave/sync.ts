import type { InterviewHeader } from '#contract/feedback.ts'
import { isCallFailure } from '#web/call.ts'
import type { FeedbackCalls } from '#web/feedback/feedback-calls.ts'
import type { Draft } from './draft.ts'
import type { Store } from './store.ts'

export const SERVER_PAUSE = 500
const FIRST_RETRY = 2000
const LONGEST_RETRY = 30_000
const LOAD_FAILED = 'Error fetching feedback questions or header'

type World = { store: Store; draft: Draft; calls: FeedbackCalls; now: () => number }
export type Sync = ReturnType<typeof openSync>

/** Brings the store and the server together: one save after the other, again and again until everything is there. */
export function openSync({ store, draft, calls, now }: World) {
  let last: Promise<unknown> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0

  async function load(): Promise<void> {
    const wasReady = store.read().phase === 'ready'
    if (!wasReady) store.set({ phase: 'loading' })
    try {
      const questions = await calls.readQuestions()
      const header = await calls.readHeader()
      store.setStored(await calls.readStored(header))
      store.set({ phase: 'ready', questions, header, ...store.mergeDraft(draft.read()) })
      if (store.read().hasUnsaved) soon(SERVER_PAUSE)
    } catch (failure) {
      if (wasReady) throw failure
      store.set({ phase: 'failed', why: LOAD_FAILED })
    }
  }

  function soon(ms = SERVER_PAUSE): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  /** Each save knows what the one before it left. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    clearTimeout(timer)
    const done = last.then(task)
    last = done.catch(() => {})
    return done
  }

  function flush(): Promise<boolean> {
    return inTurn(async () => {
      const questions = store.sendable()
      if (questions.length > 0) await send(questions, { submitted: false }).catch(() => {})
      return !store.read().hasUnsaved
    })
  }

  async function submit(interview_datetime_utc: string | null): Promise<void> {
    await inTurn(() => send(store.ids(), { submitted: true, interview_datetime_utc }))
    if (!store.read().hasUnsaved) draft.remove()
  }

  async function correctTime(interview_datetime_utc: string): Promise<void> {
    await inTurn(async () => {
      const { header } = store.read()
      if (header) store.set({ header: await calls.correctTime(header, interview_datetime_utc) })
    })
  }

  async function send(questions: number[], how: { submitted: boolean; interview_datetime_utc?: string | null }): Promise<void> {
    store.set({ isSaving: true })
    try {
      const feedbacks = questions.map((question) => ({
        if_interviewer_role_feedback_question_id: question,
        interviewer_feedback: store.textOf(question),
        replaces: store.baseOf(question),
      }))
      const { header, stored } = await calls.save({ header: store.read().header, feedbacks, at: now(), ...how })
      store.setStored({ ...store.stored(), ...stored })
      tries = 0
      store.set({ header, isSaving: false, saving: { is: 'saved', at: now() }, isRestored: false })
      draft.keep()
      if (store.sendable().length > 0) soon()
    } catch (failure) {
      await note(failure)
      throw failure
    }
  }

  /** What can pass is tried again by itself; what another window changed is put to the person; the rest is said. */
  async function note(failure: unknown): Promise<void> {
    draft.keep()
    const status = isCallFailure(failure) ? failure.status : 0
    if (isCallFailure(failure) && status === 409 && failure.errors.length > 0) return putToChoice()
    const isPassing = status === 0 || status === 401 || status === 429 || status >= 500
    if (!isPassing) return store.set({ isSaving: false, saving: { is: 'refused', why: (failure as Error).message } })
    store.set({ isSaving: false, saving: { is: 'waiting' } })
    soon(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** tries++))
  }

  async function putToChoice(): Promise<void> {
    const header = await calls.readHeader().catch(() => null)
    const there = header && (await calls.readStored(header).catch(() => null))
    if (!there) {
      store.set({ isSaving: false, saving: { is: 'waiting' } })
      return soon(FIRST_RETRY)
    }
    takeTheirs(header, there)
    if (store.read().choices.length === 0) soon()
  }

  function takeTheirs(header: InterviewHeader, there: Parameters<Store['adopt']>[0]): void {
    const mine = store.draftOf(store.ids().filter(store.isUnsaved))
    store.adopt(there)
    const { choices } = store.mergeDraft({ answers: mine, saved_at: now() })
    store.set({ header, choices, isSaving: false, saving: { is: 'nothing' } })
  }

  return { load, soon, flush, submit, correctTime, stop: () => clearTimeout(timer) }
}
