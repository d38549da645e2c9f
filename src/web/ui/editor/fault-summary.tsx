import { Alert, Anchor, List } from '@mantine/core'
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import type { Faults } from './use-editing.ts'

type Props = {
  faults: Faults
  /** The fields' labels on the screen. */
  labels: Readonly<Record<string, string>>
  idOf: (field: string) => string
  /** Increases with each rejected save; the summary then takes the focus. */
  attempt: number
}

/** Every error of a form, including the server's, listed at its top with a link to each field. */
export function FaultSummary({ faults, labels, idOf, attempt }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (Object.keys(faults).length === 0) return null
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      variant="light"
      role="alert"
      title="There is a problem"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm">
        {Object.entries(faults).map(([field, message]) => (
          <List.Item key={field}>
            {labels[field] && `${labels[field]}: `}
            <Anchor href={`#${idOf(field)}`} onClick={focusField} size="sm" underline="always">
              {message}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  event.preventDefault()
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
