import { and, eq, sql } from 'drizzle-orm'
import type { SavedView } from '#contract/applicants/saved-views.ts'
import type { Db } from '#server/db/connect.ts'
import { saved_view, staff_account } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { isInScope } from '#server/people/visible.ts'

type Content = Pick<SavedView, 'view_name' | 'view_path' | 'is_shared'>
export type ViewOwner = { staff_account_id: number }
export type OwnView = ViewOwner & { saved_view_id: number }

const view = ({ staff_account_id }: ViewOwner) => ({
  saved_view_id: saved_view.saved_view_id,
  view_name: saved_view.view_name,
  view_path: saved_view.view_path,
  is_shared: saved_view.is_shared,
  email: sql<string>`(select a.email from ${staff_account} a where a.staff_account_id = ${saved_view}.staff_account_id)`,
  is_own: sql<boolean>`${saved_view}.staff_account_id = ${staff_account_id}`,
})

/** The caller's own views, and shared ones about roles within the scope. */
export function listViews(db: Db, own: ViewOwner & { scope: Scope }): Promise<SavedView[]> {
  const role = sql`split_part(${saved_view.view_path}, '/', 4)`
  const inScope = sql`(${role} = 'all' or exists (select 1 from function_role where ref_function_role_id::text = ${role} and ${isInScope(own.scope, 'function_role')}))`
  return db
    .select(view(own))
    .from(saved_view)
    .where(sql`${saved_view.staff_account_id} = ${own.staff_account_id} or (${saved_view.is_shared} and ${inScope})`)
    .orderBy(sql`lower(${saved_view.view_name})`, saved_view.saved_view_id)
}

export function countViews(tx: Db, { staff_account_id }: ViewOwner): Promise<number> {
  return tx.$count(saved_view, eq(saved_view.staff_account_id, staff_account_id))
}

export async function insertView(tx: Db, own: ViewOwner, written: Content): Promise<SavedView> {
  const [row] = await tx
    .insert(saved_view)
    .values({ staff_account_id: own.staff_account_id, ...written })
    .returning(view(own))
  return row!
}

/** Null if this person has no such view. */
export async function setView(db: Db, own: OwnView, written: Partial<Content>): Promise<SavedView | null> {
  const [row] = await db
    .update(saved_view)
    .set({ saved_view_id: own.saved_view_id, ...written })
    .where(isOwn(own))
    .returning(view(own))
  return row ?? null
}

export type DeletedView = Content & ViewOwner

/** Returns the deleted view, or null if this person had no such view; `orShared` also allows a shared one. */
export async function deleteView(db: Db, own: OwnView, { orShared }: { orShared: boolean }): Promise<DeletedView | null> {
  const { saved_view_id, staff_account_id, view_name, view_path, is_shared } = saved_view
  const which = orShared ? sql`(${isOwn(own)} or (${eq(saved_view_id, own.saved_view_id)} and ${is_shared}))` : isOwn(own)
  const [row] = await db.delete(saved_view).where(which).returning({ staff_account_id, view_name, view_path, is_shared })
  return row ?? null
}

function isOwn({ staff_account_id, saved_view_id }: OwnView) {
  return and(eq(saved_view.saved_view_id, saved_view_id), eq(saved_view.staff_account_id, staff_account_id))
}
