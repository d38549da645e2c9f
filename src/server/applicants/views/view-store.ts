import { and, eq, sql } from 'drizzle-orm'
import type { SavedView } from '#contract/applicants/saved-views.ts'
import type { Db } from '#server/db/connect.ts'
import { saved_view } from '#server/db/tables.ts'

const view = { saved_view_id: saved_view.saved_view_id, view_name: saved_view.view_name, view_path: saved_view.view_path }
type Written = Pick<SavedView, 'view_name' | 'view_path'>
export type Own = { staff_account_id: number }
export type OwnView = Own & { saved_view_id: number }

export function listViews(db: Db, { staff_account_id }: Own): Promise<SavedView[]> {
  return db
    .select(view)
    .from(saved_view)
    .where(eq(saved_view.staff_account_id, staff_account_id))
    .orderBy(sql`lower(${saved_view.view_name})`, saved_view.saved_view_id)
}

export function countViews(tx: Db, { staff_account_id }: Own): Promise<number> {
  return tx.$count(saved_view, eq(saved_view.staff_account_id, staff_account_id))
}

export async function insertView(tx: Db, { staff_account_id }: Own, written: Written): Promise<SavedView> {
  const [row] = await tx
    .insert(saved_view)
    .values({ staff_account_id, ...written })
    .returning(view)
  return row!
}

/** Null if this person has no such view. */
export async function setView(db: Db, own: OwnView, written: Partial<Written>): Promise<SavedView | null> {
  const [row] = await db
    .update(saved_view)
    .set({ saved_view_id: own.saved_view_id, ...written })
    .where(isOwn(own))
    .returning(view)
  return row ?? null
}

/** Whether this person had such a view. */
export async function deleteView(db: Db, own: OwnView): Promise<boolean> {
  return (await db.delete(saved_view).where(isOwn(own)).returning(view)).length > 0
}

function isOwn({ staff_account_id, saved_view_id }: OwnView) {
  return and(eq(saved_view.saved_view_id, saved_view_id), eq(saved_view.staff_account_id, staff_account_id))
}
