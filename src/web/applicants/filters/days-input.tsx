import { NumberInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { daysOf } from '#contract/applicants.ts'
import type { Filters } from './use-filters.ts'

const PAUSE_MS = 400

/** Updates the address shortly after the last key, or on leaving the field. */
export function DaysInput({ filters }: { filters: Filters }): ReactNode {
  const [typed, setTyped] = useState<string | number>(filters.days)
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>()
  const apply = (text: string | number) => {
    clearTimeout(timer)
    const days = daysOf(String(text))
    setTyped(days)
    if (days !== filters.days) filters.go({ days, user_session_id: null }, { replace: true })
  }
  return (
    <NumberInput
      label="Applied in the last (days)"
      min={1}
      max={36_500}
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      disabled={filters.roleId === null}
      onChange={(text) => {
        setTyped(text)
        clearTimeout(timer)
        if (text !== '') setTimer(setTimeout(() => apply(text), PAUSE_MS))
      }}
      onBlur={() => apply(typed)}
      onKeyDown={(event) => event.key === 'Enter' && apply(typed)}
    />
  )
}
