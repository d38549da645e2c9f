import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
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
}

export const openRoleDetail = {
  ...openRole,
  function_role_responsibilities: function_role.function_role_responsibilities,
  function_role_requirements: function_role.function_role_requirements,
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
