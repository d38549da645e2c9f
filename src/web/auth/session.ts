import { Access, powersOf, POWERS, type Power } from '#contract/staff/access.ts'
import type { SignedIn, StaffRole } from '#contract/auth/auth.ts'

/** A signed-in person's session as stored in a browser, separately for each area. */
export type Session = { token: string; email: string; expires_at: string; idle_until: string; roles: Access[]; powers: Power[] }

type StoredField = 'token' | 'email' | 'expires_at' | 'idle_until' | 'roles' | 'powers'
const SESSION_FIELDS: StoredField[] = ['token', 'email', 'expires_at', 'idle_until', 'roles', 'powers']
/** The interviewer's own record; its `ref_interviewer_id` is the acting user ID. */
export const INTERVIEWER_RECORD = 'FGL'
/** Drafts contain what was said about candidates, so they're removed with the session. */
const DRAFTS = { admin: /^editor_draft_/, interviewer: /^feedback_/ } as const satisfies Record<StaffRole, RegExp>

const keyOf = (role: StaffRole, kept: StoredField) => `${role}_${kept}`
const listeners = new Set<() => void>()
const sessions = new Map<StaffRole, Session | null>()

/** The session of an area, or null without both a token and an address. */
export function sessionOf(role: StaffRole): Session | null {
  if (!sessions.has(role)) sessions.set(role, read(role))
  return sessions.get(role) ?? null
}

/** The token sent with every call. */
export function bearerToken(): string | null {
  const role = bearerRole()
  return role && sessionOf(role)!.token
}

/**
 * Which token to use: the admin's if there is one, otherwise the interviewer's. When two people share a browser, the interviewer area uses the
 * interviewer's token, because the admin's can't write feedback or would do so under another name.
 */
export function bearerRole(): StaffRole | null {
  const [admin, interviewer] = [sessionOf('admin'), sessionOf('interviewer')]
  if (!admin || !interviewer) return admin ? 'admin' : interviewer && 'interviewer'
  const isInterviewersTurn = admin.email !== interviewer.email && location.pathname.startsWith('/interviewer')
  return isInterviewersTurn ? 'interviewer' : 'admin'
}

/** Stores the address that requested a code. */
export function keepEmail(role: StaffRole, email: string): void {
  localStorage.setItem(keyOf(role, 'email'), email)
}

export function keepSession(role: StaffRole, { token, ...signedIn }: SignedIn & { token: string }): void {
  localStorage.setItem(keyOf(role, 'token'), token)
  saveSessionTimes(role, signedIn)
}

export function saveSessionTimes(role: StaffRole, { email, expires_at, idle_until, roles, powers }: SignedIn): void {
  localStorage.setItem(keyOf(role, 'roles'), roles.join(','))
  localStorage.setItem(keyOf(role, 'powers'), powers.join(','))
  localStorage.setItem(keyOf(role, 'email'), email)
  localStorage.setItem(keyOf(role, 'expires_at'), expires_at)
  localStorage.setItem(keyOf(role, 'idle_until'), idle_until)
  notifyListeners()
}

/** Clears an area's token and address; unsaved drafts stay for when the same person returns. */
export function forgetSession(role: StaffRole): void {
  for (const kept of SESSION_FIELDS) localStorage.removeItem(keyOf(role, kept))
  notifyListeners()
}

/** Removes everything stored for a person who signs out, including drafts. */
export function clearPersonalData(role: StaffRole): void {
  if (role === 'interviewer') localStorage.removeItem(INTERVIEWER_RECORD)
  for (const key of Object.keys(localStorage)) if (DRAFTS[role].test(key)) localStorage.removeItem(key)
  forgetSession(role)
}

/** Whether an area still has this token: another tab may have signed in with a new one. */
export function isStillKept(role: StaffRole, token: string): boolean {
  return localStorage.getItem(keyOf(role, 'token')) === token
}

/** Extends the session, for all tabs. */
export function keepIdleUntil(role: StaffRole, idle_until: string): void {
  localStorage.setItem(keyOf(role, 'idle_until'), idle_until)
}

/** When the session ends unless it's used; the same in all tabs. */
export function idleUntil(role: StaffRole): string {
  return localStorage.getItem(keyOf(role, 'idle_until')) ?? ''
}

/** The address whose session ended while the person was still working. */
export function endedFor(role: StaffRole): string | null {
  return sessionOf(role) ? null : localStorage.getItem(keyOf(role, 'email'))
}

/** Removes only the token: it's no longer valid, but the person is still here and can sign in again without losing anything. */
export function dropToken(role: StaffRole): void {
  localStorage.removeItem(keyOf(role, 'token'))
  notifyListeners()
}

export function onSessions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  sessions.clear()
  for (const listener of listeners) listener()
}

function read(role: StaffRole): Session | null {
  const [token, email, expires_at, idle_until, roleWords, powerWords] = SESSION_FIELDS.map((kept) => localStorage.getItem(keyOf(role, kept)))
  if (!token || !email) return null
  const roles = Access.options.filter((one) => roleWords?.split(',').includes(one))
  // Sessions stored before powers existed get what their roles always allow.
  const powers = powerWords === null ? powersOf(roles, false) : POWERS.filter((one) => powerWords?.split(',').includes(one))
  return { token, email, expires_at: expires_at ?? '', idle_until: idle_until ?? '', roles, powers }
}

// Another tab signed in or out.
if (typeof window !== 'undefined') window.addEventListener('storage', notifyListeners)
