import { z } from 'zod'
import { StaffRole, TypedCode, verifyCode } from './auth.ts'
import { Empty, endpoint, Id, IdText, Instant, words } from '../endpoint.ts'

/** How long a proof of identity is valid, and how long a browser has to create one with a passkey. */
export const PROOF_MINUTES = 5
export const MAX_PASSKEYS = 10

/** How someone proves their identity again, with the sentence that asks for it. */
export type Proof = 'passkey' | 'code' | 'sso'
export const CONFIRM_WITH: Record<Proof, string> = {
  passkey: 'Confirm with your passkey.',
  code: 'Confirm with a code from your mailbox.',
  sso: 'Confirm with your single sign-on.',
}
export const PASSKEY_NEEDED = 'You need a passkey here. Add one under Your sign-in.'
export const WRONG_PASSKEY = "This passkey didn't work. Please try again."

/** The format browsers and WebAuthn libraries exchange (WebAuthn Level 3, section 5.1.8); validated by the library, not by this schema. */
const Exchanged = z.record(z.string(), z.unknown())

export const Passkey = z.object({
  passkey_id: Id,
  passkey_name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = words(60).trim().min(1, 'Name the passkey')

export const listPasskeys = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'The passkeys of the one who asks',
  output: z.array(Passkey),
})

export const startPasskey = endpoint({
  who: 'staff',
  beforePasskey: true,
  confirms: 'always',
  method: 'POST',
  path: '/api/auth/passkeys/new',
  summary: 'What a browser needs to make a passkey',
  output: z.object({ options: Exchanged }),
})

export const addPasskey = endpoint({
  who: 'staff',
  beforePasskey: true,
  confirms: 'always',
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Adds the passkey that the browser made; 422 when it can’t be verified',
  status: 201,
  body: z.object({ passkey_name: PasskeyName, response: Exchanged }),
  output: Passkey,
})

export const renamePasskey = endpoint({
  who: 'staff',
  method: 'PUT',
  path: '/api/auth/passkeys/{id}',
  summary: 'Names one of their own passkeys',
  params: z.object({ id: IdText }),
  body: z.object({ passkey_name: PasskeyName }),
  output: Passkey,
})

export const removePasskey = endpoint({
  who: 'staff',
  confirms: 'always',
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  summary: 'Removes one of their own passkeys',
  status: 204,
  params: z.object({ id: IdText }),
  output: Empty,
})

export const askForPasskey = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/passkeys/challenge',
  summary: "What a browser needs to use a passkey: any passkey for this site, or one of the signed-in person's",
  output: z.object({ options: Exchanged }),
})

export const signInWithPasskey = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  counted: 'sign_ins',
  summary: 'Signs in with a passkey; 401 when it can’t be verified, 403 with single sign-on only',
  body: z.object({ role: StaffRole, response: Exchanged }),
  output: verifyCode.output,
})

export const confirmWithPasskey = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'POST',
  path: '/api/auth/passkeys/confirm',
  summary: `Proves again who is there, for ${PROOF_MINUTES} minutes; 401 when it can’t be verified`,
  body: z.object({ response: Exchanged }),
  output: z.object({ confirmed_until: Instant }),
})

export const confirmWithCode = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'POST',
  path: '/api/auth/confirm',
  summary: `Proves again who is there with an emailed code, for ${PROOF_MINUTES} minutes; 403 for a wrong one. Who has a passkey confirms with that`,
  body: z.object({ code: TypedCode }),
  output: z.object({ confirmed_until: Instant }),
})

export const removePasskeysOf = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'DELETE',
  path: '/api/staff/{id}/passkeys',
  summary: 'Removes the passkeys of a person who lost theirs, and ends their sessions',
  status: 204,
  params: z.object({ id: IdText }),
  output: Empty,
})
