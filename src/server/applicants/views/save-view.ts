import type { Input } from '#contract/endpoint.ts'
import { MAX_VIEWS, type createSavedView, type SavedView, type updateSavedView } from '#contract/applicants/saved-views.ts'
import { lockStaffAccount } from '#server/auth/store.ts'
import { isUniqueViolation } from '#server/db/faults.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { countViews, deleteView, insertView, setView, type Own, type OwnView } from './view-store.ts'

/** Saves a view under a name. Throws 409 when the name is taken, or when the person already has the maximum number. */
export async function saveView(db: Db, own: Own, written: Input<typeof createSavedView>): Promise<SavedView> {
  return orTaken(written, () =>
    db.transaction(async (tx) => {
      await lockStaffAccount(tx, own.staff_account_id)
      if ((await countViews(tx, own)) >= MAX_VIEWS) throw new HttpError(409, `You have ${MAX_VIEWS} views. Delete one you no longer need.`)
      return insertView(tx, own, written)
    }),
  )
}

/** Throws 404 if it doesn't exist or isn't the caller's, 409 if the name is taken. */
export async function changeView(db: Db, own: OwnView, written: Omit<Input<typeof updateSavedView>, 'id'>): Promise<SavedView> {
  return orTaken(written, async () => found(await setView(db, own, written as Partial<SavedView>), UNKNOWN))
}

/** Throws 404 if it doesn't exist or isn't the caller's. Owners can also remove shared views, because someone who has left can't. */
export async function removeView(db: Db, caller: StaffCaller, saved_view_id: number): Promise<null> {
  const { staff_account_id, roles } = caller
  found((await deleteView(db, { staff_account_id, saved_view_id }, { orShared: roles.includes('admin') })) || null, UNKNOWN)
  return null
}

const UNKNOWN = 'That view was not found.'

async function orTaken<T>({ view_name }: { view_name?: string | undefined }, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (fault) {
    if (isUniqueViolation(fault, 'saved_view_once')) throw new HttpError(409, `You already have a view named '${view_name}'.`)
    throw fault
  }
}
