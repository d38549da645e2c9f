import { findHeader, hasTooManyWords, listFeedbackQuestions, listOwnFeedback, openHeader, saveFeedback, type InterviewHeader } from '#contract/feedback.ts'
import { isCallFailure, type call } from '#web/call.ts'
import type { Drafts, Target } from './drafts.ts'
import { UNREAD, type Kept } from './kept.ts'
import { merge, newerElsewhere, storedOf, type Stored } from './merge.ts'

export const SERVER_PAUSE = 500
export const LOCAL_PAUSE = 1000
const FIRST_RETRY = 2000
const LONGEST_RETRY = 30_000
const LOAD_FAILED = 'Error fetching feedback questions or header'

export type World = { ask: typeof call; drafts: Drafts; now: () => number }

/** Keeps one interviewer's feedback on one candidate: in this browser after a second, on the server after half a second, again and again until it is there. */
export type Keeper = {
  read: () => Kept
  subscribe: (listener: () => void) => () => void
  load: () => Promise<void>
  write: (question: number, text: string) => void
  /** Saves what is not saved, now; true when all of it is on the server. */
  flush: () => Promise<boolean>
  /** Sends all answers and hands them in; rejects with the server's sentence. */
  submit: () => Promise<void>
  choose: (question: number, text: string) => void
  keepDraft: () => void
  /** Ends all timers: what is not saved stays in the draft. */
  stop: () => void
}

export function openKeeper(target: Target, { ask, drafts, now }: World): Keeper {
  let kept = UNREAD
  let stored: Stored = {}
  let tries = 0
  let last: Promise<unknown> = Promise.resolve()
  let serverTimer: ReturnType<typeof setTimeout> | undefined
  let localTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const textOf = (question: number) => kept.answers[question] ?? ''
  const isUnsaved = (question: number) => textOf(question) !== (stored[question]?.text ?? '')
  const isOpen = (question: number) => kept.choices.some((choice) => choice.question === question)
  const ids = () => kept.questions.map((one) => one.if_interviewer_role_feedback_question_id)

  function set(change: Partial<Kept>): void {
    kept = { ...kept, ...change }
    kept.hasUnsaved = ids().some(isUnsaved)
    for (const listener of listeners) listener()
  }

  async function load(): Promise<void> {
    if (kept.phase !== 'ready') set({ phase: 'loading' })
    try {
      const questions = await ask(listFeedbackQuestions, { ref_interview_role_id: target.ref_interview_id })
      const header = await readHeader()
      stored = header ? storedOf(await ask(listOwnFeedback, { if_interview_header_id: header.interview_header_id })) : {}
      set({ phase: 'ready', questions, header, ...merge(stored, drafts.read(target)) })
      if (kept.hasUnsaved) schedule(SERVER_PAUSE)
    } catch (failure) {
      if (kept.phase !== 'ready') set({ phase: 'failed', why: LOAD_FAILED })
      else throw failure
    }
  }

  async function readHeader(): Promise<InterviewHeader | null> {
    return ask(findHeader, target).catch((failure: unknown) => {
      if (isCallFailure(failure) && failure.status === 404) return null
      throw failure
    })
  }

  function write(question: number, text: string): void {
    set({ answers: { ...kept.answers, [question]: text } })
    schedule(SERVER_PAUSE)
    localTimer ??= setTimeout(keepDraft, LOCAL_PAUSE)
  }

  function schedule(ms: number): void {
    clearTimeout(serverTimer)
    serverTimer = setTimeout(() => void flush(), ms)
  }

  function keepDraft(): void {
    clearTimeout(localTimer)
    localTimer = undefined
    const answers = Object.fromEntries(
      ids()
        .filter((id) => textOf(id) !== '' || stored[id])
        .map((id) => [id, { text: textOf(id), base: stored[id]?.modified_at ?? null, is_saved: !isUnsaved(id) }]),
    )
    const isKept = drafts.write(target, { answers, saved_at: now() })
    if (isKept !== kept.isKept) set({ isKept })
  }

  /** One saving after the other: the next one knows what the last one left. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    clearTimeout(serverTimer)
    const done = last.then(task)
    last = done.catch(() => {})
    return done
  }

  function flush(): Promise<boolean> {
    return inTurn(async () => {
      const sending = ids().filter((id) => isUnsaved(id) && !isOpen(id) && !hasTooManyWords(textOf(id)))
      if (kept.phase === 'ready' && sending.length > 0) await send(sending, false).catch(() => {})
      return !kept.hasUnsaved
    })
  }

  async function send(questions: number[], submitted: boolean): Promise<void> {
    set({ isSaving: true })
    try {
      const once = { retries: 0 }
      const header = kept.header ?? (await ask(openHeader, { ...target, interview_datetime_utc: new Date(now()).toISOString() }, once))
      const feedbacks = questions.map((question) => ({
        if_interview_header_id: header.interview_header_id,
        if_interviewer_role_feedback_question_id: question,
        interviewer_feedback: textOf(question),
        replaces: stored[question]?.modified_at ?? null,
      }))
      const { feedbacks: details, ...saved } = await ask(saveFeedback, { feedbacks, submitted }, once)
      stored = { ...stored, ...storedOf(details) }
      tries = 0
      set({ header: saved, isSaving: false, saving: { is: 'saved', at: now() }, isRestored: false })
      keepDraft()
      if (kept.hasUnsaved) schedule(SERVER_PAUSE)
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
    if (!isPassing) return set({ isSaving: false, saving: { is: 'refused', why: (failure as Error).message } })
    set({ isSaving: false, saving: { is: 'waiting' } })
    schedule(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** tries++))
  }

  async function putToChoice(): Promise<void> {
    const header = await readHeader().catch(() => null)
    const there = header && (await ask(listOwnFeedback, { if_interview_header_id: header.interview_header_id }).catch(() => null))
    if (!there) {
      set({ isSaving: false, saving: { is: 'waiting' } })
      return schedule(FIRST_RETRY)
    }
    const mine = Object.fromEntries(
      ids()
        .filter(isUnsaved)
        .map((id) => [id, { text: textOf(id), base: stored[id]?.modified_at ?? null, is_saved: false }]),
    )
    adopt(storedOf(there))
    const { choices } = merge(stored, { answers: mine, saved_at: now() })
    set({ header, choices, isSaving: false, saving: { is: 'nothing' } })
    if (choices.length === 0) schedule(SERVER_PAUSE)
  }

  /** Takes what is stored elsewhere where nothing was typed here. */
  function adopt(newer: Stored): void {
    const answers = { ...kept.answers }
    for (const id of Object.keys(newer).map(Number)) if (!isUnsaved(id)) answers[id] = newer[id]!.text
    stored = { ...stored, ...newer }
    set({ answers })
  }

  const stopHearing = drafts.onOther(target, (draft) => {
    const newer = newerElsewhere(stored, draft)
    adopt(Object.fromEntries(Object.entries(newer).filter(([id]) => !isUnsaved(Number(id)))))
  })

  return {
    read: () => kept,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    write,
    flush,
    submit: async () => {
      await inTurn(() => send(ids(), true))
      if (!kept.hasUnsaved) drafts.remove(target)
    },
    choose: (question, text) => {
      set({ answers: { ...kept.answers, [question]: text }, choices: kept.choices.filter((choice) => choice.question !== question) })
      keepDraft()
      schedule(SERVER_PAUSE)
    },
    keepDraft,
    stop: () => {
      clearTimeout(serverTimer)
      clearTimeout(localTimer)
      stopHearing()
    },
  }
}
