import { and, desc, eq, sql } from 'drizzle-orm'
import { ROLE_STATES, roleStatesWhere, type RoleState } from '#contract/roles.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role } from '#server/db/tables.ts'

const r = function_role

/** Disabled manually or not published yet. */
const isHeld = sql`(${r.disabled_flag} or coalesce(${r.published_at} > now(), false))`

/**
 * A role's state, derived from its row and the clock so no date can be missed. A draft with a future date is published on that date, and anything
 * candidates can see closes on its closing date.
 */
export const roleState = sql<RoleState>`case
  when ${isHeld} and not ${r.was_public_flag} then 'draft'
  when ${r.closes_at} <= now() then 'closed'
  when ${isHeld} and ${r.paused_at} is not null then 'paused'
  when ${isHeld} then 'closed'
  else 'published' end`

const inState = (states: RoleState[]) => sql`(${roleState}) = any(${sql.param(states)}::text[])`

/** Accepts applications. */
export const isOpen = inState(roleStatesWhere(({ acceptsApplications }) => acceptsApplications))
const isListed = inState(roleStatesWhere((meaning) => meaning.isListed))
/** Candidates can see its page. */
export const isShown = inState(roleStatesWhere(({ page }) => page === 200))
const wasShown = inState(roleStatesWhere(({ page }) => page === 410))
const closingTime = sql<string>`least(case when ${isHeld} and ${r.paused_at} is null then coalesce(${r.disabled_at}, ${r.modified_at}) end,
  case when ${r.closes_at} <= now() then ${r.closes_at} end)`
/** When the role closed; null unless it has. `of` is the statement's alias for a table with `ref_function_role_id`. */
export const roleClosedAt = (of: string) =>
  sql`(select ${closingTime} from ${r} where ${r.ref_function_role_id} = ${sql.identifier(of)}.ref_function_role_id and ${wasShown})`

const openRole = {
  ref_function_role_id: function_role.ref_function_role_id,
  function_role_name: function_role.function_role_name,
  function_role_description: function_role.function_role_description,
  salary_min: function_role.salary_min,
  salary_max: function_role.salary_max,
  salary_currency: function_role.salary_currency,
  salary_unit: function_role.salary_unit,
  published_at: function_role.published_at,
  closes_at: function_role.closes_at,
  department: function_role.department,
  specialty: function_role.specialty,
  shift: function_role.shift,
  license_states: function_role.license_states,
}

export const openRoleDetail = {
  ...openRole,
  function_role_responsibilities: function_role.function_role_responsibilities,
  function_role_requirements: function_role.function_role_requirements,
  reply_within_days: function_role.reply_within_days,
  modified_at: function_role.modified_at,
}

export function listOpenRoles(db: Db) {
  return db.select(openRole).from(function_role).where(isListed).orderBy(desc(function_role.published_at), desc(function_role.ref_function_role_id))
}

export async function findOpenRole(db: Db, ref_function_role_id: number) {
  const role = await findShownRole(db, ref_function_role_id)
  return role && ROLE_STATES[role.state].acceptsApplications ? role : null
}

/** Returns a role if candidates can see its page. */
export async function findShownRole(db: Db, ref_function_role_id: number) {
  const [role] = await selectPage(db).where(and(eq(r.ref_function_role_id, ref_function_role_id), isShown))
  return role ?? null
}

/** Returns a role as shown on its page, in any state; for previews. */
export async function findRolePage(db: Db, ref_function_role_id: number) {
  const [role] = await selectPage(db).where(eq(r.ref_function_role_id, ref_function_role_id))
  return role ?? null
}

/** Returns the same roles in the same order, as shown on their pages; for feeds. */
export function listRolePages(db: Db) {
  return selectPage(db).where(isListed).orderBy(desc(r.published_at), desc(r.ref_function_role_id))
}

/** Returns a role that candidates used to be able to see, and when it closed; null for any other role. */
export async function findClosedRole(db: Db, ref_function_role_id: number) {
  const [role] = await db
    .select({ ...openRole, closed_at: closingTime.mapWith(r.closes_at) })
    .from(r)
    .where(and(eq(r.ref_function_role_id, ref_function_role_id), wasShown))
  return role ?? null
}

function selectPage(db: Db) {
  return db
    .select({ ...openRoleDetail, state: roleState })
    .from(r)
    .$dynamic()
}
