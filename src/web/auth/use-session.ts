import { useSyncExternalStore } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { endedFor, onSessions, sessionOf, type Session } from './session.ts'

/** The session of whoever is signed in to an area, or null; updates on sign-in and sign-out, including in other tabs. */
export function useSession(role: StaffRole): Session | null {
  return useSyncExternalStore(onSessions, () => sessionOf(role))
}

/** The address of a session that ended while the person was working, or null. */
export function useEndedSession(role: StaffRole): string | null {
  return useSyncExternalStore(onSessions, () => endedFor(role))
}
