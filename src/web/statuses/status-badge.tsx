import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Badge as Meaning } from '#contract/statuses/status-meanings.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'

const COLORS: Record<Meaning, string> = { approved: 'green', pending: 'yellow', rejected: 'red', waiting: 'blue' }

/** A status by name; the color only repeats it. */
export function StatusBadge({ ref_application_status_id, application_status }: { ref_application_status_id: number; application_status: string }): ReactNode {
  const { badge } = meaningOf(ref_application_status_id)
  return (
    <Badge color={COLORS[badge]} maw="none" miw="max-content" data-badge={badge} title={application_status}>
      {application_status}
    </Badge>
  )
}
