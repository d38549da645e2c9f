import type { call } from '#web/call.ts'
import { feedbackCalls } from '#web/feedback/feedback-calls.ts'
import { openDraft } from './draft.ts'
import type { Drafts, Target } from './draft-storage.ts'
import { openStore, type Kept } from './store.ts'
import { openSync } from './sync.ts'

export type World = { ask: typeof call; drafts: Drafts; now: () => number }

/**
 * Saves one interviewer's feedback on one candidate: in this browser after a second, on the server after half a second, retrying until it succeeds.
 */
export type Keeper = {
  read: () => Kept
  subscribe: (listener: () => void) => () => void
  load: () => Promise<void>
  write: (question: number, text: string) => void
  /** Saves unsaved answers now; resolves true when all are on the server. */
  flush: () => Promise<boolean>
  /** Sends all answers and submits them, with the interview's time if it's known by then; rejects with the server's message. */
  submit: (interview_datetime_utc?: string) => Promise<void>
  correctTime: (interview_datetime_utc: string) => Promise<void>
  choose: (question: number, text: string) => void
  keepDraft: () => void
  /** Stops all timers; unsaved text stays in the draft. */
  stop: () => void
}

export function openKeeper(target: Target, { ask, drafts, now }: World): Keeper {
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
