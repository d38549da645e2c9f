import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  id: string
  label: string
  description?: string
  /** ISO 8601, '' if empty. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A date and time in the person's time zone, stored in UTC. */
export function MomentField({ value, onChange, ...rest }: Props): ReactNode {
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      value={localOf(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? '' : new Date(event.currentTarget.value).toISOString())}
    />
  )
}

function localOf(instant: string): string {
  if (instant === '' || Number.isNaN(Date.parse(instant))) return ''
  const there = new Date(instant)
  return new Date(there.getTime() - there.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
