import { z } from 'zod'
import { StaffRole, CodeInput, verifyCode } from './auth.ts'
import { Empty, endpoint, Id, IdText, Instant, requiredText } from '../endpoint.ts'

/** How long a proof of identity is valid, and how long a browser has to create one with a passkey. */
export const PROOF_MINUTES = 5
export const MAX_PASSKEYS = 10

/** How someone confirms their identity again, with the sentence that asks them to. */
export type RecentProof = 'passkey' | 'code' | 'sso'
export const CONFIRM_WITH: Record<RecentProof, string> = {
  passkey: 'Confirm with your passkey.',
  code: 'Confirm with a code from your mailbox.',
  sso: 'Confirm with single sign-on.',
}
export const PASSKEY_REQUIRED = 'You need a passkey here. Add one under Your sign-in.'
export const WRONG_PASSKEY = "This passkey didn't work. Please try again."

/** The format browsers and WebAuthn libraries exchange (WebAuthn Level 3, section 5.1.8); validated by the library, not by this schema. */
const ExchangeResult = z.record(z.string(), z.unknown())

export const Passkey = z.object({
  passkey_id: Id,
  passkey_name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = requiredText(60, 'Name the passkey')

export const listPasskeys = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: "List the caller's passkeys",
  output: z.array(Passkey),
})

export const startPasskey = endpoint({
  who: 'staff',
  beforePasskey: true,
  confirms: 'always',
  method: 'POST',
  path: '/api/auth/passkeys/new',
  summary: 'Get the options a browser needs to create a passkey',
  output: z.object({ options: ExchangeResult }),
})

export const addPasskey = endpoint({
  who: 'staff',
  beforePasskey: true,
  confirms: 'always',
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: "Add the passkey the browser created; 422 if it can't be verified",
  status: 201,
  body: z.object({ passkey_name: PasskeyName, response: ExchangeResult }),
  output: Passkey,
})

export const renamePasskey = endpoint({
  who: 'staff',
  method: 'PUT',
  path: '/api/auth/passkeys/{id}',
  summary: "Rename one of the caller's passkeys",
  params: z.object({ id: IdText }),
  body: z.object({ passkey_name: PasskeyName }),
  output: Passkey,
})

export const removePasskey = endpoint({
  who: 'staff',
  confirms: 'always',
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  summary: "Remove one of the caller's passkeys",
  status: 204,
  params: z.object({ id: IdText }),
  output: Empty,
})

export const askForPasskey = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/passkeys/challenge',
  summary: "Get the options a browser needs to use a passkey: any passkey for this site, or one of the caller's",
  output: z.object({ options: ExchangeResult }),
})

export const signInWithPasskey = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  counted: 'sign_ins',
  summary: "Sign in with a passkey; 401 if it can't be verified, 403 if only single sign-on is allowed",
  body: z.object({ role: StaffRole, response: ExchangeResult }),
  output: verifyCode.output,
})

export const confirmWithPasskey = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'POST',
  path: '/api/auth/passkeys/confirm',
  summary: `Confirm the caller's identity for ${PROOF_MINUTES} minutes with a passkey; 401 if it can't be verified`,
  body: z.object({ response: ExchangeResult }),
  output: z.object({ confirmed_until: Instant }),
})

export const confirmWithCode = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'POST',
  path: '/api/auth/confirm',
  summary: `Confirm the caller's identity for ${PROOF_MINUTES} minutes with an emailed code; 403 if it's wrong, or if the caller has a passkey`,
  body: z.object({ code: CodeInput }),
  output: z.object({ confirmed_until: Instant }),
})

export const removePasskeysOf = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'DELETE',
  path: '/api/staff/{id}/passkeys',
  summary: 'Remove the passkeys of a person who lost theirs, and end their sessions',
  status: 204,
  params: z.object({ id: IdText }),
  output: Empty,
})
