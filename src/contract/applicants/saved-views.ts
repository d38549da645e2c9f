import { z } from 'zod'
import { endpoint, Id, IdText, boundedText, requiredText } from '../endpoint.ts'

export const MAX_VIEWS = 50

const ViewName = requiredText(60, 'A name is required')

/**
 * A location in Applicant Review: role, status and days, with filters, sort order, hidden columns and the question compared across applicants. It
 * leaves out the open applicant and the search, because either may identify someone, and views are stored.
 */
const VIEW_PATH =
  /^\/admin\/applications\/(?:all|\d{1,10})\/(?:all|\d{1,10})\/\d{1,5}(?:\?(?:(?:sort|hide|answered|resume|due|decided|licenses|mine|across)=[\w.,%-]*&?)*)?$/
const ViewPath = z.string().max(4000).regex(VIEW_PATH, "This isn't a view in Applicant Review")

/** Filters, sort order and columns under a name. Each admin has their own and sees the ones others share. */
export const SavedView = z.object({
  saved_view_id: Id,
  view_name: z.string(),
  view_path: z.string(),
  /** Visible to everyone with access to its role. */
  is_shared: z.boolean(),
  /** The email address of the person who saved it. */
  email: z.string(),
  is_own: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

const byId = z.object({ id: IdText })

export const listSavedViews = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/views',
  summary: "List the caller's saved views and those shared by others, by name",
  output: z.array(SavedView),
})

export const createSavedView = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/views',
  summary: `Save a view; 409 if the name is taken or the caller already has ${MAX_VIEWS}`,
  status: 201,
  body: z.object({ view_name: ViewName, view_path: ViewPath, is_shared: z.boolean().default(false) }),
  output: SavedView,
})

export const updateSavedView = endpoint({
  who: 'admin',
  may: 'read',
  method: 'PUT',
  path: '/api/applicants/views/{id}',
  summary: "Rename, share or unshare one of the caller's views, or change what it shows; 409 if the name is taken",
  params: byId,
  body: z.object({ view_name: ViewName.optional(), view_path: ViewPath.optional(), is_shared: z.boolean().optional() }),
  output: SavedView,
})

export const deleteSavedView = endpoint({
  who: 'admin',
  may: 'read',
  method: 'DELETE',
  path: '/api/applicants/views/{id}',
  summary: "Delete one of the caller's views; owners can delete shared ones, too",
  params: byId,
  output: z.object({ undo_token: z.string() }),
})

export const undoDeletedView = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/views/undo',
  summary: 'Restore a view the caller deleted, for the person who saved it; 409 if that person has reused the name or has the maximum number',
  status: 201,
  body: z.object({ undo_token: boundedText(8000) }),
  output: SavedView,
})
