import { useEffect, useSyncExternalStore } from 'react'
import { draftKey } from '#contract/feedback.ts'
import { INTERVIEWER_RECORD, onSessions } from '#web/auth/session.ts'
import { call } from '#web/call.ts'
import { holdSignOut } from '#web/ui/hold-sign-out.ts'
import { browserDrafts, type Target } from './draft-storage.ts'
import { openKeeper, type Keeper } from './keeper.ts'
import type { Kept } from './store.ts'

/** The keepers opened since the page loaded, so unsaved text is retried even after another candidate is chosen. */
const keepers = new Map<string, Keeper>()

export function keeperOf(target: Target): Keeper {
  const key = draftKey(target)
  const known = keepers.get(key)
  if (known) return known
  const keeper = openKeeper(target, { ask: call, drafts: browserDrafts, now: () => Date.now() })
  keepers.set(key, keeper)
  return keeper
}

/** One form's feedback, reloaded from the server when it's opened. */
export function useKeeper(target: Target): { keeper: Keeper; kept: Kept } {
  const keeper = keeperOf(target)
  const kept = useSyncExternalStore(keeper.subscribe, keeper.read)
  useEffect(() => {
    if (!keeper.read().hasUnsaved) void keeper.load().catch(() => {})
    return keeper.keepDraft
  }, [keeper])
  return { keeper, kept }
}

/** Keeps text from being lost with the page: writes the draft when the page closes, and sends everything when the network or session is back. */
export function useSafety(keeper: Keeper): void {
  useEffect(() => {
    const again = () => void keeper.flush()
    const hide = () => keeper.keepDraft()
    const warn = (event: BeforeUnloadEvent) => {
      keeper.keepDraft()
      if (!keeper.read().isKept && keeper.read().hasUnsaved) event.preventDefault()
    }
    const stop = onSessions(again)
    window.addEventListener('online', again)
    window.addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('beforeunload', warn)
    return () => {
      stop()
      window.removeEventListener('online', again)
      window.removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('beforeunload', warn)
    }
  }, [keeper])
}

/** Signing out leaves nothing behind, neither in memory nor in a draft written later. */
onSessions(() => {
  if (localStorage.getItem(INTERVIEWER_RECORD) !== null) return
  for (const keeper of keepers.values()) keeper.stop()
  keepers.clear()
})

holdSignOut(() => {
  const isLost = [...keepers.values()].some((keeper) => keeper.read().hasUnsaved)
  return isLost ? "Some of your feedback hasn't been saved to the server yet. Signing out deletes it from this browser." : null
})
