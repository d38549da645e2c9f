import { createSavedView, deleteSavedView, listSavedViews, undoDeletedView, updateSavedView } from '#contract/applicants/saved-views.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { changeView, removeView, restoreView, saveView } from './save-view.ts'
import { listViews } from './view-store.ts'

export function viewRoutes(context: AppContext): void {
  const { services } = context
  const { db } = services

  answer(context, listSavedViews, ({ caller }) => listViews(db, caller))
  answer(context, createSavedView, ({ input, caller }) => saveView(db, caller, input))
  answer(context, updateSavedView, ({ input: { id, ...written }, caller }) => changeView(db, { ...caller, saved_view_id: id }, written))
  answer(context, deleteSavedView, ({ input, caller }) => removeView(services, caller, input.id))
  answer(context, undoDeletedView, ({ input, caller }) => restoreView(services, caller, input.undo_token))
}
