import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { AssignedRole } from '#contract/staff/access.ts'
import { IDLE_HOURS } from '#contract/auth/auth.ts'
import { visibleOpenings } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role, staff_account, staff_department } from '#server/db/tables.ts'

const live = sql`s.revoked_at is null and s.expires_at > now() and s.last_seen_at > now() - make_interval(hours => ${IDLE_HOURS})`
// Spelled out because the query builder omits the table name in single-table statements, and the inner table would be compared with itself.
const outer = sql.raw('staff_account.staff_account_id')
const sessions = (what: SQL, where: SQL) => sql`(select ${what} from auth_session s where s.staff_account_id = ${outer} and ${where})`

const account = {
  staff_account_id: staff_account.staff_account_id,
  email: staff_account.email,
  owner_flag: staff_account.owner_flag,
  given_role: staff_account.given_role,
  may_decide_flag: staff_account.may_decide_flag,
  suspended_at: staff_account.suspended_at,
  version: staff_account.version,
  scope: sql<number[]>`array_to_json(array(
    select o.ref_function_role_id from staff_scope o where o.staff_account_id = ${outer} order by 1))`,
  sees: visibleOpenings,
  departments: sql<string[]>`array_to_json(array(
    select d.department from staff_department d where d.staff_account_id = ${outer} order by 1))`,
  last_seen_at: sql<string | null>`${sessions(sql`max(s.last_seen_at)`, sql`true`)}`,
  passkeys: sql<number>`(select count(*)::int from passkey p where p.staff_account_id = ${outer})`,
  live_sessions: sql<number>`${sessions(sql`count(*)::int`, live)}`,
}

export function listAccounts(db: Db) {
  return db.select(account).from(staff_account).orderBy(asc(staff_account.email))
}
export type Account = Awaited<ReturnType<typeof listAccounts>>[number]

/** Locks the account, to serialize changes by different owners to the same person. */
export async function lockAccount(tx: Db, staff_account_id: number): Promise<Account | null> {
  await tx
    .select({ one: sql`1` })
    .from(staff_account)
    .where(eq(staff_account.staff_account_id, staff_account_id))
    .for('no key update')
  const [row] = await tx.select(account).from(staff_account).where(eq(staff_account.staff_account_id, staff_account_id))
  return row ?? null
}

/** Returns and locks the addresses of owners added in the app, so that one is left if two owners remove each other. */
export async function lockOwners(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ email: staff_account.email })
    .from(staff_account)
    .where(eq(staff_account.owner_flag, true))
    .orderBy(asc(staff_account.staff_account_id))
    .for('no key update')
  return rows.map(({ email }) => email)
}

export type Change = { owner_flag?: boolean; given_role?: AssignedRole | null; may_decide_flag?: boolean; suspended_at?: 'now' | null }

/** A role that differs from the stored one no longer counts as a group's, so leaving the group doesn't remove it. */
export async function setAccount(tx: Db, staff_account_id: number, { suspended_at, ...change }: Change): Promise<void> {
  const suspension = suspended_at === undefined ? {} : { suspended_at: suspended_at && sql`now()` }
  const { role_from_group_flag, given_role } = staff_account
  const origin =
    change.given_role === undefined ? {} : { role_from_group_flag: sql`${role_from_group_flag} and ${given_role} is not distinct from ${change.given_role}` }
  await tx
    .update(staff_account)
    .set({ ...change, ...origin, ...suspension, version: sql`${staff_account.version} + 1` })
    .where(eq(staff_account.staff_account_id, staff_account_id))
}

/** Puts a person on the teams of exactly these openings; existing parts there are kept. Returns the openings whose team changed. */
export async function setScope(tx: Db, staff_account_id: number, ids: number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with gone as (
      delete from staff_scope where staff_account_id = ${staff_account_id} and not ref_function_role_id = any(${sql.param(ids)}::int[]) returning ref_function_role_id
    ), added as (
      insert into staff_scope (staff_account_id, ref_function_role_id)
      select ${staff_account_id}::int, r.ref_function_role_id from function_role r where r.ref_function_role_id = any(${sql.param(ids)}::int[])
      on conflict do nothing returning ref_function_role_id
    ) select ref_function_role_id as id from gone union select ref_function_role_id from added`)
  return rows.map(({ id }) => id)
}

/** Returns false if a department has no openings. */
export async function setDepartments(tx: Db, staff_account_id: number, names: string[]): Promise<boolean> {
  await tx.delete(staff_department).where(eq(staff_department.staff_account_id, staff_account_id))
  if (names.length === 0) return true
  const known = await tx.execute(sql`
    insert into staff_department (staff_account_id, department)
    select distinct ${staff_account_id}::int, ${function_role.department} from ${function_role}
    where lower(${function_role.department}) in (select lower(name) from unnest(${sql.param(names)}::text[]) name)
    returning 1`)
  return known.rows.length === new Set(names.map((name) => name.toLowerCase())).size
}
