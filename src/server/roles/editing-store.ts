import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { RoleText } from '#contract/roles.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role, staff_account } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { isAskedFor } from '#server/questions/store.ts'
import { isInScope, visible } from '#server/people/visible.ts'
import { isOpen, openRoleDetail, roleState } from './store.ts'

const OWED = statusesWhere(({ owesReply, isFinal }) => owesReply === 'yes' && !isFinal)
const OWED_UNTIL_EMAILED = statusesWhere(({ owesReply, isFinal }) => owesReply === 'until-emailed' && !isFinal)

const FILLS = statusesWhere(({ stage }) => stage === 'accepted')
const filledOpenings = sql`select count(*)::int from user_session s
  where s.ref_function_role_id = function_role.ref_function_role_id and s.ref_application_status_id = any(${sql.param(FILLS)}::int[])`

const editedRole = {
  ...openRoleDetail,
  state: roleState,
  disabled_flag: sql<boolean>`not ${isOpen}`,
  asked_questions: sql<number>`(select count(*)::int from application_question q where ${isAskedFor(sql`${function_role.ref_function_role_id}`)})`,
  hiring_lead_email: function_role.hiring_lead_email,
  hiring_lead_name: function_role.hiring_lead_name,
  generated_rationale_flag: function_role.generated_rationale_flag,
  version: function_role.version,
  modified_by_email: staff_account.email,
  openings: function_role.openings,
  filled_openings: sql<number>`(${filledOpenings})`,
  unanswered_applicants: sql<number>`(
    select count(*)::int from user_session s
    where s.ref_function_role_id = ${function_role.ref_function_role_id}
      and (s.ref_application_status_id = any(${sql.param(OWED)}::int[])
        or s.ref_application_status_id = any(${sql.param(OWED_UNTIL_EMAILED)}::int[]) and not s.has_emailed_application_status)
      and ${visible('everyone', 's')})`,
}

export function listEditedRoles(db: Db, scope: Scope) {
  return selectRoles(db)
    .where(isInScope(scope, 'function_role'))
    .orderBy(asc(sql`not ${isOpen}`), asc(sql`lower(${function_role.function_role_name})`), asc(function_role.ref_function_role_id))
}

export async function findEditedRole(db: Db, ref_function_role_id: number) {
  const [role] = await selectRoles(db).where(eq(function_role.ref_function_role_id, ref_function_role_id))
  return role ?? null
}

/** Copies a role's interviews and their interviewers. */
export async function copyRolePlan(tx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.execute(sql`
    insert into role_plan (ref_function_role_id, working_days, one_day, buffer_minutes, daily_maximum, parts)
    select ${to}, working_days, one_day, buffer_minutes, daily_maximum, parts from role_plan where ref_function_role_id = ${from}`)
}

/** Copies a role's team and each person's part, so the same people see the copy's applicants. */
export async function copyTeam(tx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.execute(sql`
    insert into staff_scope (staff_account_id, ref_function_role_id, part)
    select staff_account_id, ${to}, part from staff_scope where ref_function_role_id = ${from}`)
}

/** Returns whether making this address the hiring lead would let someone see applicants they can't see now. */
export async function givesAccess(tx: Db, email: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from staff_account where email = ${email.toLowerCase()} and given_role is not null`)
  return rows.length > 0
}

/** Held until the transaction ends, to serialize changes to a role. */
export async function lockRole(tx: Db, ref_function_role_id: number): Promise<void> {
  await tx
    .select({ one: sql`1` })
    .from(function_role)
    .where(eq(function_role.ref_function_role_id, ref_function_role_id))
    .for('no key update')
}

/** Keeps others from filling an opening of the role or changing the number of openings until the transaction ends. Taken after applicant locks. */
export async function lockOpenings(tx: Db, ref_function_role_id: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`openings ${ref_function_role_id}`}, 0))`)
}

export async function countOpenings(tx: Db, ref_function_role_id: number) {
  const [row] = await tx
    .select({ openings: function_role.openings, filled_openings: sql<number>`(${filledOpenings})` })
    .from(function_role)
    .where(eq(function_role.ref_function_role_id, ref_function_role_id))
  return row!
}

/** Returns how the oldest opening other than `id` spells this name, ignoring case; null if no other opening has it. */
export async function findSpelling(tx: Db, name: 'department' | 'shift', { wanted, id }: { wanted: string; id: number }): Promise<string | null> {
  const [row] = await tx
    .select({ spelling: function_role[name] })
    .from(function_role)
    .where(and(sql`lower(${function_role[name]}) = lower(${wanted})`, ne(function_role.ref_function_role_id, id)))
    .orderBy(asc(function_role.ref_function_role_id))
    .limit(1)
  return row?.spelling ?? null
}

/** The database's time, because that clock decides the state. */
export const NOW = sql<string>`now()`

type Moment = string | SQL<string> | null
/** The columns that, together with the clock, determine a role's state. */
export type RoleStateColumns = {
  disabled_flag?: boolean
  was_public_flag?: boolean
  disabled_at?: Moment
  paused_at?: Moment
  published_at?: Moment
  closes_at?: Moment
}
export type NewRole = Partial<RoleText> & Pick<RoleText, 'function_role_name' | 'hiring_lead_email' | 'hiring_lead_name'>

export async function insertRole(tx: Db, role: Omit<NewRole, keyof RoleStateColumns> & RoleStateColumns, modified_by: number | null): Promise<number> {
  const [row] = await tx
    .insert(function_role)
    .values({ ...role, modified_by })
    .returning({ ref_function_role_id: function_role.ref_function_role_id })
  return row!.ref_function_role_id
}

export async function setRole(
  tx: Db,
  ref_function_role_id: number,
  changes: Omit<Partial<RoleText>, keyof RoleStateColumns> & RoleStateColumns & { modified_by: number },
): Promise<void> {
  await tx
    .update(function_role)
    .set({ ...changes, version: sql`${function_role.version} + 1`, modified_at: sql`now()` })
    .where(eq(function_role.ref_function_role_id, ref_function_role_id))
}

function selectRoles(db: Db) {
  return db.select(editedRole).from(function_role).leftJoin(staff_account, eq(staff_account.staff_account_id, function_role.modified_by)).$dynamic()
}
