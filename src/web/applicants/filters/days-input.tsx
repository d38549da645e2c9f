import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { daysOf } from '#contract/applicants/applicants.ts'
import { EVER, type Filters } from './use-filters.ts'
import { useTyped } from './use-typed.ts'

const PAUSE_MS = 400

/** Updates the URL shortly after the last keystroke, or on leaving the field. An empty field counts as 1, but only once it's left. */
export function DaysInput({ filters }: { filters: Filters }): ReactNode {
  const go = (text: string) => {
    const days = daysOf(text)
    if (days !== filters.days) filters.go({ days, user_session_id: null }, { replace: true })
  }
  const [typed, setTyped] = useTyped(filters.days === EVER ? '' : String(filters.days), (text) => text !== '' && go(text), PAUSE_MS)
  const finish = (text: string) => {
    if (text === '' && filters.days === EVER) return
    setTyped(String(daysOf(text)))
    go(text)
  }
  return (
    <NumberInput
      label="Applied in the last (days)"
      min={1}
      max={EVER}
      placeholder="All time"
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      disabled={filters.roleId === null}
      onChange={(text) => setTyped(String(text))}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && finish(event.currentTarget.value)}
    />
  )
}
