import { isNpi } from '#contract/licenses/npi.ts'

/** Reports a wrong check digit before the form is sent; the server checks it too. */
export function checkNpi(): void {
  const field = document.querySelector<HTMLInputElement>('input#npi')
  field?.addEventListener('input', () => {
    const npi = field.value.trim()
    field.setCustomValidity(npi === '' || isNpi(npi) ? '' : 'This NPI has a typo: check its 10 digits.')
  })
}
