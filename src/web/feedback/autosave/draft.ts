import type { Drafts, Target } from './draft-storage.ts'
import { newerElsewhere } from './merge.ts'
import type { Store } from './store.ts'

export const LOCAL_PAUSE = 1000

type World = { store: Store; drafts: Drafts; now: () => number }
export type Draft = ReturnType<typeof openDraft>

/** The browser's copy of a form, written a second after typing and read by other windows. */
export function openDraft(target: Target, { store, drafts, now }: World) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function keep(): void {
    clearTimeout(timer)
    timer = undefined
    const isKept = drafts.write(target, { answers: store.draftOf(store.begun()), saved_at: now() })
    if (isKept !== store.read().isKept) store.set({ isKept })
  }

  const stopHearing = drafts.onOther(target, (draft) => {
    const newer = Object.entries(newerElsewhere(store.stored(), draft))
    store.adopt(Object.fromEntries(newer.filter(([id]) => !store.isUnsaved(Number(id)))))
  })

  return {
    read: () => drafts.read(target),
    keep,
    keepSoon: () => void (timer ??= setTimeout(keep, LOCAL_PAUSE)),
    remove: () => drafts.remove(target),
    stop: () => {
      clearTimeout(timer)
      stopHearing()
    },
  }
}
