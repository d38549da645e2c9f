import { Alert, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { timeOf } from '#web/ui/clock.ts'
import type { Week } from './week-views.tsx'

/** Interviews to come that the interviewer declined, then those without an answer. */
export function NotAccepted({ week: { not_accepted } }: { week: Week }): ReactNode {
  if (not_accepted.length === 0) return null
  const isDeclined = ({ interviewer_answer }: Week['bookings'][number]) => interviewer_answer === 'declined'
  const declinedFirst = [...not_accepted.filter(isDeclined), ...not_accepted.filter((one) => !isDeclined(one))]
  return (
    <section aria-labelledby="not-accepted-heading">
      <Title order={2} size="h3" id="not-accepted-heading" mb="xs">
        Not accepted by the interviewer
      </Title>
      <Stack gap="xs">
        {declinedFirst.map((one) => (
          <Alert key={one.interview_booking_id} color={isDeclined(one) ? 'red' : 'yellow'}>
            {one.interviewer_name} {isDeclined(one) ? 'declined' : "hasn't answered for"} {one.interview_name} with{' '}
            <Link to={`/admin/applications/${one.user_session_id}/interviews`}>{nameOf(one)}</Link>, {one.function_role_name}: {timeOf(one.starts_at)}
          </Alert>
        ))}
      </Stack>
    </section>
  )
}
