import { clearAllDrafts } from './drafts.ts'

/** Forgets the person this browser knows, here and on the server's side of its cookies, and opens an empty form. */
export function startOver(role_id: number): void {
  clearAllDrafts()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `/roles/${role_id}/start-over`
  document.body.append(form)
  form.submit()
}
