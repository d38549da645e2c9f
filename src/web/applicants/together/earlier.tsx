import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AFTER_DECISION, listVersions, type TextVersion, type VersionKind } from '#contract/versions.ts'
import { useIdentities } from '#web/applicants/filters/use-identities.ts'
import { timeOf } from '#web/ui/clock.ts'
import { useCall } from '#web/ui/use-call.ts'
import classes from './earlier.module.css'

type Props = { user_session_id: number; kind: VersionKind; of_id: number }

/** Beside a text: whether it was written after the decision, and what it said before. Renders nothing for one that never changed. */
export function Earlier({ user_session_id, kind, of_id }: Props): ReactNode {
  const [identifiable] = useIdentities()
  const { data = [] } = useCall(listVersions, { id: user_session_id, identifiable }, { retry: false })
  const own = data.filter((one) => one.kind === kind && one.of_id === of_id)
  const newest = own.at(-1)
  if (!newest) return null
  const before = own.slice(0, -1)
  return (
    <div className={classes['earlier']}>
      {newest.after_decision && (
        <Badge color="orange" className={classes['after'] ?? ''}>
          {AFTER_DECISION}
        </Badge>
      )}
      {before.length > 0 && (
        <details>
          <summary>
            Changed {before.length === 1 ? 'once' : `${before.length} times`}, last by {authorOf(newest)}, {timeOf(newest.written_at)}. Earlier text
          </summary>
          <ol>
            {before.map((one) => (
              <li key={one.version}>
                <Text span size="xs" c="dimmed">
                  {authorOf(one)}, {timeOf(one.written_at)}
                  {one.after_decision && `. ${AFTER_DECISION}`}
                  {one.why && `. Reason: ${one.why}`}
                </Text>
                <p>{one.text === null ? 'Deleted' : one.text === '' ? 'Empty' : one.text}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

const authorOf = ({ by_email, by_candidate }: TextVersion) => (by_candidate ? 'the candidate' : (by_email ?? 'the product'))
