import { useEffect, useSyncExternalStore } from 'react'
import { draftKey } from '#contract/feedback.ts'
import { INTERVIEWER_RECORD, onSessions } from '#web/auth/session.ts'
import { call } from '#web/call.ts'
import { holdSignOut } from '#web/ui/hold-sign-out.ts'
import { browserDrafts, type Target } from './draft-storage.ts'
import { openAutosave, type Autosave } from './autosave.ts'
import type { FormState } from './store.ts'

/** The autosaves opened since the page loaded, so unsaved text is retried even after another candidate is chosen. */
const autosaves = new Map<string, Autosave>()

export function autosaveFor(target: Target): Autosave {
  const key = draftKey(target)
  const known = autosaves.get(key)
  if (known) return known
  const autosave = openAutosave(target, { ask: call, drafts: browserDrafts, now: () => Date.now() })
  autosaves.set(key, autosave)
  return autosave
}

/** One form's feedback, reloaded from the server when it's opened. */
export function useAutosave(target: Target): { autosave: Autosave; kept: FormState } {
  const autosave = autosaveFor(target)
  const kept = useSyncExternalStore(autosave.subscribe, autosave.read)
  useEffect(() => {
    if (!autosave.read().hasUnsaved) void autosave.load().catch(() => {})
    return autosave.keepDraft
  }, [autosave])
  return { autosave, kept }
}

/** Keeps text from being lost with the page: writes the draft when the page closes, and sends everything when the network or session is back. */
export function useLeaveProtection(autosave: Autosave): void {
  useEffect(() => {
    const again = () => void autosave.flush()
    const hide = () => autosave.keepDraft()
    const warn = (event: BeforeUnloadEvent) => {
      autosave.keepDraft()
      if (!autosave.read().isKept && autosave.read().hasUnsaved) event.preventDefault()
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
  }, [autosave])
}

/** Signing out leaves nothing behind, neither in memory nor in a draft written later. */
onSessions(() => {
  if (localStorage.getItem(INTERVIEWER_RECORD) !== null) return
  for (const autosave of autosaves.values()) autosave.stop()
  autosaves.clear()
})

holdSignOut(() => {
  const isLost = [...autosaves.values()].some((autosave) => autosave.read().hasUnsaved)
  return isLost ? "Some of your feedback hasn't been saved to the server yet. Signing out deletes it from this browser." : null
})
