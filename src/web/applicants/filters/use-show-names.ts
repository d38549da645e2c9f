import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sessionOf } from '#web/auth/session.ts'

const KEY = 'applicants_identities'
const listeners = new Set<() => void>()

function isShown(): boolean {
  const email = sessionOf('admin')?.email
  return email !== undefined && sessionStorage.getItem(KEY) === email
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether names are shown: off until requested, per person and tab. Turning it off clears everything that was loaded with names. */
export function useShowNames(): [boolean, (shown: boolean) => void] {
  const client = useQueryClient()
  const shown = useSyncExternalStore(subscribe, isShown)
  const set = (next: boolean) => {
    if (next) sessionStorage.setItem(KEY, sessionOf('admin')?.email ?? '')
    else sessionStorage.removeItem(KEY)
    for (const listener of listeners) listener()
    if (!next) client.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"identifiable":true') })
  }
  return [shown, set]
}
