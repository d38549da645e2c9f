import type { Input } from '#contract/endpoint.ts'
import { isLimited, type updatePerson as updateCall, type invitePerson as inviteCall, type Person } from '#contract/staff/staff.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { spendCodesOf } from '#server/auth/code-store.ts'
import { invitationEmail, ownersChangedEmail } from '#server/auth/emails.ts'
import { deletePasskeysOf } from '#server/auth/passkeys/passkey-store.ts'
import { endSessionsOf, hasSignedInBefore, lockStaffAccount, openAccount } from '#server/auth/store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError, found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { presentPerson } from './list-people.ts'
import { lockTeams, touchRoles } from './team-store.ts'
import { lockAccount, lockOwners, setAccount, setDepartments, setScope, type Account, type Change } from './store.ts'

type Deps = Pick<Services, 'db' | 'env'>
/** Omitted fields stay unchanged. */
type AccessChange = { scope?: number[] | undefined; departments?: string[] | undefined }
const EMPTY = { scope: [], departments: [] }
const OWNER_ALREADY = 'This address is an owner already'
export const OWNER_TAKEN = 'This installation has an owner, who adds and removes others on the People screen.'

/** Gives an address a role and emails the invitation. Throws 409 for an owner or an address that already has a role, 422 for an unknown opening. */
export async function invitePerson({ db, env }: Deps, caller: StaffCaller, asked: Input<typeof inviteCall>): Promise<Person> {
  const { email, given_role, may_decide_flag } = asked
  return db.transaction(async (tx) => {
    await lockTeams(tx)
    if ((await ownersOf(tx, env)).includes(email)) throw fieldError(409, 'email', OWNER_ALREADY)
    const account = (await lockAccount(tx, await openAccount(tx, email)))!
    if (account.given_role) throw fieldError(409, 'email', 'This address has a role already')
    await setAccount(tx, account.staff_account_id, { given_role, may_decide_flag, suspended_at: null })
    await saveScope({ tx, caller }, account, isLimited(given_role) ? asked : EMPTY)
    await insertEmail(tx, invitationEmail(await letterheadOf(env, tx), { email, given_role, hasCodes: env.SIGN_IN !== 'oidc' }), 'staff')
    return recorded({ tx, env, caller }, account, 'staff.invited')
  })
}

/** Changes, suspends or reinstates a person, effective on their next request in every process. */
export async function updatePerson({ db, env }: Deps, caller: StaffCaller, { id, ...asked }: Input<typeof updateCall>): Promise<Person> {
  return db.transaction(async (tx) => {
    await lockTeams(tx)
    const account = await changeable({ tx, env }, id)
    const { given_role, may_decide_flag, is_suspended, version } = asked
    if (version !== undefined && version !== account.version) throw new HttpError(409, 'Someone else changed this person. Reload to see how.')
    const change: Change = {
      ...(given_role && { given_role }),
      ...(may_decide_flag !== undefined && { may_decide_flag }),
      ...(is_suspended !== undefined && { suspended_at: is_suspended ? 'now' : null }),
    }
    await setAccount(tx, id, change)
    const role = given_role ?? account.given_role
    await saveScope({ tx, caller }, account, role && !isLimited(role) ? EMPTY : asked)
    if (is_suspended) await endAllSessions(tx, account)
    return recorded({ tx, env, caller }, account, is_suspended && !account.suspended_at ? 'staff.suspended' : 'staff.changed')
  })
}

/** Makes an address an owner, replacing any other role. `caller` is null on the command line. Throws 409 for an owner. */
export async function addOwner({ db, env }: Deps, caller: StaffCaller | null, email: string): Promise<Person> {
  return db.transaction(async (tx) => {
    await lockTeams(tx)
    const owners = await ownersOf(tx, env)
    const account = (await lockAccount(tx, await openAccount(tx, email)))!
    if (owners.includes(email)) throw fieldError(409, 'email', OWNER_ALREADY)
    const desk = { tx, env, caller }
    await makeOwner(desk, account)
    await insertEmail(tx, invitationEmail(await letterheadOf(env, tx), { email, given_role: 'admin', hasCodes: env.SIGN_IN !== 'oidc' }), 'staff')
    await notifyOwners(desk, owners, { email, isNew: true })
    return recorded(desk, account, 'owner.added')
  })
}

/**
 * Makes an address the only owner of a new installation, replacing one that never signed in. Called with teams locked. Neither address gets an email:
 * one may be a typo, and the other belongs to the person doing this. Throws 409 if an owner has signed in or comes from the settings.
 */
export async function setFirstOwner({ db: tx, env }: Deps, email: string): Promise<void> {
  const desk = { tx, env, caller: null }
  const owners = await ownersOf(tx, env)
  for (const owner of owners) {
    const account = (await lockAccount(tx, await openAccount(tx, owner)))!
    const isTaken = env.ADMIN_EMAILS.includes(owner) || (await hasSignedInBefore(tx, account.staff_account_id))
    if (isTaken) throw new HttpError(409, OWNER_TAKEN)
    if (owner === email) continue
    await setAccount(tx, account.staff_account_id, { owner_flag: false })
    await endAllSessions(tx, account)
    await recorded(desk, account, 'owner.removed')
  }
  if (owners.includes(email)) return
  const account = (await lockAccount(tx, await openAccount(tx, email)))!
  await makeOwner(desk, account)
  await recorded(desk, account, 'owner.added')
}

/**
 * Removes the role and passkeys and ends every session, because the address may belong to someone else the next time it's invited. Throws 409 for an
 * owner from the settings and for the last owner.
 */
export async function removePerson({ db, env }: Deps, caller: StaffCaller | null, staff_account_id: number): Promise<null> {
  return db.transaction(async (tx) => {
    await lockTeams(tx)
    const owners = await ownersOf(tx, env)
    const account = found(await lockAccount(tx, staff_account_id), 'That person was not found.')
    const { email, owner_flag } = account
    rejectFromSettings(env, account)
    if (owner_flag && owners.length === 1) throw new HttpError(409, 'This is the only owner. Add another one first.')
    await setAccount(tx, staff_account_id, { owner_flag: false, given_role: null, may_decide_flag: false })
    await saveScope({ tx, caller }, account, EMPTY)
    await endAllSessions(tx, account)
    await deletePasskeysOf(tx, staff_account_id)
    const desk = { tx, env, caller }
    if (owner_flag) await notifyOwners(desk, owners, { email, isNew: false })
    await recorded(desk, account, owner_flag ? 'owner.removed' : 'staff.removed')
    return null
  })
}

async function makeOwner(desk: Context, account: Account): Promise<void> {
  await setAccount(desk.tx, account.staff_account_id, { owner_flag: true, given_role: null, may_decide_flag: false, suspended_at: null })
  await saveScope(desk, account, EMPTY)
}

/** Returns every owner's address. Locks them, so changes to owners happen one at a time. */
async function ownersOf(tx: Db, { ADMIN_EMAILS }: Deps['env']): Promise<string[]> {
  return [...new Set([...ADMIN_EMAILS, ...(await lockOwners(tx))])]
}

/** Emails every owner except the one who made the change and the one whose access changed. */
export async function notifyOwners(
  { tx, env, caller }: Context,
  owners: string[],
  change: { email: string; isNew: boolean; isInSettings?: boolean },
): Promise<void> {
  const letterhead = await letterheadOf(env, tx)
  const by = caller?.email ?? null
  for (const to_address of owners.filter((owner) => owner !== by && owner !== change.email))
    await insertEmail(tx, ownersChangedEmail(letterhead, to_address, { by, ...change }), 'staff')
}

async function changeable({ tx, env }: Pick<Context, 'tx' | 'env'>, staff_account_id: number): Promise<Account> {
  const account = found(await lockAccount(tx, staff_account_id), 'That person was not found.')
  rejectFromSettings(env, account)
  if (account.owner_flag) throw new HttpError(409, 'This person is an owner. Remove them first to give them another role.')
  return account
}

function rejectFromSettings({ ADMIN_EMAILS }: Deps['env'], { email }: Account): void {
  if (ADMIN_EMAILS.includes(email)) throw new HttpError(409, "This owner is from the settings (ADMIN_EMAILS) and can't be changed here.")
}

async function saveScope({ tx, caller }: Pick<Context, 'tx' | 'caller'>, { staff_account_id }: Account, { scope, departments }: AccessChange): Promise<void> {
  if (scope) {
    await touchRoles(tx, await setScope(tx, staff_account_id, scope), caller?.staff_account_id ?? null)
    const { scope: stored } = (await lockAccount(tx, staff_account_id))!
    if (stored.length < new Set(scope).size) throw fieldError(422, 'scope', 'One of these openings does not exist')
  }
  if (departments && !(await setDepartments(tx, staff_account_id, departments))) throw fieldError(422, 'departments', 'No opening has one of these departments')
}

export async function endAllSessions(tx: Db, { email, staff_account_id }: Pick<Account, 'email' | 'staff_account_id'>): Promise<void> {
  await lockStaffAccount(tx, staff_account_id)
  await spendCodesOf(tx, email)
  await endSessionsOf(tx, staff_account_id)
}

type Context = { tx: Db; env: Deps['env']; caller: StaffCaller | null }

async function recorded({ tx, env, caller }: Context, { staff_account_id }: Account, action: AuditAction): Promise<Person> {
  const now = (await lockAccount(tx, staff_account_id))!
  const { given_role, may_decide_flag, scope, departments, suspended_at } = now
  const facts = { given_role, may_decide_flag, scope, departments, is_suspended: suspended_at !== null }
  await recordAudit(tx, { actor: caller, action, subject_kind: 'account', subject_id: staff_account_id, facts })
  return presentPerson(env, now)
}
