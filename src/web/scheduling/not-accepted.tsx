import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isTurnedDown, type WeekBooking } from '#contract/scheduling/scheduling.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { timeOf } from '#web/ui/clock.ts'
import { AlertList } from './alert-list.tsx'
import { ByHand } from './by-hand.tsx'
import type { Week } from './week-views.tsx'

/** Upcoming interviews that the interviewer declined or proposed another time for, then those without an answer. */
export function NotAccepted({ week: { not_accepted } }: { week: Week }): ReactNode {
  const mayDecide = useMay('decide')
  if (not_accepted.length === 0) return null
  const isDown = ({ interviewer_answer }: WeekBooking) => isTurnedDown(interviewer_answer)
  const urgent = not_accepted.filter(isDown)
  return (
    <AlertList id="not-accepted-heading" heading="Not accepted by the interviewer" count={not_accepted.length} urgent={urgentWords(urgent)}>
      {[...urgent, ...not_accepted.filter((one) => !isDown(one))].map((one) => (
        <Alert key={one.interview_booking_id} color={isDown(one) ? 'red' : 'yellow'}>
          {one.interviewer_name} {didWhat(one)} {one.interview_name} with{' '}
          <Link to={`/admin/applications/${one.user_session_id}/interviews`}>{nameOf(one)}</Link>, {one.function_role_name}: {timeOf(one.starts_at)}{' '}
          {mayDecide && <ByHand interview={one} booked={one} of={nameOf(one)} />}
        </Alert>
      ))}
    </AlertList>
  )
}

function didWhat({ interviewer_answer, proposed_at }: WeekBooking): string {
  if (interviewer_answer === 'proposed' && proposed_at) return `proposes ${timeOf(proposed_at)} for`
  return interviewer_answer === 'declined' ? 'declined' : "hasn't answered for"
}

/** `2 declined, 1 with another time proposed`; false if there are none. */
function urgentWords(urgent: WeekBooking[]): string | false {
  const declined = urgent.filter(({ interviewer_answer }) => interviewer_answer === 'declined').length
  const proposed = urgent.length - declined
  const said = [declined > 0 && `${declined} declined`, proposed > 0 && `${proposed} with another time proposed`].filter(Boolean)
  return said.length > 0 && said.join(', ')
}
