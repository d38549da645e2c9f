import { ACCESS, powersOf } from '#contract/staff/access.ts'
import type { Person } from '#contract/staff/staff.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { assignMany as assignManyCall } from '#contract/applicants/collaboration.ts'
import { openAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { listPeople, presentPerson } from '#server/staff/list-people.ts'
import { lockAccount } from '#server/staff/store.ts'
import { keepTeams } from '#server/staff/team-store.ts'
import type { Services } from '#server/services.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { findSubmitted } from '#server/applicants/one/history-store.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { deleteAssignment, findAssignee, setAssignment } from './collaboration-store.ts'

/** Everyone who may see applicants for this opening, by address, except suspended people. */
export async function listColleaguesFor(services: Pick<Services, 'db' | 'env'>, ref_function_role_id: number): Promise<string[]> {
  const people = await listPeople(services)
  return people.filter((person) => canSee(person, ref_function_role_id)).map(({ email }) => email)
}

type Colleague = { email: string; ref_function_role_id: number }

/**
 * Locks and returns the account of a colleague who may see applicants for this opening, or null, so they can't be replaced or lose access before the
 * transaction ends. Lock it before any applicant, in the same order as replacing someone.
 */
export async function lockColleague(tx: Db, env: Env, { email, ref_function_role_id }: Colleague): Promise<number | null> {
  const account = await lockAccount(tx, await openAccount(tx, email))
  return account && canSee(presentPerson(env, account), ref_function_role_id) ? account.staff_account_id : null
}

/**
 * Does the same for several colleagues, omitting those who can't see the applicant. They're always locked in the same order, and changes to people wait, so
 * notes that mention the same people can't deadlock.
 */
export async function lockColleagues(tx: Db, env: Env, { emails, ...role }: { emails: string[]; ref_function_role_id: number }): Promise<number[]> {
  if (emails.length > 0) await keepTeams(tx)
  const accounts: number[] = []
  for (const email of emails.toSorted()) {
    const account = await lockColleague(tx, env, { ...role, email })
    if (account !== null) accounts.push(account)
  }
  return accounts
}

function canSee({ roles, may_decide_flag, sees }: Person, ref_function_role_id: number): boolean {
  if (roles.includes('admin')) return true
  const isScoped = roles.some((role) => ACCESS[role].isScoped)
  return powersOf(roles, may_decide_flag).includes('read') && (!isScoped || sees.includes(ref_function_role_id))
}

type Deps = Pick<Services, 'db' | 'env'>
type Params = { user_session_id: number; email: string | null }

type Results = Output<typeof assignManyCall>

/** Assigns an applicant to a colleague, or unassigns them. Throws 404 for an unknown applicant, 422 for a colleague who can't see them. */
export async function assignApplicant({ db, env }: Deps, caller: StaffCaller, { user_session_id, email }: Params): Promise<{ assigned_to: string | null }> {
  await db.transaction(async (tx) => {
    const submitted = await findSubmitted(tx, user_session_id, caller.scope)
    if (!submitted) throw notFound(user_session_id)
    const staff_account_id = email === null ? null : await lockColleague(tx, env, { ...submitted, email })
    if (email !== null && staff_account_id === null) throw fieldError(422, 'email', "This person can't see the applicant.")
    if ((await findAssignee(tx, user_session_id)) === email) return
    if (staff_account_id === null) await deleteAssignment(tx, user_session_id)
    else await setAssignment(tx, { user_session_id, staff_account_id, assigned_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'applicant.assigned', subject_kind: 'applicant', subject_id: user_session_id, facts: { staff_account_id } })
  })
  return { assigned_to: email }
}

/** Assigns several applicants, each in a separate transaction, so one who can't be assigned doesn't block the others. */
export async function assignMany(services: Deps, caller: StaffCaller, { user_session_ids, email }: Input<typeof assignManyCall>): Promise<Results> {
  const results: Results['results'] = []
  for (const user_session_id of user_session_ids) {
    const assigned = () => ({ user_session_id, status: 200, detail: null })
    const rejected = (error: unknown) => {
      if (!(error instanceof HttpError)) throw error
      return { user_session_id, status: error.status, detail: error.message }
    }
    results.push(await assignApplicant(services, caller, { user_session_id, email }).then(assigned, rejected))
  }
  return { results }
}
