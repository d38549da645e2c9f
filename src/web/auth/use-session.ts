import { useSyncExternalStore } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { endedFor, onSessions, sessionOf, type Session } from './session.ts'

/** Who is signed in to an area, or null; follows sign-in and sign-out, in other tabs too. */
export function useSession(role: StaffRole): Session | null {
  return useSyncExternalStore(onSessions, () => sessionOf(role))
}

/** The address of a session that ended while its person was at work, or null. */
export function useEndedSession(role: StaffRole): string | null {
  return useSyncExternalStore(onSessions, () => endedFor(role))
}
