import { START_OVER } from '#contract/pages.ts'
import { clearAllDrafts } from './drafts.ts'

/** Makes the server clear the cookies of the person this browser recognizes, and opens an empty form. */
export function startOver(role_id: number): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `/roles/${role_id}/start-over`
  document.body.append(form)
  form.submit()
}

/** Deletes the previous person's drafts when someone else starts in this browser. */
export function forgetPreviousPerson(): void {
  if (window.location.hash !== START_OVER) return
  clearAllDrafts()
  history.replaceState(null, '', window.location.pathname + window.location.search)
}
