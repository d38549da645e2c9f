import type { Input } from '#contract/endpoint.ts'
import { MAX_VIEWS, type createSavedView, type SavedView, type updateSavedView } from '#contract/applicants/saved-views.ts'
import { insertOwn, orTaken, type OwnRows } from '#server/auth/own-rows.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { found } from '#server/http/changes.ts'
import { countViews, deleteView, insertView, setView, type Own, type OwnView } from './view-store.ts'

const VIEWS: OwnRows = { noun: 'view', most: MAX_VIEWS, once: 'saved_view_once', count: countViews }
const UNKNOWN = 'That view was not found.'

/** Saves a view under a name. Throws 409 when the name is taken, or when the person already has the maximum number. */
export function saveView(db: Db, own: Own, written: Input<typeof createSavedView>): Promise<SavedView> {
  return insertOwn(db, VIEWS, { own, name: written.view_name, insert: (tx) => insertView(tx, own, written) })
}

/** Throws 404 if it doesn't exist or isn't the caller's, 409 if the name is taken. */
export function changeView(db: Db, own: OwnView, written: Omit<Input<typeof updateSavedView>, 'id'>): Promise<SavedView> {
  return orTaken(VIEWS, written.view_name, async () => found(await setView(db, own, written as Partial<SavedView>), UNKNOWN))
}

/** Throws 404 if it doesn't exist or isn't the caller's. Owners can also remove shared views, because someone who has left can't. */
export async function removeView(db: Db, caller: StaffCaller, saved_view_id: number): Promise<null> {
  const { staff_account_id, roles } = caller
  found((await deleteView(db, { staff_account_id, saved_view_id }, { orShared: roles.includes('admin') })) || null, UNKNOWN)
  return null
}
