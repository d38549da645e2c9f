import { canOpenArea } from '#contract/staff/access.ts'
import { IDLE_HOURS, logout, readSession, sendCode, verifyCode, type StaffRole } from '#contract/auth/auth.ts'
import { confirmWithCode } from '#contract/auth/passkeys.ts'
import { finishSingleSignOn, startSingleSignOn } from '#contract/auth/single-sign-on.ts'
import { call, isCallFailure, withToken } from '#web/call.ts'
import { confirmFor, usePasskeyToSignIn } from './passkeys/ceremony.ts'
import {
  bearerRole,
  bearerToken,
  dropToken,
  clearPersonalData,
  forgetSession,
  isStillKept,
  keepEmail,
  keepIdleUntil,
  keepSession,
  saveSessionTimes,
  sessionOf,
} from './session.ts'

const UNKNOWN_FAILURE = 'Login failed. Please try again later.'
const NO_ACCESS = { admin: "Unauthorized: You don't have admin access", interviewer: 'You are not authorized to access this area.' }
/** Never retried silently, because someone is waiting for the result. */
const NO_RETRY = { retries: 0 }
const SIGN_OUT_MS = 3000

/** Requests a code and stores the address; rejects with the message to show. */
export async function requestCode(role: StaffRole, email: string): Promise<void> {
  let isSent: boolean
  try {
    const { message } = await call(sendCode, { email, role }, NO_RETRY)
    isSent = Boolean(message)
    if (isSent) keepEmail(role, email)
  } catch (failure) {
    throw new Error(isCallFailure(failure) ? failure.detail : UNKNOWN_FAILURE, { cause: failure })
  }
  if (!isSent) throw new Error('Failed to send verification code')
}

/** Signs in; server errors are thrown unchanged. */
export async function verify(role: StaffRole, email: string, code: string): Promise<void> {
  const answer = await call(verifyCode, { email, code, role }, NO_RETRY)
  if (!canOpenArea(answer.roles, role)) throw new Error(NO_ACCESS[role])
  await signedOut()
  // The server always sends a token and accepts no others: an invented one gives no access.
  keepSession(role, { ...answer, token: answer.token || `token_${Date.now()}` })
  checked.add(role)
}

/** Confirms the person's identity; server errors are thrown unchanged. */
export async function confirm(code: string): Promise<void> {
  await call(confirmWithCode, { code }, NO_RETRY)
}

/** Redirects to the provider, which sends the person back to the return page. */
export async function goToProvider(role: StaffRole, is_again: boolean): Promise<void> {
  const { authorization_url } = await call(startSingleSignOn, { role, is_again }, NO_RETRY)
  location.assign(authorization_url)
}

/** Signs in with the provider's response; returns the area. */
export async function finishAtReturn(search: string): Promise<StaffRole> {
  const { state = '', code, iss, error } = Object.fromEntries(new URLSearchParams(search))
  const answer = await call(finishSingleSignOn, { state, code, iss, error }, NO_RETRY)
  keepSession(answer.role, answer)
  checked.add(answer.role)
  return answer.role
}

/** Signs in with a passkey of this site. */
export async function signInByPasskey(role: StaffRole): Promise<void> {
  const signedIn = await usePasskeyToSignIn(role)
  await signedOut()
  keepSession(role, signedIn)
  checked.add(role)
}

/** Signs out: this browser clears everything immediately, even offline; the server is notified. */
export function signOut(role: StaffRole): void {
  const token = sessionOf(role)?.token
  clearPersonalData(role)
  checked.delete(role)
  if (!token) return
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const keepColors = colors()
  signingOut = fetch(logout.path, { method: logout.method, headers, body: '{}', credentials: 'include', keepalive: true }).then(keepColors, () => {})
}

let signingOut: Promise<void> = Promise.resolve()

/** The response to signing out clears the browser's storage, which would remove a session started before it arrived, so sign-in waits for it. */
function signedOut(): Promise<void> {
  return Promise.race([signingOut, new Promise<void>((resolve) => setTimeout(resolve, SIGN_OUT_MS))])
}

/** The server's response clears the browser's storage; the color scheme isn't personal, so it's kept. */
function colors(): () => void {
  const key = 'mantine-color-scheme-value'
  const chosen = localStorage.getItem(key)
  return () => {
    if (chosen) localStorage.setItem(key, chosen)
  }
}

const checked = new Set<StaffRole>()

/**
 * Whether someone is signed in to the area. Asks the server once per page load, and clears a session it rejects. Without a response, the session
 * stays: the server checks it again on the next call.
 */
export async function isSignedIn(role: StaffRole): Promise<boolean> {
  if (!sessionOf(role)) {
    forgetSession(role)
    return false
  }
  if (!checked.has(role) && (await ask(role)) === 'refused') forgetSession(role)
  if (sessionOf(role)) checked.add(role)
  return sessionOf(role) !== null
}

/** Asks who is signed in, which also keeps the session from going idle. */
export async function ask(role: StaffRole): Promise<'alive' | 'refused' | 'unknown'> {
  const token = sessionOf(role)?.token
  if (!token) return 'refused'
  const response = await fetch(readSession.path, { headers: { authorization: `Bearer ${token}` }, credentials: 'include' }).catch(() => null)
  const isForbidden = response?.status === 401 || response?.status === 403
  const signedIn = response?.ok ? readSession.output.parse(await response.json()) : undefined
  // Another tab has signed in since: this response is about the old session.
  if (!isStillKept(role, token)) return 'unknown'
  if (isForbidden) return 'refused'
  if (!signedIn) return 'unknown'
  if (!canOpenArea(signedIn.roles, role)) return 'refused'
  saveSessionTimes(role, signedIn)
  return 'alive'
}

/** Sends the token with every call, and ends the session in place when the server no longer accepts it. */
export function attachSession(): void {
  let isAsking = false
  withToken(
    () => {
      recordActivity()
      return bearerToken()
    },
    () => {
      const role = bearerRole()
      if (!role || isAsking) return
      isAsking = true
      void ask(role)
        .then((answer) => answer === 'refused' && dropToken(role))
        .finally(() => (isAsking = false))
    },
    ({ detail }) => confirmFor(detail),
  )
}

const MINUTE = 60_000
let lastActivity = 0

/** Each call extends the session; shared with all tabs, at most once a minute. */
function recordActivity(): void {
  const role = bearerRole()
  if (!role || Date.now() - lastActivity < MINUTE) return
  lastActivity = Date.now()
  keepIdleUntil(role, new Date(lastActivity + IDLE_HOURS * 60 * MINUTE).toISOString())
}
