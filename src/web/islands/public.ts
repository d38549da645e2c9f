import { makeShareMenu } from '../careers/role/share.ts'
import { initOpenings } from '../careers/init-openings.ts'
import { makeSearch, markApplied } from '../careers/openings/search.ts'
import { forgetOwnPages } from '../candidate/forget-own-pages.ts'
import { makeTabs } from '../careers/role/tabs.ts'
import { isNpi, NPI_TYPO } from '#contract/licenses/npi.ts'

for (const share of document.querySelectorAll<HTMLDetailsElement>('details.share')) makeShareMenu(share)
for (const tabs of document.querySelectorAll<HTMLElement>('.tabs')) makeTabs(tabs)
initOpenings()
forgetOwnPages()
checkNpi()
followZone()
nameHeldTime()
makeSearch()
markApplied()

/**
 * Shows a wrong check digit the way the server does, before the form is sent; the server checks it too. Not when the field loses focus: the error
 * would move the button being pressed.
 */
function checkNpi(): void {
  const field = document.querySelector<HTMLInputElement>('input#npi')
  field?.form?.addEventListener('submit', (event) => {
    const skipsValidation = event.submitter instanceof HTMLButtonElement && event.submitter.formNoValidate
    if (skipsValidation || updateError(field)) return
    event.preventDefault()
    field.focus()
  })
}

/** Shows or removes the error; returns whether the number is valid or empty. */
function updateError(field: HTMLInputElement): boolean {
  const npi = field.value.trim()
  const isValid = npi === '' || isNpi(npi)
  field.closest('.field')?.classList.toggle('wrong', !isValid)
  document.getElementById(ERROR)?.remove()
  if (isValid) {
    for (const name of ['aria-invalid', 'aria-describedby']) field.removeAttribute(name)
    return true
  }
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', ERROR)
  field.before(makeError())
  return false
}

const ERROR = 'npi-fault'

function makeError(): HTMLElement {
  const error = Object.assign(document.createElement('p'), { id: ERROR, className: 'fault' })
  error.append(Object.assign(document.createElement('span'), { className: 'unseen', textContent: 'Error: ' }), `${NPI_TYPO}.`)
  return error
}

/** Moves this device's time zone to the top of the list, and shows times in it unless the candidate has selected another. */
function followZone(): void {
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
function nameHeldTime(): void {
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
