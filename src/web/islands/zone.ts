/** Moves this device's time zone to the top of the list, and shows times in it unless the candidate has selected another. */
export function followZone(): void {
  const list = document.querySelector<HTMLSelectElement>('select#zone')
  if (!list) return
  // Only where times are shown: on an old phone, the first lookup takes longer than the rest of the page.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!timeZone) return
  putFirst(list, timeZone)
  const guessed = list.form?.dataset['guessedZone']
  const query = new URLSearchParams(location.search)
  if (guessed === undefined || guessed === timeZone || query.has('zone')) return
  query.set('zone', timeZone)
  location.replace(`${location.pathname}?${query}`)
}

function putFirst(list: HTMLSelectElement, timeZone: string): void {
  const chosen = list.value
  const option = [...list.options].find(({ value }) => value === timeZone) ?? new Option(timeZone.replaceAll('_', ' '), timeZone)
  option.text = `${option.text} (this device)`
  list.prepend(option)
  list.value = chosen
}
