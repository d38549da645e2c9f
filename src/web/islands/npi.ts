import { isNpi, NPI_TYPO } from '#contract/licenses/npi.ts'

/**
 * Shows a wrong check digit the way the server does, before the form is sent; the server checks it too. Not when the field loses focus: the error
 * would move the button being pressed.
 */
export function checkNpi(): void {
  const field = document.querySelector<HTMLInputElement>('input#npi')
  field?.form?.addEventListener('submit', (event) => {
    const skipsValidation = event.submitter instanceof HTMLButtonElement && event.submitter.formNoValidate
    if (skipsValidation || showError(field)) return
    event.preventDefault()
    field.focus()
  })
}

/** Shows or removes the error; returns whether the number is valid or empty. */
function showError(field: HTMLInputElement): boolean {
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
