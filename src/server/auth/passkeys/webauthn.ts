import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Env } from '#server/env.ts'
import type { StoredPasskey } from './passkey-store.ts'

type Site = Pick<Env, 'BASE_URL' | 'COMPANY_NAME'>
type Account = { staff_account_id: number; email: string }
/** Loaded on first use: it takes memory, and few requests need it. */
const library = () => import('@simplewebauthn/server')
/** The parts of a response that are read before the library verifies all of it. */
const Response = z.object({ id: z.string().max(1_400), response: z.object({ clientDataJSON: z.string().max(4_000) }) })
const ClientData = z.object({ challenge: z.string().max(200) })

export async function optionsToAdd({ BASE_URL, COMPANY_NAME }: Site, { staff_account_id, email }: Account, known: StoredPasskey[]) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: `${COMPANY_NAME} Careers`,
    rpID: new URL(BASE_URL).hostname,
    userName: email,
    userID: new TextEncoder().encode(`staff-${staff_account_id}`),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(descriptor),
  })
}

export async function optionsToUse({ BASE_URL }: Site, known: StoredPasskey[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID: new URL(BASE_URL).hostname, userVerification: 'required', allowCredentials: known.map(descriptor) })
}

/** Returns the credential and challenge that a response claims, or null for anything that isn't a response. */
export function claimsOf(response: Record<string, unknown>): { credential_id: string; challenge: string } | null {
  const read = Response.safeParse(response)
  if (!read.success) return null
  try {
    const { challenge } = ClientData.parse(JSON.parse(Buffer.from(read.data.response.clientDataJSON, 'base64url').toString()))
    return { credential_id: read.data.id, challenge }
  } catch {
    return null
  }
}

export type NewPasskey = Pick<StoredPasskey, 'credential_id' | 'public_key' | 'uses' | 'transports'>

/** Returns the new credential, or null if the response can't be trusted. */
export async function verifyNew(site: Site, response: Record<string, unknown>, challenge: string): Promise<NewPasskey | null> {
  const given = response as unknown as RegistrationResponseJSON
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({ response: given, ...expected(site, challenge) }).catch(() => ({
    registrationInfo: undefined,
  }))
  if (!registrationInfo) return null
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), uses: counter, transports }
}

type Proof = { response: Record<string, unknown>; challenge: string; known: StoredPasskey }

/** Returns the authenticator's new use count, or null if the response can't be trusted. */
export async function verifyUse(site: Site, { response, challenge, known }: Proof): Promise<number | null> {
  const credential = {
    id: known.credential_id,
    publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
    counter: known.uses,
    transports: known.transports as AuthenticatorTransport[],
  }
  const given = response as unknown as AuthenticationResponseJSON
  const { expectedRPID, ...rest } = expected(site, challenge)
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({ response: given, credential, expectedRPID, ...rest }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

function expected({ BASE_URL }: Site, expectedChallenge: string) {
  return { expectedChallenge, expectedOrigin: new URL(BASE_URL).origin, expectedRPID: new URL(BASE_URL).hostname, requireUserVerification: true }
}

function descriptor({ credential_id, transports }: StoredPasskey) {
  return { id: credential_id, transports: transports as AuthenticatorTransport[] }
}
