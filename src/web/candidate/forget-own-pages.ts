/** Going back after signing out shows nothing: a page the browser kept whole asks the server again. */
export function forgetOwnPages(): void {
  if (!document.querySelector('[action="/application/sign-out"]')) return
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}
