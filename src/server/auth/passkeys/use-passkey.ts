import { canOpenArea } from '#contract/staff/access.ts'
import { NOT_AN_ADMIN, wrongDomainMessage, type StaffRole } from '#contract/auth/auth.ts'
import { WRONG_PASSKEY, MAX_PASSKEYS, type addPasskey as addCall, type Passkey } from '#contract/auth/passkeys.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { permissionsOf } from '#server/auth/address.ts'
import type { SessionKey } from '#server/auth/bearer.ts'
import type { Visitor } from '#server/auth/known-browser.ts'
import { confirmation } from '#server/auth/confirmation.ts'
import { openSession } from '#server/auth/open-session.ts'
import { recordRejection, rejectSignIn } from '#server/auth/reject-sign-in.ts'
import { findMember, setProved, endSessionsOf, lockStaffAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { isStaff, type Caller, type StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
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
import { claimsOf, optionsToUse, verifyUse, optionsToAdd, verifyNew } from './webauthn.ts'
import type { Input } from '#contract/endpoint.ts'
import { fieldError, found } from '#server/http/changes.ts'

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
  const refusal = new HttpError(403, role === 'interviewer' ? wrongDomainMessage(env.COMPANY_DOMAIN) : NOT_AN_ADMIN)
  if (!canOpenArea(roles, role)) return rejectSignIn(services, visitor.caller, refusal)
  const session = await db.transaction(async (tx) => {
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
  if (!(await recordUse(tx, known.passkey_id, uses))) return null
  await recordAudit(tx, confirmation(caller, 'passkey'))
  return setProved(tx, session, 'confirmed_at')
}

type PasskeyProof = { known: StoredPasskey; email: string; uses: number }

async function verifyProof({ db, env }: Services, response: Response, staff_account_id: number | null): Promise<PasskeyProof | null> {
  const claims = claimsOf(response)
  if (!claims || !(await takeChallenge(db, { challenge: claims.challenge, purpose: 'use', staff_account_id }))) return null
  const kept = await findPasskey(db, claims.credential_id)
  if (!kept || (staff_account_id !== null && kept.passkey.staff_account_id !== staff_account_id)) return null
  const uses = await verifyUse(env, { response, challenge: claims.challenge, known: kept.passkey })
  return uses === null ? null : { known: kept.passkey, email: kept.email, uses }
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

/** Adds the passkey that the browser created. Throws 422 if it can't be verified, 409 if there are too many. */
export async function addNewPasskey({ db, env }: Deps, caller: StaffCaller, { passkey_name, response }: Input<typeof addCall>): Promise<Passkey> {
  const { staff_account_id } = caller
  const claims = claimsOf(response)
  const isAsked = claims !== null && (await takeChallenge(db, { challenge: claims.challenge, purpose: 'add', staff_account_id }))
  const made = isAsked ? await verifyNew(env, response, claims.challenge) : null
  if (!made) throw fieldError(422, 'response', WRONG_PASSKEY)
  return db.transaction(async (tx) => {
    await lockStaffAccount(tx, staff_account_id)
    if ((await listPasskeysOf(tx, staff_account_id)).length >= MAX_PASSKEYS)
      throw new HttpError(409, `Remove a passkey first. You can have up to ${MAX_PASSKEYS}.`)
    const kept = await insertPasskey(tx, { staff_account_id, passkey_name, ...made })
    await recordAudit(tx, { actor: caller, action: 'passkey.added', subject_kind: 'account', subject_id: staff_account_id })
    return present(kept)
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
