import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { listStatuses, meaningOf } from '#contract/statuses/statuses.ts'
import { useCall } from '#web/ui/use-call.ts'

/** The decisions this email is sent with. */
export function SentWith({ email_name }: { email_name: string }): ReactNode {
  const { data: statuses = [] } = useCall(listStatuses, {})
  const names = statuses.filter(({ ref_application_status_id: id }) => meaningOf(id).offers === email_name).map((status) => status.application_status)
  return (
    <Text size="sm" c="dimmed">
      Rounds sends this email by name, so it can't be renamed or deleted.
      {names.length > 0 && ` Sent for: ${names.join(', ')}.`}
    </Text>
  )
}
