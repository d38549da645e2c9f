import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { timeOf } from '#web/ui/clock.ts'
import { AlertList } from './alert-list.tsx'
import type { Week } from './week-views.tsx'

/** Upcoming interviews that the interviewer declined, then those without an answer. */
export function NotAccepted({ week: { not_accepted } }: { week: Week }): ReactNode {
  if (not_accepted.length === 0) return null
  const isDeclined = ({ interviewer_answer }: Week['bookings'][number]) => interviewer_answer === 'declined'
  const declinedFirst = [...not_accepted.filter(isDeclined), ...not_accepted.filter((one) => !isDeclined(one))]
  const declined = not_accepted.filter(isDeclined).length
  return (
    <AlertList id="not-accepted-heading" heading="Not accepted by the interviewer" count={not_accepted.length} urgent={declined > 0 && `${declined} declined`}>
      {declinedFirst.map((one) => (
        <Alert key={one.interview_booking_id} color={isDeclined(one) ? 'red' : 'yellow'}>
          {one.interviewer_name} {isDeclined(one) ? 'declined' : "hasn't answered for"} {one.interview_name} with{' '}
          <Link to={`/admin/applications/${one.user_session_id}/interviews`}>{nameOf(one)}</Link>, {one.function_role_name}: {timeOf(one.starts_at)}
        </Alert>
      ))}
    </AlertList>
  )
}
