import { makeStore, useStoreValue } from '#web/external-store.ts'

/** What it takes to undo an action for one applicant. */
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

const MAX_ACTIONS = 20
const actions = makeStore<RecentAction[]>([])
let next = 1

function set(changed: RecentAction[]): void {
  actions.set(changed.slice(0, MAX_ACTIONS))
}

export function rememberAction(action: Pick<RecentAction, 'what' | 'until' | 'undo'>): RecentAction {
  const remembered = { ...action, id: next++, at: Date.now(), isUndone: false, isFailure: false }
  set([remembered, ...actions.get()])
  return remembered
}

export function rememberFailure(what: string): void {
  set([{ id: next++, what, at: Date.now(), until: 0, undo: [], isUndone: false, isFailure: true }, ...actions.get()])
}

export function markUndone(id: number, undone: Undo[]): void {
  const gone = new Set(undone.map((one) => one.undo_token))
  set(
    actions.get().map((action) => {
      if (action.id !== id) return action
      const undo = action.undo.filter((one) => !gone.has(one.undo_token))
      return { ...action, undo, isUndone: undo.length === 0 }
    }),
  )
}

/** The most recent action that can still be undone. */
export function lastToUndo(now: number): RecentAction | undefined {
  return actions.get().find((action) => action.undo.length > 0 && action.until > now)
}

/** The number of applicants decided on since this time. */
export function countSince(at: number): number {
  return actions
    .get()
    .filter((action) => action.at >= at && !action.isFailure)
    .reduce((sum, action) => sum + action.undo.length, 0)
}

export function useRecentActions(): RecentAction[] {
  return useStoreValue(actions)
}
