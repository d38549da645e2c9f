/** Keeps the Back button from showing anything after signing out: a page restored from the browser's cache asks the server again. */
export function forgetOwnPages(): void {
  if (!document.querySelector('[action="/application/sign-out"]')) return
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}
