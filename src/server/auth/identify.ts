import type { FastifyRequest } from 'fastify'
import { CONFIRM_WITH } from '#contract/auth/passkeys.ts'
import type { Db } from '#server/db/connect.ts'
import { isStaff, visitor, type Caller, type StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { permissionsOf } from './address.ts'
import { bearerKey } from './bearer.ts'
import { findSession, lockStaffAccount, setSeen } from './store.ts'

/** Identifies the caller of this request. Reads the database and the configuration each time, so changes apply to the next request. */
export async function identify({ db, env }: { db: Db; env: Services['env'] }, request: FastifyRequest): Promise<Caller> {
  const key = bearerKey(request)
  if (!key) return visitor(request)
  const session = await findSession(db, key)
  if (!session) return visitor(request)

  // If the address has lost access, its session is invalid.
  const permissions = permissionsOf(env, session.email, session)
  if (permissions.roles.length === 0) return visitor(request)
  // Turning codes off also ends the sessions they opened; an owner's emergency code still works.
  if (env.SIGN_IN === 'oidc' && session.sign_in_method === 'code' && !permissions.roles.includes('admin')) return visitor(request)
  if (session.is_unseen) await setSeen(db, key)
  const isRequired = env.STAFF_PASSKEYS === 'required' || (env.OWNER_PASSKEYS === 'required' && permissions.roles.includes('admin'))
  const owesPasskey = isRequired && session.confirmed_at === null
  const { has_passkey, is_confirmed, is_proved } = session
  // An existing passkey can't be bypassed through the mailbox.
  const proof = has_passkey ? 'passkey' : env.SIGN_IN === 'oidc' ? 'sso' : 'code'
  const mustProve = is_confirmed || (is_proved && !has_passkey) ? null : proof
  return { ...visitor(request), ...permissions, has_passkey, mustProve, owesPasskey, staff_account_id: session.staff_account_id, email: session.email }
}

/**
 * Identifies a signed-in caller again, in the transaction that gives their account something that lasts, such as a passkey, and keeps their access from
 * changing until it ends. Throws 401 if the session or all access has ended since, 403 if they must confirm who they are.
 */
export async function identifyAgain(tx: Db, { env }: Pick<Services, 'env'>, request: FastifyRequest): Promise<StaffCaller> {
  if (isStaff(request.caller)) await lockStaffAccount(tx, request.caller.staff_account_id)
  const caller = await identify({ db: tx, env }, request)
  if (!isStaff(caller)) throw new HttpError(401, 'Please sign in.')
  if (caller.mustProve) throw new HttpError(403, CONFIRM_WITH[caller.mustProve])
  return caller
}
