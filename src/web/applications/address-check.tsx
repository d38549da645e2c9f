import { useEffect, useState, type RefObject, type ReactNode } from 'react'
import { isEmailAddress } from '#contract/applications/answer-checks.ts'
import { FILLED } from './answers.ts'

/** Shows the address again beside the button: with a typo in it, every email would go astray. */
export function AddressCheck({ form }: { form: RefObject<HTMLFormElement | null> }): ReactNode {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const element = form.current
    const read = () => setAddress(fieldOf(element)?.value.trim() ?? '')
    read()
    element?.addEventListener('input', read)
    element?.addEventListener(FILLED, read)
    return () => {
      element?.removeEventListener('input', read)
      element?.removeEventListener(FILLED, read)
    }
  }, [form])
  if (!isEmailAddress(address)) return null
  return (
    <p className="address-check">
      We'll email you at{' '}
      <strong>
        <bdi>{address}</bdi>
      </strong>
      .{' '}
      <button type="button" className="link" onClick={() => fieldOf(form.current)?.focus()}>
        Change<span className="unseen"> the email address</span>
      </button>
    </p>
  )
}

function fieldOf(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>('[name="email"]') ?? null
}
