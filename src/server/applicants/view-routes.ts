import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '#contract/saved-views.ts'
import { answer, type House } from '#server/http/answer.ts'
import { changeView, removeView, saveView } from './save-view.ts'
import { listViews } from './view-store.ts'

export function viewRoutes(house: House): void {
  const { db } = house.services

  answer(house, listSavedViews, ({ caller }) => listViews(db, caller))
  answer(house, createSavedView, ({ input, caller }) => saveView(db, caller, input))
  answer(house, updateSavedView, ({ input: { id, ...written }, caller }) => changeView(db, { ...caller, saved_view_id: id }, written))
  answer(house, deleteSavedView, ({ input, caller }) => removeView(db, { ...caller, saved_view_id: input.id }))
}
