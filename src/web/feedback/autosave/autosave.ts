import { type call, isCallFailure } from '#web/call.ts'
import { feedbackCalls, type FeedbackCalls } from '#web/feedback/feedback-calls.ts'
import type { DraftAnswers, Drafts, Target } from './draft-storage.ts'
import { type FormState, openStore, type Store } from './store.ts'
import { findNewerElsewhere, newest, unsavedIn, withUnsavedElsewhere, type MergeResult } from './merge.ts'
import type { InterviewHeader } from '#contract/feedback.ts'

export type AutosaveContext = { ask: typeof call; drafts: Drafts; now: () => number }

/** Saves an interviewer's feedback on a candidate: in this browser after a second, on the server after half a second, retrying until it succeeds. */
export type Autosave = {
  read: () => FormState
  subscribe: (listener: () => void) => () => void
  load: () => Promise<void>
  write: (question: number, text: string) => void
  /** Saves unsaved answers now; resolves true when all are on the server. */
  flush: () => Promise<boolean>
  /**
   * Sends all answers and submits them, with the interview's time if it's known by then; rejects with the server's message, or while the person still
   * has to choose which text to keep.
   */
  submit: (interview_datetime_utc?: string) => Promise<void>
  correctTime: (interview_datetime_utc: string) => Promise<void>
  choose: (question: number, text: string) => void
  keepDraft: () => void
  /** Stops all timers; unsaved text stays in the draft. */
  stop: () => void
}

export function openAutosave(target: Target, { ask, drafts, now }: AutosaveContext): Autosave {
  const store = openStore()
  const draft = openDraft(target, { store, drafts, now })
  const sync = openSync({ store, draft, calls: feedbackCalls(target, ask), now })
  return {
    read: store.read,
    subscribe: store.subscribe,
    load: sync.load,
    write: (question, text) => {
      store.write(question, text)
      sync.soon()
      draft.keepSoon()
    },
    flush: sync.flush,
    submit: (interview_datetime_utc) => sync.submit(interview_datetime_utc ?? null),
    correctTime: sync.correctTime,
    choose: (question, text) => {
      store.choose(question, text)
      draft.keep()
      sync.soon()
    },
    keepDraft: draft.keep,
    stop: () => {
      sync.stop()
      draft.stop()
    },
  }
}

export const CHOOSE_FIRST = 'First choose which text to keep.'
const SERVER_DEBOUNCE_MS = 500
const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 30_000

/** Syncs the store with the server, one save at a time, retrying until everything has been saved. */
function openSync(world: SendContext) {
  const { store, draft } = world
  const inTurn = openQueue()
  const pause = openTimer(() => void flush())
  const soon = () => pause.set(SERVER_DEBOUNCE_MS)

  async function save(questions: number[], how: SendOptions): Promise<void> {
    try {
      await send(world, questions, how)
      pause.forgetFailures()
      if (store.sendable().length > 0) soon()
    } catch (failure) {
      const became = await noteFailure(world, failure)
      if (became === 'passing') pause.afterFailure()
      else if (became === 'choice' && store.sendable().length > 0) soon()
      throw failure
    }
  }

  function flush(): Promise<boolean> {
    pause.end()
    return inTurn(async () => {
      const questions = store.sendable()
      if (questions.length > 0) await save(questions, { submitted: false }).catch(() => {})
      return !store.read().hasUnsaved
    })
  }

  async function submit(interview_datetime_utc: string | null): Promise<void> {
    pause.end()
    await inTurn(() => {
      if (store.read().choices.length > 0) {
        soon()
        throw new Error(CHOOSE_FIRST)
      }
      return save(store.ids(), { submitted: true, interview_datetime_utc })
    })
    if (!store.read().hasUnsaved) draft.remove()
  }

  const correct = (interview_datetime_utc: string) => inTurn(() => correctTime(world, interview_datetime_utc))
  const read = () => load(world).then(() => void (store.read().hasUnsaved && soon()))
  return { load: read, soon, flush, submit, correctTime: correct, stop: pause.end }
}

async function correctTime({ store, calls }: SendContext, interview_datetime_utc: string): Promise<void> {
  const { header } = store.read()
  if (header) store.set({ header: await calls.correctTime(header, interview_datetime_utc) })
}

/** Runs tasks one after another, so each sees the result of the previous one. */
function openQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task)
    last = done.catch(() => {})
    return done
  }
}

/** A single timer; waits longer after each failure. */
function openTimer(then: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const set = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }
  return {
    set,
    afterFailure: () => set(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++)),
    forgetFailures: () => void (failures = 0),
    end: () => clearTimeout(timer),
  }
}

const LOAD_FAILED = 'Error fetching feedback questions or header'

/** Loads the form from the server and applies this browser's draft to it; what was typed while it loaded is kept. */
async function load(world: SendContext): Promise<void> {
  const { store, calls } = world
  const wasReady = store.read().phase === 'ready'
  if (!wasReady) store.set({ phase: 'loading' })
  try {
    const questions = await calls.readQuestions()
    const header = await calls.readHeader()
    const stored = await calls.readStored(header)
    const typed = store.draftOf(store.ids().filter(store.isUnsaved))
    // Another window may have saved an answer while this one was loading.
    store.setStored(newest(stored, store.stored()))
    // The first words typed may have created the header by now.
    store.set({ phase: 'ready', questions, header: header ?? store.read().header, ...mergeTyped(world, typed) })
  } catch (failure) {
    if (wasReady) throw failure
    store.set({ phase: 'failed', why: LOAD_FAILED })
  }
}

/** The draft in this browser applied to what's stored, and then what was typed, which isn't restored text. */
function mergeTyped({ store, draft, now }: SendContext, typed: DraftAnswers): MergeResult {
  const kept = draft.read()
  const before = Object.fromEntries(Object.entries(kept?.answers ?? {}).filter(([question]) => !(Number(question) in typed)))
  const restored = store.mergeDraft(kept && { ...kept, answers: before })
  if (Object.keys(typed).length === 0) return restored
  const typedNow = store.mergeDraft({ answers: typed, saved_at: now() })
  const answers = { ...restored.answers, ...Object.fromEntries(Object.keys(typed).map((question) => [question, typedNow.answers[Number(question)]!])) }
  return { answers, choices: [...restored.choices, ...typedNow.choices], isRestored: restored.isRestored }
}

type SendContext = { store: Store; draft: Draft; calls: FeedbackCalls; now: () => number }
type SendOptions = { submitted: boolean; interview_datetime_utc?: string | null }
/** What happens after a failed save: it's retried automatically, left to the person, or permanently rejected. */
type Failure = 'passing' | 'choice' | 'refused'

/** Saves these answers; rejects with the server's error. */
async function send({ store, draft, calls, now }: SendContext, questions: number[], how: SendOptions): Promise<void> {
  store.set({ isSaving: true })
  const feedbacks = questions.map((question) => ({
    if_interviewer_role_feedback_question_id: question,
    interviewer_feedback: store.textOf(question),
    replaces: store.baseOf(question),
  }))
  const { header, stored } = await calls.save({ header: store.read().header, feedbacks, at: now(), ...how })
  store.setStored({ ...store.stored(), ...stored })
  store.set({ header, isSaving: false, saving: { is: 'saved', at: now() } })
  draft.keep()
}

/** Records in the store why a save failed. */
async function noteFailure(world: SendContext, failure: unknown): Promise<Failure> {
  const { store, draft } = world
  draft.keep()
  const status = isCallFailure(failure) ? failure.status : 0
  if (isCallFailure(failure) && status === 409 && failure.errors.length > 0) return offerConflicts(world)
  const isPassing = status === 0 || status === 401 || status === 429 || status >= 500
  store.set({ isSaving: false, saving: isPassing ? { is: 'waiting' } : { is: 'refused', why: (failure as Error).message } })
  return isPassing ? 'passing' : 'refused'
}

/** Another window changed an answer, so the person chooses between the two versions. */
async function offerConflicts(world: SendContext): Promise<Failure> {
  const { store, calls } = world
  const header = await calls.readHeader().catch(() => null)
  const there = header && (await calls.readStored(header).catch(() => null))
  if (!there) {
    store.set({ isSaving: false, saving: { is: 'waiting' } })
    return 'passing'
  }
  acceptServerAnswers(world, header, there)
  return 'choice'
}

function acceptServerAnswers({ store, now }: SendContext, header: InterviewHeader, there: Parameters<Store['adopt']>[0]): void {
  const mine = store.draftOf(store.ids().filter(store.isUnsaved))
  store.adopt(there)
  const { choices } = store.mergeDraft({ answers: mine, saved_at: now() })
  store.set({ header, choices, isSaving: false, saving: { is: 'nothing' } })
}

const LOCAL_DEBOUNCE_MS = 1000

type DraftContext = { store: Store; drafts: Drafts; now: () => number }
type Draft = ReturnType<typeof openDraft>

/** The browser's copy of a form, written a second after typing and read by other windows. */
function openDraft(target: Target, { store, drafts, now }: DraftContext) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const shared = openSharedDraft(target, { store, drafts, now })

  function keep(): void {
    clearTimeout(timer)
    timer = undefined
    const isKept = shared.write()
    if (isKept !== store.read().isKept) store.set({ isKept })
  }

  const stopHearing = drafts.onOther(target, (draft) => {
    const newer = Object.entries(findNewerElsewhere(store.stored(), draft))
    store.adopt(Object.fromEntries(newer.filter(([id]) => !store.isUnsaved(Number(id)))))
  })

  return {
    read: shared.read,
    keep,
    keepSoon: () => void (timer ??= setTimeout(keep, LOCAL_DEBOUNCE_MS)),
    remove: shared.remove,
    stop: () => {
      clearTimeout(timer)
      stopHearing()
    },
  }
}

/** The draft that this browser's windows share: writing or removing it leaves what another one hasn't saved. */
function openSharedDraft(target: Target, { store, drafts, now }: DraftContext) {
  /** The unsaved answers that this window wrote or took over, so it may remove them. */
  let known: DraftAnswers = {}
  const own = () => store.draftOf(store.begun())
  const shared = () => withUnsavedElsewhere({ answers: own(), saved_at: now() }, { there: drafts.read(target), known })

  return {
    read: () => {
      const draft = drafts.read(target)
      known = { ...known, ...unsavedIn(draft) }
      return draft
    },
    write: () => {
      const isKept = drafts.write(target, shared())
      if (isKept) known = unsavedIn({ answers: own() })
      return isKept
    },
    remove: () => {
      const left = { ...shared(), answers: unsavedIn(shared()) }
      if (Object.keys(left.answers).length > 0) drafts.write(target, left)
      else drafts.remove(target)
    },
  }
}
