import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { listStatuses } from '#contract/statuses/statuses.ts'
import { useCall } from '#web/ui/use-call.ts'

type Props = { label: string; chosen: number[]; onChange: (chosen: number[]) => void }

/** The statuses a template is for. */
export function FittingStatuses({ label, chosen, onChange }: Props): ReactNode {
  const statuses = useCall(listStatuses, {})
  return (
    <MultiSelect
      label={`${label} (optional)`}
      description="You'll be asked to confirm before sending it to anyone in another status."
      data={(statuses.data ?? []).map((one) => ({ value: String(one.ref_application_status_id), label: one.application_status }))}
      value={chosen.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      error={statuses.isError && 'Failed to load application statuses'}
      clearable
    />
  )
}
