import { and, desc, eq, gt, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { function_role } from '#server/db/tables.ts'

/** Published, not disabled, and its closing date (if any) ahead. */
export const isOpen = and(
  eq(function_role.disabled_flag, false),
  or(isNull(function_role.published_at), lte(function_role.published_at, sql`now()`)),
  or(isNull(function_role.closes_at), gt(function_role.closes_at, sql`now()`)),
)

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
  return db.select(openRole).from(function_role).where(isOpen).orderBy(desc(function_role.published_at), desc(function_role.ref_function_role_id))
}

export async function findOpenRole(db: Db, ref_function_role_id: number) {
  const [role] = await db
    .select(openRoleDetail)
    .from(function_role)
    .where(and(eq(function_role.ref_function_role_id, ref_function_role_id), isOpen))
  return role ?? null
}

/** A role that candidates could see once and no longer can, with when it closed; null for any other. */
export async function findClosedRole(db: Db, ref_function_role_id: number) {
  const [role] = await db
    .select({
      ...openRole,
      closed_at: sql<string>`least(case when ${function_role.disabled_flag} then coalesce(${function_role.disabled_at}, ${function_role.modified_at}) end,
        case when ${function_role.closes_at} <= now() then ${function_role.closes_at} end)`.mapWith(function_role.closes_at),
    })
    .from(function_role)
    .where(and(eq(function_role.ref_function_role_id, ref_function_role_id), not(isOpen!), wasPublic))
  return role ?? null
}

/** Closed by hand after it was open, or by its own closing date. */
const wasPublic = or(
  eq(function_role.was_public_flag, true),
  and(eq(function_role.disabled_flag, false), lte(function_role.published_at, sql`now()`), lte(function_role.closes_at, sql`now()`)),
)
