import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { assignment, staff_account } from '#server/db/tables.ts'

/** Locked, so two simultaneous assignments run one after the other. */
export async function findAssignee(tx: Db, user_session_id: number): Promise<string | null> {
  await tx.execute(sql`select 1 from user_session where user_session_id = ${user_session_id} for no key update`)
  const [row] = await tx
    .select({ email: staff_account.email })
    .from(assignment)
    .innerJoin(staff_account, eq(staff_account.staff_account_id, assignment.staff_account_id))
    .where(eq(assignment.user_session_id, user_session_id))
  return row?.email ?? null
}

/** People who assign an applicant to themselves don't need a digest about it. */
export async function setAssignment(tx: Db, given: { user_session_id: number; staff_account_id: number; assigned_by: number }): Promise<void> {
  const set = { ...given, assigned_at: sql`now()`, told_at: given.assigned_by === given.staff_account_id ? sql`now()` : null }
  await tx.insert(assignment).values(set).onConflictDoUpdate({ target: assignment.user_session_id, set })
}

export async function deleteAssignment(tx: Db, user_session_id: number): Promise<void> {
  await tx.delete(assignment).where(eq(assignment.user_session_id, user_session_id))
}
