import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { function_role, role_plan } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { isInScope } from '#server/people/visible.ts'

type OwnPlan = Omit<typeof role_plan.$inferSelect, 'ref_function_role_id'>

/** The version of the role with its interviews, null before they're set up; null for a role outside the scope. */
export async function findRolePlan(db: Db, id: number, scope: Scope) {
  const [row] = await db
    .select({ version: function_role.version, role_plan })
    .from(function_role)
    .leftJoin(role_plan, eq(role_plan.ref_function_role_id, function_role.ref_function_role_id))
    .where(and(eq(function_role.ref_function_role_id, id), isInScope(scope, 'function_role')))
  if (!row) return null
  if (!row.role_plan) return { version: row.version, plan: null }
  const { ref_function_role_id: _id, ...plan } = row.role_plan
  return { version: row.version, plan }
}

export async function setRolePlan(tx: Db, ref_function_role_id: number, plan: OwnPlan): Promise<void> {
  await tx
    .insert(role_plan)
    .values({ ref_function_role_id, ...plan })
    .onConflictDoUpdate({ target: role_plan.ref_function_role_id, set: plan })
}
