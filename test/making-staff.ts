import { eq, sql } from 'drizzle-orm'
import type { AssignedRole } from '#contract/staff/access.ts'
import { staff_account, staff_scope } from '#server/db/tables.ts'
import type { TestApp } from './setup/app.ts'

type StaffInput = { scope?: number[]; may_decide_flag?: boolean; is_suspended?: boolean }

/** Creates someone from outside the company with an assigned role, signed in. */
export async function makeStaff(app: TestApp, given_role: AssignedRole, { scope = [], may_decide_flag = false, is_suspended = false }: StaffInput = {}) {
  const email = `${given_role}-${scope.join('-')}${may_decide_flag ? '-decides' : ''}${is_suspended ? '-suspended' : ''}@agency.example`
  const as = await app.admin(email)
  await app.db
    .update(staff_account)
    .set({ given_role, may_decide_flag, ...(is_suspended && { suspended_at: sql`now()` }) })
    .where(eq(staff_account.staff_account_id, as.staff_account_id))
  const rows = scope.map((ref_function_role_id) => ({ staff_account_id: as.staff_account_id, ref_function_role_id }))
  if (rows.length > 0) await app.db.insert(staff_scope).values(rows).onConflictDoNothing()
  return { ...as, email }
}
