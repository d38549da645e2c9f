import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'

export type LabeledError = { path: string; message: string; label: string }

/** A form's errors, listed at the top, each linked to its field. Whenever `attempt` increases, the first of these fields gets the focus. */
export function ErrorSummary({ faults, attempt }: { faults: LabeledError[]; attempt: number }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const first = faults[0]?.path
  useEffect(() => {
    if (attempt > 0 && !focusOn(`field-${first}`)) box.current?.focus()
    // Correcting the first error must not move the focus to the next one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])
  if (faults.length === 0) return null
  return (
    <div className="notice bad summary" id="error-summary" tabIndex={-1} ref={box}>
      <div role="alert">
        <h2>There is a problem</h2>
      </div>
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
  if (focusOn(decodeURIComponent(event.currentTarget.hash.slice(1)))) event.preventDefault()
}

/** Returns false if the field isn't on the page. */
function focusOn(id: string): boolean {
  const field = document.getElementById(id)
  field?.focus({ preventScroll: true })
  field?.closest('.field')?.scrollIntoView({ block: 'center' })
  return field !== null
}
