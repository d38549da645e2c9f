import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { reason: string; isDisabled: boolean; onChange: (reason: string) => void }

/** Why, for the history and the packet. */
export function ReasonPart({ reason, isDisabled, onChange }: Props): ReactNode {
  return (
    <Textarea
      label="Reason"
      description="In the history and the decision packet. The candidate doesn’t see it."
      autosize
      minRows={1}
      maxRows={4}
      maxLength={2000}
      value={reason}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
