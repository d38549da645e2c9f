import type { Input } from '#contract/endpoint.ts'
import { isLimited, type changePerson as changeCall, type invitePerson as inviteCall, type Person } from '#contract/staff/staff.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { rolesOf } from '#server/auth/address.ts'
import { spendCodesOf } from '#server/auth/code-store.ts'
import { invitationEmail } from '#server/auth/emails.ts'
import { deletePasskeysOf } from '#server/auth/passkeys/passkey-store.ts'
import { endSessionsOf, openAccount } from '#server/auth/store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldRefusal, found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { presentPerson } from './list-people.ts'
import { lockAccount, setAccount, setDepartments, setScope, type Account, type Change } from './store.ts'

type Tools = Pick<Services, 'db' | 'env'>
/** Fields left out stay as they are. */
type Reach = { scope?: number[] | undefined; departments?: string[] | undefined }
const NOTHING = { scope: [], departments: [] }

/** Gives an address a role and emails the invitation. 409 for an owner or an address that has a role, 422 for an unknown opening. */
export async function invitePerson({ db, env }: Tools, caller: StaffCaller, asked: Input<typeof inviteCall>): Promise<Person> {
  const { email, given_role, may_decide_flag } = asked
  if (rolesOf(env, email).includes('admin')) throw fieldRefusal(409, 'email', 'This address is an owner already')
  return db.transaction(async (tx) => {
    const account = (await lockAccount(tx, await openAccount(tx, email)))!
    if (account.given_role) throw fieldRefusal(409, 'email', 'This address has a role already')
    await setAccount(tx, account.staff_account_id, { given_role, may_decide_flag, suspended_at: null })
    await saveScope(tx, account, isLimited(given_role) ? asked : NOTHING)
    await insertEmail(tx, invitationEmail(await letterheadOf(env, tx), { email, given_role, hasCodes: env.SIGN_IN !== 'oidc' }), 'staff')
    return recorded({ tx, env, caller }, account, 'staff.invited')
  })
}

/** Changes, suspends or reinstates a person. It takes effect on their next request, in every process. */
export async function changePerson({ db, env }: Tools, caller: StaffCaller, { id, ...asked }: Input<typeof changeCall>): Promise<Person> {
  return db.transaction(async (tx) => {
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
    await saveScope(tx, account, role && !isLimited(role) ? NOTHING : asked)
    if (is_suspended) await endAll(tx, account)
    return recorded({ tx, env, caller }, account, is_suspended && !account.suspended_at ? 'staff.suspended' : 'staff.changed')
  })
}

/** Removes the role and the passkeys and ends every session, because the address may be someone else's when it's invited again. */
export async function removePerson({ db, env }: Tools, caller: StaffCaller, staff_account_id: number): Promise<null> {
  return db.transaction(async (tx) => {
    const account = await changeable({ tx, env }, staff_account_id)
    await setAccount(tx, staff_account_id, { given_role: null, may_decide_flag: false })
    await saveScope(tx, account, NOTHING)
    await endAll(tx, account)
    await deletePasskeysOf(tx, staff_account_id)
    await recorded({ tx, env, caller }, account, 'staff.removed')
    return null
  })
}

async function changeable({ tx, env }: { tx: Db; env: Tools['env'] }, staff_account_id: number): Promise<Account> {
  const account = found(await lockAccount(tx, staff_account_id), 'That person was not found.')
  if (rolesOf(env, account.email).includes('admin')) throw new HttpError(409, "Owners are set with ADMIN_EMAILS and can't be changed here.")
  return account
}

async function saveScope(tx: Db, { staff_account_id }: Account, { scope, departments }: Reach): Promise<void> {
  if (scope && !(await setScope(tx, staff_account_id, scope))) throw fieldRefusal(422, 'scope', 'One of these openings does not exist')
  if (departments && !(await setDepartments(tx, staff_account_id, departments)))
    throw fieldRefusal(422, 'departments', 'No opening has one of these departments')
}

async function endAll(tx: Db, { email, staff_account_id }: Account): Promise<void> {
  await spendCodesOf(tx, email)
  await endSessionsOf(tx, staff_account_id)
}

type Desk = { tx: Db; env: Tools['env']; caller: StaffCaller }

async function recorded({ tx, env, caller }: Desk, { staff_account_id }: Account, action: AuditAction): Promise<Person> {
  const now = (await lockAccount(tx, staff_account_id))!
  const { given_role, may_decide_flag, scope, departments, suspended_at } = now
  const facts = { given_role, may_decide_flag, scope, departments, is_suspended: suspended_at !== null }
  await recordAudit(tx, { actor: caller, action, subject_kind: 'account', subject_id: staff_account_id, facts })
  return presentPerson(env, now)
}
