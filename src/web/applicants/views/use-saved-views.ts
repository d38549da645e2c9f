import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { createSavedView, deleteSavedView, listSavedViews, undoDeletedView, updateSavedView, type SavedView } from '#contract/applicants/saved-views.ts'
import { call } from '#web/call.ts'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { reviewPath } from '#web/applicants/filters/use-filters.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { NONE_HIDDEN, type Columns } from '#web/applicants/table/columns/use-columns.ts'

/** Sent only once: a retry after a lost response would be rejected because the name is taken. */
const ONCE = { retries: 0 }

export type SavedViews = {
  query: UseQueryResult<SavedView[]>
  save: (written: Pick<SavedView, 'view_name' | 'is_shared'>) => Promise<void>
  change: (view: SavedView, written: Partial<Pick<SavedView, 'view_name' | 'view_path' | 'is_shared'>>) => Promise<void>
  /** Resolves to the undo token. */
  remove: (view: SavedView) => Promise<string>
  /** Undoes a deletion. */
  bringBack: (undo_token: string) => Promise<void>
}

/** This person's views, and the actions on them; each rejects with the server's message. */
export function useSavedViews(view_path: string): SavedViews {
  const memory = useQueryClient()
  const reread = () => memory.invalidateQueries({ queryKey: keyOf(listSavedViews) })
  return {
    query: useCall(listSavedViews, {}),
    save: async (written) => {
      await call(createSavedView, { ...written, view_path }, ONCE)
      await reread()
    },
    bringBack: async (undo_token) => {
      await call(undoDeletedView, { undo_token }, ONCE)
      await reread()
    },
    change: async ({ saved_view_id }, written) => {
      await call(updateSavedView, { id: saved_view_id, ...written }, ONCE)
      await reread()
    },
    remove: async ({ saved_view_id }) => {
      const { undo_token } = await call(deleteSavedView, { id: saved_view_id }, ONCE)
      await reread()
      return undo_token
    },
  }
}

/** The current view as it would be saved: without the open applicant and the search. */
export function viewPathOf(
  { roleId, statusId, days, sort, answeredText, resume, due, decidedText, licenses, mine, across }: Filters,
  { hidden }: Columns,
): string {
  const query = new URLSearchParams({
    ...(sort && { sort }),
    ...(answeredText && { answered: answeredText }),
    ...(resume && { resume }),
    ...(due && { due }),
    ...(decidedText && { decided: decidedText }),
    ...(licenses && { licenses }),
    ...(mine && { mine: 'yes' }),
    ...(across && { across }),
    hide: hidden.join(',') || NONE_HIDDEN,
  })
  return `${reviewPath({ roleId, statusId, days, user_session_id: null })}?${query}`
}
