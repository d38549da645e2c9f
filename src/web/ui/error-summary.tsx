import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'

export type Fault = { path: string; message: string; label: string }

/** Every error of a form, at its top, each linked to its field. Takes the focus whenever `attempt` increases. */
export function ErrorSummary({ faults, attempt }: { faults: Fault[]; attempt: number }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (faults.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- without a script nothing else would lead to the errors
    <div className="notice bad summary" id="error-summary" role="alert" tabIndex={-1} ref={box} autoFocus>
      <h2>There is a problem</h2>
      <ul>
        {faults.map(({ path, message, label }) => (
          <li key={path}>
            <a href={`#field-${path}`} onClick={focusField}>
              {label === '' ? message : `${label.replace(/[?.:]+$/, '')}: ${message}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  field.closest('.field')?.scrollIntoView({ block: 'center' })
}
