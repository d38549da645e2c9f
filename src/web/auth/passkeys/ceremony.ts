import { CONFIRM_WITH, PASSKEY_REQUIRED, addPasskey, askForPasskey, confirmWithPasskey, signInWithPasskey, startPasskey } from '#contract/auth/passkeys.ts'
import type { SignedIn, StaffRole } from '#contract/auth/auth.ts'
import { call } from '#web/call.ts'
import { requestProof } from '../proof-request.ts'

const NO_RETRY = { retries: 0 }
/** The "Your Sign-in" page of this area, where passkeys are added. */
export const ownSignIn = () => (location.pathname.startsWith('/interviewer') ? '/interviewer/sessions' : '/admin/sessions')

type WebAuthnJson = Record<string, unknown>

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/** Creates a passkey in this browser, its system or a security key. */
export async function makePasskey(passkey_name: string): Promise<void> {
  const { options } = await call(startPasskey, {}, NO_RETRY)
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await runCeremony(() => startRegistration({ optionsJSON: options as never }))
  await call(addPasskey, { passkey_name, response }, NO_RETRY)
}

export async function usePasskeyToSignIn(role: StaffRole): Promise<SignedIn & { token: string }> {
  return call(signInWithPasskey, { role, response: await prove() }, NO_RETRY)
}

let confirming: Promise<boolean> | null = null

/** Gets the proof that a call requires; resolves true when the call can be retried. Several simultaneous calls prompt only once. */
export async function confirmFor(detail: string): Promise<boolean> {
  if (detail === PASSKEY_REQUIRED && location.pathname !== ownSignIn()) location.assign(ownSignIn())
  const ask = { [CONFIRM_WITH.passkey]: confirm, [CONFIRM_WITH.code]: () => requestProof('code'), [CONFIRM_WITH.sso]: () => requestProof('sso') }[detail]
  if (!ask) return false
  confirming ??= ask().finally(() => (confirming = null))
  return confirming
}

async function confirm(): Promise<boolean> {
  return prove().then(
    async (response) => Boolean(await call(confirmWithPasskey, { response }, NO_RETRY)),
    () => false,
  )
}

async function prove(): Promise<WebAuthnJson> {
  const { options } = await call(askForPasskey, {}, NO_RETRY)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return runCeremony(() => startAuthentication({ optionsJSON: options as never }))
}

/** Browsers describe a canceled prompt in technical terms. */
async function runCeremony<T extends object>(ceremony: () => Promise<T>): Promise<WebAuthnJson> {
  try {
    return { ...(await ceremony()) } as WebAuthnJson
  } catch (failure) {
    throw new Error(reasonOf(failure), { cause: failure })
  }
}

function reasonOf(failure: unknown): string {
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for you.'
  if (name === 'SecurityError') return "Passkeys don't work at this address."
  return "We couldn't confirm the passkey. Please try again."
}
