import { Anchor, Text, Title } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { LINKED_ROOM_DAYS, listLinkedApplications, type Applicant, type LinkedApplication } from '#contract/applicants/applicants.ts'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { reviewPath } from '#web/applicants/filters/use-filters.ts'
import { When } from './when.tsx'
import classes from './linked-applications.module.css'

const SAME: Record<LinkedApplication['matched_on'][number], string> = { email: 'email', linkedin: 'LinkedIn profile', name: 'name' }

/** Other applications that may be from the same person, and why they match. */
export const LinkedApplications = memo(function LinkedApplications({ applicant, identifiable }: { applicant: Applicant; identifiable: boolean }): ReactNode {
  const query = useCall(listLinkedApplications, { user_session_id: applicant.user_session_id, identifiable })
  return (
    <section aria-labelledby="linked">
      <Title order={3} size="h6" id="linked">
        Possible linked applications
      </Title>
      {identifiable && (
        <Anchor component={Link} to={`/admin/person/${applicant.user_session_id}`} size="sm">
          All applications by this person
        </Anchor>
      )}
      <Loaded
        query={query}
        waiting={<Text size="sm">Loading …</Text>}
        failed={(_, again) => <Trouble again={again}>Failed to load linked applications.</Trouble>}
      >
        {(linked) =>
          linked.length === 0 ? (
            <Text size="sm" c="dimmed">
              None
            </Text>
          ) : (
            <ul className={classes['linked']}>
              {linked.map((one) => (
                <Linked key={one.user_session_id} one={one} isSameRole={one.ref_function_role_id === applicant.ref_function_role_id} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
})

function Linked({ one, isSameRole }: { one: LinkedApplication; isSameRole: boolean }): ReactNode {
  const { pathname, search } = useLocation()
  const path = reviewPath({
    roleId: String(one.ref_function_role_id),
    statusId: 'all',
    days: one.days_ago + LINKED_ROOM_DAYS,
    user_session_id: one.user_session_id,
  })
  return (
    <li>
      <Anchor component={Link} to={path} state={{ from: pathname + search }} size="sm" fw={600}>
        {one.function_role_name}
      </Anchor>
      <StatusBadge {...one} />
      <Text size="xs" c="dimmed">
        {isSameRole ? 'The same role again. ' : ''}Same {one.matched_on.map((key) => SAME[key]).join(', ')}
        {one.application_submitted_datetime_utc && (
          <>
            , applied <When at={one.application_submitted_datetime_utc} />
          </>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {one.differs_in.length === 0 ? 'Same answers to every shared question' : `Different answers: ${one.differs_in.join(' · ')}`}
      </Text>
    </li>
  )
}
