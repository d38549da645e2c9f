/** Shows times in this device's time zone, unless the candidate has chosen one. */
export function followZone(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-guessed-zone]')
  const query = new URLSearchParams(location.search)
  if (!form || query.has('zone')) return
  // Only where times are shown: on an old phone, the first lookup takes longer than the rest of the page.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!timeZone || timeZone === form.dataset['guessedZone']) return
  query.set('zone', timeZone)
  location.replace(`${location.pathname}?${query}`)
}
