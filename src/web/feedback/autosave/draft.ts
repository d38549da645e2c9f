import type { Drafts, Target } from './draft-storage.ts'
import { findNewerElsewhere } from './merge.ts'
import type { Store } from './store.ts'

export const LOCAL_DEBOUNCE_MS = 1000

type DraftContext = { store: Store; drafts: Drafts; now: () => number }
export type Draft = ReturnType<typeof openDraft>

/** The browser's copy of a form, written a second after typing and read by other windows. */
export function openDraft(target: Target, { store, drafts, now }: DraftContext) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function keep(): void {
    clearTimeout(timer)
    timer = undefined
    const isKept = drafts.write(target, { answers: store.draftOf(store.begun()), saved_at: now() })
    if (isKept !== store.read().isKept) store.set({ isKept })
  }

  const stopHearing = drafts.onOther(target, (draft) => {
    const newer = Object.entries(findNewerElsewhere(store.stored(), draft))
    store.adopt(Object.fromEntries(newer.filter(([id]) => !store.isUnsaved(Number(id)))))
  })

  return {
    read: () => drafts.read(target),
    keep,
    keepSoon: () => void (timer ??= setTimeout(keep, LOCAL_DEBOUNCE_MS)),
    remove: () => drafts.remove(target),
    stop: () => {
      clearTimeout(timer)
      stopHearing()
    },
  }
}
