import { useSyncExternalStore } from 'react'

/** One person's decision that can be taken back for a while: of one applicant, or of many at once. */
export type RecentAction = {
  id: number
  what: string
  at: number
  /** Until when the server takes it back, in milliseconds. */
  until: number
  undo: { user_session_id: number; undo_token: string }[]
  isUndone: boolean
}

const KEPT = 20
let actions: RecentAction[] = []
let next = 1
const listeners = new Set<() => void>()

function set(changed: RecentAction[]): void {
  actions = changed.slice(0, KEPT)
  for (const listener of listeners) listener()
}

export function rememberAction(action: Pick<RecentAction, 'what' | 'until' | 'undo'>): RecentAction {
  const remembered = { ...action, id: next++, at: Date.now(), isUndone: false }
  set([remembered, ...actions])
  return remembered
}

export function markUndone(id: number): void {
  set(actions.map((action) => (action.id === id ? { ...action, isUndone: true } : action)))
}

/** The latest that can still be taken back. */
export function lastToUndo(now: number): RecentAction | undefined {
  return actions.find((action) => !action.isUndone && action.undo.length > 0 && action.until > now)
}

export function useRecentActions(): RecentAction[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => actions,
  )
}
