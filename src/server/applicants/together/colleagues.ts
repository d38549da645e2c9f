import { ACCESS, powersOf } from '#contract/staff/access.ts'
import type { Person } from '#contract/staff/staff.ts'
import { openAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { listPeople, presentPerson } from '#server/staff/list-people.ts'
import { lockAccount } from '#server/staff/store.ts'
import { keepTeams } from '#server/staff/team-store.ts'
import type { Services } from '#server/services.ts'

/** Everyone who may see applicants for this opening, by address, except suspended people. */
export async function listColleaguesFor(services: Pick<Services, 'db' | 'env'>, ref_function_role_id: number): Promise<string[]> {
  const people = await listPeople(services)
  return people.filter((person) => maySee(person, ref_function_role_id)).map(({ email }) => email)
}

type Colleague = { email: string; ref_function_role_id: number }

/**
 * Locks and returns the account of a colleague who may see applicants for this opening, or null, so they can't be replaced or lose access before the
 * transaction ends. Lock it before any applicant, in the same order as replacing someone.
 */
export async function lockColleague(tx: Db, env: Env, { email, ref_function_role_id }: Colleague): Promise<number | null> {
  const account = await lockAccount(tx, await openAccount(tx, email))
  return account && maySee(presentPerson(env, account), ref_function_role_id) ? account.staff_account_id : null
}

/**
 * Does the same for several colleagues, omitting those who can't see the applicant. They're locked in one order, and changes to people wait, so
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

function maySee({ roles, may_decide_flag, sees }: Person, ref_function_role_id: number): boolean {
  if (roles.includes('admin')) return true
  const isScoped = roles.some((role) => ACCESS[role].isScoped)
  return powersOf(roles, may_decide_flag).includes('read') && (!isScoped || sees.includes(ref_function_role_id))
}
