import type { Input } from '#contract/endpoint.ts'
import { MAX_VIEWS, type createSavedView, type SavedView, type updateSavedView } from '#contract/applicants/saved-views.ts'
import { insertOwn, orNameTaken, type OwnedRows } from '#server/auth/own-rows.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { sign, verify } from '#server/http/keys.ts'
import type { Services } from '#server/services.ts'
import { countViews, deleteView, insertView, setView, type DeletedView, type ViewOwner, type OwnView } from './view-store.ts'

const VIEWS: OwnedRows = { noun: 'view', most: MAX_VIEWS, once: 'saved_view_once', count: countViews }
const UNKNOWN = 'That view was not found.'
const UNDO = 'undo-view'

type Deps = Pick<Services, 'db' | 'keys'>
type UndoableDeletion = DeletedView & { deleted_by: number }

/** Saves a view under a name. Throws 409 when the name is taken or the person already has the maximum number of views. */
export function saveView(db: Db, own: ViewOwner, written: Input<typeof createSavedView>): Promise<SavedView> {
  return insertOwn(db, VIEWS, { own, name: written.view_name, insert: (tx) => insertView(tx, own, written) })
}

/** Throws 404 if the view doesn't exist or isn't the caller's, 409 if the name is taken. */
export function changeView(db: Db, own: OwnView, written: Omit<Input<typeof updateSavedView>, 'id'>): Promise<SavedView> {
  return orNameTaken(VIEWS, written.view_name, async () => found(await setView(db, own, written as Partial<SavedView>), UNKNOWN))
}

/**
 * Deletes a view and returns a token that undoes it. Throws 404 if it doesn't exist or isn't the caller's. Owners can also remove shared views,
 * because someone who has left can't.
 */
export async function removeView({ db, keys }: Deps, caller: StaffCaller, saved_view_id: number): Promise<{ undo_token: string }> {
  const { staff_account_id, roles } = caller
  const deleted = found(await deleteView(db, { staff_account_id, saved_view_id }, { orShared: roles.includes('admin') }), UNKNOWN)
  return { undo_token: sign(keys, UNDO, JSON.stringify({ ...deleted, deleted_by: staff_account_id } satisfies UndoableDeletion)) }
}

/**
 * Restores a view the caller deleted, for the person who had saved it. Throws 404 for a token that isn't the caller's, 409 when that person has
 * reused its name or already has the maximum number.
 */
export async function restoreView({ db, keys }: Deps, caller: StaffCaller, undo_token: string): Promise<SavedView> {
  const text = verify(keys, UNDO, undo_token)
  const deleted = text === null ? null : (JSON.parse(text) as UndoableDeletion)
  if (deleted?.deleted_by !== caller.staff_account_id) throw new HttpError(404, UNKNOWN)
  const { staff_account_id, view_name, view_path, is_shared } = deleted
  const own = { staff_account_id }
  const is_own = staff_account_id === caller.staff_account_id
  if (!is_own && !caller.roles.includes('admin')) throw new HttpError(404, UNKNOWN)
  const restored = insertOwn(db, VIEWS, { own, name: view_name, insert: (tx) => insertView(tx, own, { view_name, view_path, is_shared }) })
  return { ...(await (is_own ? restored : restored.catch(rethrowForOtherOwner))), is_own }
}

function rethrowForOtherOwner(error: unknown): never {
  throw error instanceof HttpError ? new HttpError(409, 'Its owner now has another view with that name, or the maximum number of views.') : error
}
