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

/** Shows the selected time in the bar. */
export function nameHeldTime(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-hold]')
  const name = () => {
    const chosen = button?.form?.querySelector<HTMLInputElement>('input[type=radio]:checked')
    if (button && chosen) button.replaceChildren(...splitAtTimes(button.dataset['hold']!.replace('{time}', chosen.getAttribute('aria-label')!)))
  }
  button?.form?.addEventListener('change', name)
  // On Back, the browser restores the selection.
  name()
}

/** The text, with its time kept on one line. */
function splitAtTimes(text: string): (string | Node)[] {
  return text.split(/(\d+:\d\d [AP]M \S+)/).map((piece, at) => {
    if (at % 2 === 0) return piece
    const clock = document.createElement('span')
    clock.className = 'clock'
    clock.textContent = piece
    return clock
  })
}
