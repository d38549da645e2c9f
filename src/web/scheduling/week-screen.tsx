import { Button, Checkbox, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { readWeek, isTurnedDown, type WeekBooking } from '#contract/scheduling/scheduling.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { useIdentities } from '#web/applicants/filters/use-identities.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { AlertList } from './alert-list.tsx'
import { ByHand } from './by-hand.tsx'
import { ColleaguesHours } from './hours.tsx'
import { timeOf } from '#web/ui/clock.ts'
import { mondayToShow, ownZone, dayLabel, weeksAfter } from './week-days.ts'
import { WeekCalendar, WeekList, type Week } from './week-views.tsx'
import { Message } from '#web/ui/message/message.tsx'

const NARROW = '(max-width: 48rem)'

/** A week's panels: who is waiting, then a calendar with a row per interviewer, or a list. */
export function WeekScreen(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const [firstShown] = useState(() => mondayToShow(new Date()))
  const [fitting] = useState(() => (window.matchMedia(NARROW).matches ? 'list' : 'calendar'))
  const from = search.get('from') ?? firstShown
  const view = search.get('view') ?? fitting
  const set = (name: string, value: string) => setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), [name]: value }), { replace: true })
  const [identifiable, showIdentities] = useIdentities()
  const week = useCall(readWeek, { from, zone: ownZone(), identifiable })
  return (
    <Stack>
      <ArrivalTitle>Interviews</ArrivalTitle>
      <Group>
        <Group gap="xs">
          <Button variant="default" onClick={() => set('from', weeksAfter(from, -1))}>
            Previous week
          </Button>
          <Button variant="default" onClick={() => set('from', weeksAfter(from, 1))}>
            Next week
          </Button>
        </Group>
        <Text fw={600} role="status">
          Week of {dayLabel(from)}
        </Text>
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={(value) => set('view', value)}
          data={[
            { value: 'calendar', label: 'Calendar' },
            { value: 'list', label: 'List' },
          ]}
        />
        <Checkbox label="Show identifiable information" checked={identifiable} onChange={(event) => showIdentities(event.currentTarget.checked)} />
        <ColleaguesHours />
      </Group>
      <Loaded query={week} waiting={<Skeleton height={400} />} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
        {(found) => (
          <>
            <Waiting week={found} />
            <NotAccepted week={found} />
            {view === 'list' ? <WeekList week={found} from={from} /> : <WeekCalendar week={found} from={from} />}
            <Text size="sm" c="dimmed">
              Times are in your time zone: {ownZone().replaceAll('_', ' ')}.
            </Text>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Waiting({ week }: { week: Week }): ReactNode {
  const mayDecide = useMay('decide')
  if (week.waiting.length === 0) return null
  const stuck = week.waiting.filter((one) => one.has_no_times).length
  return (
    <>
      {week.is_away && (
        <Message tone="warn" title="Free times unknown">
          Microsoft Bookings can't be reached right now, so we can't tell whether any times are left.
        </Message>
      )}
      <AlertList id="waiting-heading" heading="No times picked yet" count={week.waiting.length} urgent={stuck > 0 && `${stuck} without times left`}>
        {week.waiting.map((one) => (
          <Message key={one.user_session_id} tone={one.has_no_times ? 'bad' : 'warn'} title={one.has_no_times ? 'No times left' : undefined}>
            <Link to={`/admin/applications/${one.user_session_id}/interviews`}>{nameOf(one)}</Link>, {one.function_role_name}:{' '}
            {one.missing.map(({ interview_name }) => interview_name).join(', ')}
            {one.preferences && `. Asks for: ${one.preferences.split('\n').join('; ')}`}{' '}
            {mayDecide &&
              one.missing.map((interview) => (
                <ByHand key={interview.ref_interview_id} interview={{ ...interview, user_session_id: one.user_session_id }} booked={null} of={nameOf(one)} />
              ))}
          </Message>
        ))}
      </AlertList>
    </>
  )
}

/** Upcoming interviews that the interviewer declined or proposed another time for, then those without a response. */
function NotAccepted({ week: { not_accepted } }: { week: Week }): ReactNode {
  const mayDecide = useMay('decide')
  if (not_accepted.length === 0) return null
  const isDown = ({ interviewer_answer }: WeekBooking) => isTurnedDown(interviewer_answer)
  const urgent = not_accepted.filter(isDown)
  return (
    <AlertList id="not-accepted-heading" heading="Not accepted by the interviewer" count={not_accepted.length} urgent={urgentWords(urgent)}>
      {[...urgent, ...not_accepted.filter((one) => !isDown(one))].map((one) => (
        <Message key={one.interview_booking_id} tone={isDown(one) ? 'bad' : 'warn'}>
          {one.interviewer_name} {didWhat(one)} {one.interview_name} with{' '}
          <Link to={`/admin/applications/${one.user_session_id}/interviews`}>{nameOf(one)}</Link>, {one.function_role_name}: {timeOf(one.starts_at)}{' '}
          {mayDecide && <ByHand interview={one} booked={one} of={nameOf(one)} />}
        </Message>
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
