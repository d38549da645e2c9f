import { opensArea } from '#contract/staff/access.ts'
import { NOT_AN_ADMIN, onlyAtDomain, type StaffRole } from '#contract/auth/auth.ts'
import { WRONG_PASSKEY } from '#contract/auth/passkeys.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { standingOf } from '#server/auth/address.ts'
import type { SessionKey } from '#server/auth/bearer.ts'
import type { Visitor } from '#server/auth/known-browser.ts'
import { confirmation } from '#server/auth/confirmation.ts'
import { openSession } from '#server/auth/open-session.ts'
import { recordRefusal, rejectSignIn } from '#server/auth/reject-sign-in.ts'
import { findMember, setProved } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { isStaff, type Caller, type StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { countUse, findPasskey, insertChallenge, listPasskeysOf, takeChallenge, type KeptPasskey } from './passkey-store.ts'
import { claimsOf, optionsToUse, verifyUse } from './webauthn.ts'

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

/** Signs in with a passkey, which proves both the person and the device. With single sign-on only, the provider decides who gets in. */
export async function signInByPasskey(services: Services, visitor: Visitor, { response, role }: { response: Response; role: StaffRole }) {
  const { db, env, limits } = services
  if (env.SIGN_IN === 'oidc') throw new HttpError(403, SSO_ONLY)
  await limits.take('passkey', visitor.caller.ip)
  const proved = await prove(services, response, null)
  if (!proved) return rejectPasskey(services, visitor.caller)
  const { email, known, uses } = proved
  const { roles } = standingOf(env, email, await findMember(db, email))
  const refusal = new HttpError(403, role === 'interviewer' ? onlyAtDomain(env.COMPANY_DOMAIN) : NOT_AN_ADMIN)
  if (!opensArea(roles, role)) return rejectSignIn(services, visitor.caller, refusal)
  const session = await db.transaction(async (tx) => {
    if (!(await countUse(tx, known.passkey_id, uses))) return null
    return openSession(tx, services, { email, visitor, isNewBrowser: visitor.browserOf(email) === null, method: 'passkey' })
  })
  return session ?? rejectPasskey(services, visitor.caller)
}

/** Confirms who is using the session. */
export async function confirmByPasskey(services: Services, caller: StaffCaller, { response, session }: { response: Response; session: SessionKey }) {
  const proved = await prove(services, response, caller.staff_account_id)
  const confirmed_until = proved && (await services.db.transaction((tx) => confirmUse(tx, caller, { ...proved, session })))
  return confirmed_until ? { confirmed_until } : rejectPasskey(services, caller)
}

async function confirmUse(tx: Db, caller: StaffCaller, { known, uses, session }: Proved & { session: SessionKey }): Promise<string | null> {
  if (!(await countUse(tx, known.passkey_id, uses))) return null
  await recordAudit(tx, confirmation(caller, 'passkey'))
  return setProved(tx, session, 'confirmed_at')
}

type Proved = { known: KeptPasskey; email: string; uses: number }

async function prove({ db, env }: Services, response: Response, staff_account_id: number | null): Promise<Proved | null> {
  const claims = claimsOf(response)
  if (!claims || !(await takeChallenge(db, { challenge: claims.challenge, purpose: 'use', staff_account_id }))) return null
  const kept = await findPasskey(db, claims.credential_id)
  if (!kept || (staff_account_id !== null && kept.passkey.staff_account_id !== staff_account_id)) return null
  const uses = await verifyUse(env, { response, challenge: claims.challenge, known: kept.passkey })
  return uses === null ? null : { known: kept.passkey, email: kept.email, uses }
}

async function rejectPasskey(services: Services, caller: Caller): Promise<never> {
  const facts = { method: 'passkey' }
  await recordRefusal(services, { actor: caller, action: 'sign-in.failed', subject_kind: 'account', facts })
  // Not 401 for someone who's signed in: their session is fine.
  throw new HttpError(isStaff(caller) ? 403 : 401, WRONG_PASSKEY)
}
