import { canOpenArea, type AssignedRole } from '#contract/staff/access.ts'
import { NOT_AN_ADMIN, wrongDomainMessage } from '#contract/auth/auth.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { SSO_FAILED, type finishSingleSignOn, type startSingleSignOn } from '#contract/auth/single-sign-on.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { canonicalAddress, permissionsOf, type Member } from '#server/auth/address.ts'
import type { Visitor } from '#server/auth/known-browser.ts'
import { openSession } from '#server/auth/open-session.ts'
import { recordRejection, rejectSignIn } from '#server/auth/reject-sign-in.ts'
import { findMember, openAccount, endSessionsOf, findAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { isSame, plainHash, purposeHash } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import type { Identity } from '#server/sso/single-sign-on.ts'
import { reasonOf } from '#server/sso/sso-errors.ts'
import type { Env } from '#server/env.ts'
import type { Caller } from '#server/http/caller.ts'
import { bindSubject, clearGroupRole, setGroupRole, takeAttempt, insertAttempt, endProviderSessions, releaseSubject } from './sso-store.ts'

type SsoReturn = { input: Input<typeof finishSingleSignOn>; visitor: Visitor; stateOfBrowser: string | undefined }
const DIFFERENT_PERSON = 'This address belongs to another account at your single sign-on. Ask an owner for help.'

/**
 * Signs in with the provider's response. It works only once, and only in the browser that started the sign-in: otherwise an attacker could send
 * someone to the return page with the attacker's own response and sign them in as the attacker.
 */
export async function finishSso(services: Services, { input, visitor, stateOfBrowser }: SsoReturn): Promise<Output<typeof finishSingleSignOn>> {
  const { db, sso } = services
  if (!sso) throw new HttpError(404, 'Single sign-on is not set up.')
  await services.limits.take('sso-return', visitor.caller.ip)
  const isOwn = stateOfBrowser !== undefined && isSame(stateOfBrowser, input.state)
  const attempt = isOwn ? await takeAttempt(db, [purposeHash('sso-state', input.state), plainHash(input.state)]) : null
  if (!attempt) return rejectResponse(services, visitor, new HttpError(401, SSO_FAILED, { cause: { code: 'unknown_state' } }))

  const { nonce, code_verifier, role, again_flag } = attempt
  const identity = await sso
    .finish(input, { state: input.state, nonce, code_verifier, again_flag })
    .catch((error: unknown) => rejectResponse(services, visitor, error as HttpError))
  if (!identity.is_verified) services.log.warn("the provider doesn't confirm this address is verified: see OIDC_TRUST_EMAIL")
  const email = identity.is_verified ? canonicalAddress(identity.email ?? '') : null
  const error = new HttpError(403, role === 'interviewer' ? wrongDomainMessage(services.env.COMPANY_DOMAIN) : NOT_AN_ADMIN)
  if (!email) return rejectSignIn(services, visitor.caller, error)
  if (!(await isAdmitted(services, email, { identity, role }))) {
    await removeGroupRole(services, email, identity)
    return rejectSignIn(services, visitor.caller, error)
  }

  const isNewBrowser = visitor.browserOf(email) === null
  const session = await db.transaction(async (tx) => {
    if (!(await prepareAccount(tx, services, email, identity))) return null
    return openSession(tx, services, { email, visitor, isNewBrowser, method: 'sso', sso_sid: identity.sid, isAgain: again_flag })
  })
  if (!session) return rejectSignIn(services, visitor.caller, new HttpError(403, DIFFERENT_PERSON))
  return { ...session, role }
}

type SignInAttempt = { identity: Identity; role: 'admin' | 'interviewer' }

async function isAdmitted({ db, env }: Services, email: string, { identity, role }: SignInAttempt): Promise<boolean> {
  const member = await findMember(db, email)
  const given_role = nextRole(env, identity.groups, member)
  const { roles } = permissionsOf(env, email, { owner_flag: false, may_decide_flag: false, suspended_at: null, scope: [], ...member, given_role })
  return canOpenArea(roles, role)
}

/** Returns false if the address is bound to another person at the provider. */
async function prepareAccount(tx: Db, { env }: Services, email: string, { subject, groups }: Identity): Promise<boolean> {
  const staff_account_id = await openAccount(tx, email)
  if (!(await bindSubject(tx, staff_account_id, subject))) return false
  const member = await findMember(tx, email)
  const given_role = nextRole(env, groups, member)
  if (given_role === member!.given_role) return true
  await setGroupRole(tx, staff_account_id, given_role)
  await recordGroupRole(tx, staff_account_id, given_role)
  return true
}

/** Removes a group's role from someone who has left the group and may no longer sign in here: otherwise codes, passkeys and sessions would keep it. */
async function removeGroupRole({ db, env }: Services, email: string, { subject, groups }: Identity): Promise<void> {
  if (roleOfGroups(env, groups)) return
  await db.transaction(async (tx) => {
    const staff_account_id = await clearGroupRole(tx, email, subject)
    if (staff_account_id !== null) await recordGroupRole(tx, staff_account_id, null)
  })
}

async function recordGroupRole(tx: Db, staff_account_id: number, given_role: AssignedRole | null): Promise<void> {
  await recordAudit(tx, { actor: null, action: 'staff.role-from-group', subject_kind: 'account', subject_id: staff_account_id, facts: { given_role } })
}

async function rejectResponse(services: Services, { caller }: Visitor, error: HttpError): Promise<never> {
  const facts = { method: 'sso', reason: reasonOf(error) }
  await recordRejection(services, { actor: caller, action: 'sign-in.failed', subject_kind: 'account', facts })
  throw error
}

/** Returns the role of the first OIDC_GROUPS rule whose group the person is in. */
function roleOfGroups({ OIDC_GROUPS = [] }: Pick<Env, 'OIDC_GROUPS'>, groups: string[]): AssignedRole | null {
  return (OIDC_GROUPS.find(({ group }) => groups.includes(group))?.role as AssignedRole | undefined) ?? null
}

type GroupRole = Pick<Member, 'given_role'> & { role_from_group_flag: boolean }

/**
 * Returns the role after this sign-in: a group's, or none once the person has left that group. A role assigned by an owner is kept unless a group
 * overrides it.
 */
function nextRole(env: Pick<Env, 'OIDC_GROUPS'>, groups: string[], member: GroupRole | null): AssignedRole | null {
  const byGroup = roleOfGroups(env, groups)
  if (byGroup) return byGroup
  return member && !member.role_from_group_flag ? member.given_role : null
}

type SsoStart = { authorization_url: string; state: string }

/** Returns where the browser goes next and the state that it must return. */
export async function startSso({ db, limits, sso }: Services, caller: Caller, input: Input<typeof startSingleSignOn>): Promise<SsoStart> {
  if (!sso) throw new HttpError(404, 'Single sign-on is not set up.')
  await limits.take('sso-start', caller.ip)
  const { authorization_url, attempt } = await sso.begin(input.is_again)
  const { state, ...checks } = attempt
  await insertAttempt(db, { state_hash: purposeHash('sso-state', state), role: input.role, ...checks })
  return { authorization_url, state }
}

/**
 * Ends the sessions that the provider has ended, for all processes, because each one checks the database for active sessions. Throws 400 for a token
 * that can't be trusted.
 */
export async function endByProvider({ db, limits, sso }: Services, caller: Caller, logout_token: string): Promise<void> {
  if (!sso) throw new HttpError(404, 'Single sign-on is not set up.')
  await limits.take('sso-logout', caller.ip)
  const target = await sso.readLogout(logout_token).catch((error: HttpError) => {
    throw error.status === 401 ? new HttpError(400, "This logout token can't be trusted.", { cause: error.cause }) : error
  })
  await db.transaction(async (tx) => {
    const accounts = await endProviderSessions(tx, target)
    for (const account of new Set(accounts)) {
      const ended = accounts.filter((one) => one === account).length
      await recordAudit(tx, { actor: null, action: 'session.ended-by-provider', subject_kind: 'account', subject_id: account, facts: { ended } })
    }
  })
}

/** Ends the address's sessions and unbinds it, so another account at the provider can use it. Returns false if it wasn't bound. */
export async function unlinkSso(db: Db, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await releaseSubject(tx, email))) return false
    const { staff_account_id } = (await findAccount(tx, email))!
    const ended = await endSessionsOf(tx, staff_account_id)
    await recordAudit(tx, { actor: null, action: 'staff.sso-unlinked', subject_kind: 'account', subject_id: staff_account_id, facts: { ended } })
    return true
  })
}
