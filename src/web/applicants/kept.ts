import { useState, useSyncExternalStore } from 'react'

/** A value outside React's tree: when it changes, only components that read it with `useKept` re-render, not the one that created it. */
export type Kept<T> = { get: () => T; set: (next: T) => void; listen: (listener: () => void) => () => void }

export function useMakeKept<T>(first: T): Kept<T> {
  return useState(() => makeKept(first))[0]
}

export function useKept<T>({ listen, get }: Kept<T>): T {
  return useSyncExternalStore(listen, get)
}

function makeKept<T>(first: T): Kept<T> {
  let now = first
  const listeners = new Set<() => void>()
  return {
    get: () => now,
    set: (next) => {
      now = next
      for (const listener of listeners) listener()
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
