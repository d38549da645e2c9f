import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { canOpenArea } from '#contract/staff/access.ts'
import { NOT_AN_ADMIN, wrongDomainMessage, type StaffRole } from '#contract/auth/auth.ts'
import { WRONG_PASSKEY, MAX_PASSKEYS, type addPasskey as addCall, type Passkey } from '#contract/auth/passkeys.ts'
import type { Input } from '#contract/endpoint.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { permissionsOf } from '#server/auth/address.ts'
import type { SessionKey } from '#server/auth/bearer.ts'
import type { Visitor } from '#server/auth/known-browser.ts'
import { confirmation } from '#server/auth/confirmation.ts'
import { identifyAgain } from '#server/auth/identify.ts'
import { openSession } from '#server/auth/open-session.ts'
import { recordRejection, rejectSignIn } from '#server/auth/reject-sign-in.ts'
import { findMember, setProved, endSessionsOf, lockStaffAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { isStaff, type Caller, type StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { fieldError, found } from '#server/http/changes.ts'
import type { Env } from '#server/env.ts'
import {
  recordUse,
  findPasskey,
  insertChallenge,
  listPasskeysOf,
  takeChallenge,
  deletePasskey,
  deletePasskeysOf,
  insertPasskey,
  setPasskeyName,
  type StoredPasskey,
} from './passkey-store.ts'

type Response = Record<string, unknown>
const SSO_ONLY = 'Use single sign-on to sign in.'

/** Asks a signed-in person for one of their own passkeys, and anyone else for any passkey for this site. */
export async function challengePasskey({ db, env, limits }: Services, caller: Caller) {
  if (!isStaff(caller)) await limits.take('passkey', caller.ip)
  const known = isStaff(caller) ? await listPasskeysOf(db, caller.staff_account_id) : []
  const options = await optionsToUse(env, known)
  await insertChallenge(db, { challenge: options.challenge, purpose: 'use', staff_account_id: caller.staff_account_id })
  return { options: { ...options } }
}

/** Signs in with a passkey, which proves both the person and the device. With SSO only, the provider decides who can sign in. */
export async function signInByPasskey(services: Services, visitor: Visitor, { response, role }: { response: Response; role: StaffRole }) {
  const { db, env, limits } = services
  if (env.SIGN_IN === 'oidc') throw new HttpError(403, SSO_ONLY)
  await limits.take('passkey', visitor.caller.ip)
  const proved = await verifyProof(services, response, null)
  if (!proved) return rejectPasskey(services, visitor.caller)
  const { email, known, uses } = proved
  const { roles } = permissionsOf(env, email, await findMember(db, email))
  const error = new HttpError(403, role === 'interviewer' ? wrongDomainMessage(env.COMPANY_DOMAIN) : NOT_AN_ADMIN)
  if (!canOpenArea(roles, role)) return rejectSignIn(services, visitor.caller, error)
  const session = await db.transaction(async (tx) => {
    await lockStaffAccount(tx, known.staff_account_id)
    if (!(await recordUse(tx, known.passkey_id, uses))) return null
    return openSession(tx, services, { email, visitor, isNewBrowser: visitor.browserOf(email) === null, method: 'passkey' })
  })
  return session ?? rejectPasskey(services, visitor.caller)
}

/** Confirms who is using the session. */
export async function confirmByPasskey(services: Services, caller: StaffCaller, { response, session }: { response: Response; session: SessionKey }) {
  const proved = await verifyProof(services, response, caller.staff_account_id)
  const confirmed_until = proved && (await services.db.transaction((tx) => confirmUse(tx, caller, { ...proved, session })))
  return confirmed_until ? { confirmed_until } : rejectPasskey(services, caller)
}

async function confirmUse(tx: Db, caller: StaffCaller, { known, uses, session }: PasskeyProof & { session: SessionKey }): Promise<string | null> {
  await lockStaffAccount(tx, known.staff_account_id)
  if (!(await recordUse(tx, known.passkey_id, uses))) return null
  await recordAudit(tx, confirmation(caller, 'passkey'))
  return setProved(tx, session, 'confirmed_at')
}

type PasskeyProof = { known: StoredPasskey; email: string; uses: number }

async function verifyProof({ db, env }: Services, response: Response, staff_account_id: number | null): Promise<PasskeyProof | null> {
  const claims = claimsOf(response)
  if (!claims || !(await takeChallenge(db, { challenge: claims.challenge, purpose: 'use', staff_account_id }))) return null
  const stored = await findPasskey(db, claims.credential_id)
  if (!stored || (staff_account_id !== null && stored.passkey.staff_account_id !== staff_account_id)) return null
  const uses = await verifyUse(env, { response, challenge: claims.challenge, known: stored.passkey })
  return uses === null ? null : { known: stored.passkey, email: stored.email, uses }
}

async function rejectPasskey(services: Services, caller: Caller): Promise<never> {
  const facts = { method: 'passkey' }
  await recordRejection(services, { actor: caller, action: 'sign-in.failed', subject_kind: 'account', facts })
  // Not 401 for someone who's signed in, because their session is still valid.
  throw new HttpError(isStaff(caller) ? 403 : 401, WRONG_PASSKEY)
}

type Deps = Pick<Services, 'db' | 'env'>

export async function listOwnPasskeys({ db }: Deps, { staff_account_id }: StaffCaller): Promise<Passkey[]> {
  return (await listPasskeysOf(db, staff_account_id)).map(present)
}

export async function startNewPasskey({ db, env }: Deps, { staff_account_id, email }: StaffCaller) {
  const known = await listPasskeysOf(db, staff_account_id)
  if (known.length >= MAX_PASSKEYS) throw new HttpError(409, `Remove a passkey first. You can have up to ${MAX_PASSKEYS}.`)
  const options = await optionsToAdd(env, { staff_account_id, email }, known)
  await insertChallenge(db, { challenge: options.challenge, purpose: 'add', staff_account_id })
  return { options: { ...options } }
}

type PasskeyAddition = { input: Input<typeof addCall>; caller: StaffCaller; request: FastifyRequest }

/**
 * Adds the passkey that the browser created. Throws 422 if it can't be verified, 409 if there are too many, 401 if the person's access has ended since the
 * request came in.
 */
export async function addNewPasskey({ db, env }: Deps, { input, caller, request }: PasskeyAddition): Promise<Passkey> {
  const { passkey_name, response } = input
  const { staff_account_id } = caller
  const claims = claimsOf(response)
  const isAsked = claims !== null && (await takeChallenge(db, { challenge: claims.challenge, purpose: 'add', staff_account_id }))
  const made = isAsked ? await verifyNew(env, response, claims.challenge) : null
  if (!made) throw fieldError(422, 'response', WRONG_PASSKEY)
  return db.transaction(async (tx) => {
    await identifyAgain(tx, { env }, request)
    if ((await listPasskeysOf(tx, staff_account_id)).length >= MAX_PASSKEYS)
      throw new HttpError(409, `Remove a passkey first. You can have up to ${MAX_PASSKEYS}.`)
    const stored = await insertPasskey(tx, { staff_account_id, passkey_name, ...made })
    await recordAudit(tx, { actor: caller, action: 'passkey.added', subject_kind: 'account', subject_id: staff_account_id })
    return present(stored)
  })
}

export async function renameOwnPasskey({ db }: Deps, { staff_account_id }: StaffCaller, renamed: { id: number; passkey_name: string }): Promise<Passkey> {
  const { id: passkey_id, passkey_name } = renamed
  return present(found(await setPasskeyName(db, { staff_account_id, passkey_id, passkey_name }), 'That passkey was not found.'))
}

export async function removeOwnPasskey({ db }: Deps, caller: StaffCaller, passkey_id: number): Promise<null> {
  const { staff_account_id } = caller
  return db.transaction(async (tx) => {
    if (!(await deletePasskey(tx, staff_account_id, passkey_id))) throw new HttpError(404, 'That passkey was not found.')
    await recordAudit(tx, { actor: caller, action: 'passkey.removed', subject_kind: 'account', subject_id: staff_account_id })
    return null
  })
}

/**
 * Removes the passkeys of someone who lost theirs so they can sign in without one. Also ends their sessions, because the lost device may have one.
 */
export async function resetPasskeys({ db }: Pick<Deps, 'db'>, caller: StaffCaller | null, staff_account_id: number): Promise<number> {
  return db.transaction(async (tx) => {
    await lockStaffAccount(tx, staff_account_id)
    const removed = await deletePasskeysOf(tx, staff_account_id)
    if (removed === 0) throw new HttpError(404, 'This person has no passkeys.')
    const ended = await endSessionsOf(tx, staff_account_id)
    await recordAudit(tx, { actor: caller, action: 'passkey.reset', subject_kind: 'account', subject_id: staff_account_id, facts: { removed, ended } })
    return removed
  })
}

function present({ passkey_id, passkey_name, created_at, last_used_at }: StoredPasskey): Passkey {
  return { passkey_id, passkey_name, created_at: new Date(created_at).toISOString(), last_used_at: last_used_at && new Date(last_used_at).toISOString() }
}

type Site = Pick<Env, 'BASE_URL' | 'COMPANY_NAME'>
type Account = { staff_account_id: number; email: string }
/** Loaded on first use: it takes memory, and few requests need it. */
const library = () => import('@simplewebauthn/server')
/** The parts of a response that are read before the library verifies all of it. */
const ResponseParts = z.object({ id: z.string().max(1_400), response: z.object({ clientDataJSON: z.string().max(4_000) }) })
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
  const read = ResponseParts.safeParse(response)
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
