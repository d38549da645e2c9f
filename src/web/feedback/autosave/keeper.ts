import { hasTooManyWords } from '#contract/feedback.ts'
import type { call } from '#web/call.ts'
import type { Drafts, Target } from './drafts.ts'
import { feedbackCalls } from '#web/feedback/feedback-calls.ts'
import type { Kept } from './kept.ts'
import { merge, newerElsewhere } from './merge.ts'
import { openNotebook } from './notebook.ts'
import { openSend, SERVER_PAUSE } from './send.ts'

export const LOCAL_PAUSE = 1000
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
  const notebook = openNotebook()
  const calls = feedbackCalls(target, ask)
  const send = openSend({ notebook, calls, now, keepDraft, schedule })
  let last: Promise<unknown> = Promise.resolve()
  let serverTimer: ReturnType<typeof setTimeout> | undefined
  let localTimer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    const wasReady = notebook.read().phase === 'ready'
    if (!wasReady) notebook.set({ phase: 'loading' })
    try {
      const questions = await calls.readQuestions()
      const header = await calls.readHeader()
      notebook.setStored(await calls.readStored(header))
      notebook.set({ phase: 'ready', questions, header, ...merge(notebook.stored(), drafts.read(target)) })
      if (notebook.read().hasUnsaved) schedule(SERVER_PAUSE)
    } catch (failure) {
      if (wasReady) throw failure
      notebook.set({ phase: 'failed', why: LOAD_FAILED })
    }
  }

  function write(question: number, text: string): void {
    notebook.set({ answers: { ...notebook.read().answers, [question]: text } })
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
    const begun = notebook.ids().filter((id) => notebook.textOf(id) !== '' || notebook.baseOf(id) !== null)
    const isKept = drafts.write(target, { answers: notebook.draftOf(begun), saved_at: now() })
    if (isKept !== notebook.read().isKept) notebook.set({ isKept })
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
      const { phase, choices } = notebook.read()
      const isOpen = (id: number) => choices.some((choice) => choice.question === id)
      const sending = notebook.ids().filter((id) => notebook.isUnsaved(id) && !isOpen(id) && !hasTooManyWords(notebook.textOf(id)))
      if (phase === 'ready' && sending.length > 0) await send(sending, false).catch(() => {})
      return !notebook.read().hasUnsaved
    })
  }

  async function submit(): Promise<void> {
    await inTurn(() => send(notebook.ids(), true))
    if (!notebook.read().hasUnsaved) drafts.remove(target)
  }

  function choose(question: number, text: string): void {
    const { answers, choices } = notebook.read()
    notebook.set({ answers: { ...answers, [question]: text }, choices: choices.filter((choice) => choice.question !== question) })
    keepDraft()
    schedule(SERVER_PAUSE)
  }

  const stopHearing = drafts.onOther(target, (draft) => {
    const newer = Object.entries(newerElsewhere(notebook.stored(), draft))
    notebook.adopt(Object.fromEntries(newer.filter(([id]) => !notebook.isUnsaved(Number(id)))))
  })

  function stop(): void {
    clearTimeout(serverTimer)
    clearTimeout(localTimer)
    stopHearing()
  }

  return { read: notebook.read, subscribe: notebook.subscribe, load, write, flush, submit, choose, keepDraft, stop }
}
