import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listWaitingForMe } from '#contract/applicants/together.ts'
import { useCall } from '#web/ui/use-call.ts'
import classes from './dashboard.module.css'

/** Unread mentions, and applicants assigned to this person; renders nothing if there are none. */
export function WaitingForMe(): ReactNode {
  const { data } = useCall(listWaitingForMe, {})
  if (!data || data.mentions.length + data.assigned.length === 0) return null
  const lines = [
    ...data.mentions.map((one) => ({ ...one, key: `m${one.note_id}`, what: `${one.by_email} mentioned you` })),
    ...data.assigned.map((one) => ({ ...one, key: `a${one.user_session_id}`, what: `You’re on it (${one.application_status})` })),
  ]
  return (
    <section aria-labelledby="waiting-for-me" className={classes['section']}>
      <Title order={2} id="waiting-for-me">
        From your colleagues
      </Title>
      <ul>
        {lines.map(({ key, user_session_id, alias, function_role_name, what }) => (
          <li key={key}>
            <Link to={`/admin/applications/all/all/36500/${user_session_id}`}>{alias}</Link>, {function_role_name}{' '}
            <Text span size="sm" c="dimmed">
              {what}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
