import { useState, useSyncExternalStore } from 'react'

/** A value outside React's tree: when it changes, only components that read it with `useStoreValue` re-render, not the one that created it. */
export type ExternalStore<T> = { get: () => T; set: (next: T) => void; listen: (listener: () => void) => () => void }

export function useCreateStore<T>(first: T): ExternalStore<T> {
  return useState(() => makeStore(first))[0]
}

export function useStoreValue<T>({ listen, get }: ExternalStore<T>): T {
  return useSyncExternalStore(listen, get)
}

export function makeStore<T>(first: T): ExternalStore<T> {
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
