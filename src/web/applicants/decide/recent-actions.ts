import { useSyncExternalStore } from 'react'

/** How one applicant's part of an action is undone. */
export type Undo = { user_session_id: number; name: string; kind: 'move' | 'email'; undo_token: string }

/** Something this person just did, for one or several applicants, including what failed. */
export type RecentAction = {
  id: number
  what: string
  at: number
  /** The latest time the server can undo it, in milliseconds. */
  until: number
  /** The parts that can still be undone. */
  undo: Undo[]
  isUndone: boolean
  isFailure: boolean
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
  const remembered = { ...action, id: next++, at: Date.now(), isUndone: false, isFailure: false }
  set([remembered, ...actions])
  return remembered
}

export function rememberFailure(what: string): void {
  set([{ id: next++, what, at: Date.now(), until: 0, undo: [], isUndone: false, isFailure: true }, ...actions])
}

export function markUndone(id: number, undone: Undo[]): void {
  const gone = new Set(undone.map((one) => one.undo_token))
  set(
    actions.map((action) => {
      if (action.id !== id) return action
      const undo = action.undo.filter((one) => !gone.has(one.undo_token))
      return { ...action, undo, isUndone: undo.length === 0 }
    }),
  )
}

/** The most recent action that can still be undone. */
export function lastToUndo(now: number): RecentAction | undefined {
  return actions.find((action) => action.undo.length > 0 && action.until > now)
}

/** How many applicants got a decision since this time. */
export function countSince(at: number): number {
  return actions.filter((action) => action.at >= at && !action.isFailure).reduce((sum, action) => sum + action.undo.length, 0)
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
