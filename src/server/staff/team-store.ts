import { eq, inArray, sql } from 'drizzle-orm'
import type { TeamPart } from '#contract/staff/team.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role, staff_account, staff_department, staff_scope } from '#server/db/tables.ts'
import type { Member } from '#server/auth/address.ts'

/** Serializes team changes, whether they start from a role or from a person. Taken before any other lock. */
export async function lockTeams(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('teams', 0))`)
}

/** Prevents changes to teams and people until the transaction ends; several transactions can hold this at once. Taken before any other lock. */
export async function keepTeams(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended('teams', 0))`)
}

const account = {
  staff_account_id: staff_account.staff_account_id,
  email: staff_account.email,
  owner_flag: staff_account.owner_flag,
  given_role: staff_account.given_role,
  may_decide_flag: staff_account.may_decide_flag,
  suspended_at: staff_account.suspended_at,
  scope: sql<number[]>`'[]'::json`,
}
export type TeamAccount = Member & { staff_account_id: number; email: string }

type TeamRow = TeamAccount & { ref_function_role_id: number; part: TeamPart | null }

/** Lists everyone on a role's team, or on any team. A row without its own part means the part with the same name as the person's staff role. */
export function listTeam(db: Db, ref_function_role_id: number | 'any'): Promise<TeamRow[]> {
  return db
    .select({ ...account, ref_function_role_id: staff_scope.ref_function_role_id, part: staff_scope.part })
    .from(staff_scope)
    .innerJoin(staff_account, eq(staff_account.staff_account_id, staff_scope.staff_account_id))
    .where(ref_function_role_id === 'any' ? undefined : eq(staff_scope.ref_function_role_id, ref_function_role_id))
    .orderBy(staff_account.email)
}

export function listThroughDepartment(db: Db, ref_function_role_id: number): Promise<TeamAccount[]> {
  return db
    .select(account)
    .from(staff_department)
    .innerJoin(function_role, sql`lower(${function_role.department}) = lower(${staff_department.department})`)
    .innerJoin(staff_account, eq(staff_account.staff_account_id, staff_department.staff_account_id))
    .where(eq(function_role.ref_function_role_id, ref_function_role_id))
    .orderBy(staff_account.email)
}

export function listTeamAccounts(db: Db, ids: number[]): Promise<TeamAccount[]> {
  return db.select(account).from(staff_account).where(inArray(staff_account.staff_account_id, ids))
}

type Row = { staff_account_id: number; ref_function_role_id: number; part: TeamPart | null }

/** Adds people to a team or changes their part. */
export async function setTeamMembers(tx: Db, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(staff_scope)
    .values(rows)
    .onConflictDoUpdate({ target: [staff_scope.staff_account_id, staff_scope.ref_function_role_id], set: { part: sql`excluded.part` } })
}

export async function deleteTeamMembers(tx: Db, ref_function_role_id: number, ids: number[]): Promise<void> {
  await tx.execute(sql`
    delete from staff_scope where ref_function_role_id = ${ref_function_role_id} and staff_account_id = any(${sql.param(ids)}::int[])`)
}

/** Increments the versions, so anyone editing one of these people gets a 409. */
export async function touchAccounts(tx: Db, ids: number[]): Promise<void> {
  await tx.execute(sql`update staff_account set version = version + 1 where staff_account_id = any(${sql.param(ids)}::int[])`)
}

/** Increments the versions, so anyone editing one of these roles gets a 409. `modified_by` is null on the command line. */
export async function touchRoles(tx: Db, ids: number[], modified_by: number | null): Promise<void> {
  await tx.execute(sql`
    update function_role set version = version + 1, modified_at = now(), modified_by = coalesce(${modified_by}::int, modified_by)
    where ref_function_role_id = any(${sql.param(ids)}::int[])`)
}
