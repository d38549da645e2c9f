/** Shows the times in the zone of this device, unless the candidate has named one. */
export function followZone(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-guessed-zone]')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const query = new URLSearchParams(location.search)
  if (!form || !timeZone || timeZone === form.dataset['guessedZone'] || query.has('zone')) return
  query.set('zone', timeZone)
  location.replace(`${location.pathname}?${query}`)
}
