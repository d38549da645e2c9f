import { Badge, Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { briefWhere, joinLinkOf } from '#contract/interviews.ts'
import { listOwnBookings, type OwnBooking } from '#contract/scheduling/scheduling.ts'
import { clock, timeOf } from '#web/ui/clock.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { useNow } from '#web/ui/use-now.ts'
import { MARKS } from './answer-words.ts'
import { OwnAnswer, OwnMark } from './own-answer.tsx'
import classes from './booking-lines.module.css'

/** The interviewer's own work: today, what's due, what's next, what's done. */
export function OwnDay(): ReactNode {
  const bookings = useCall(listOwnBookings, {})
  const now = useNow(30_000)
  return (
    <Box component="section" aria-labelledby="own-day-heading" mb="xl">
      <Title order={2} size="h3" id="own-day-heading" mb="xs">
        Your interviews
      </Title>
      <Loaded query={bookings} waiting={<Skeleton height={80} />} failed={(_why, again) => <Trouble again={again}>Error fetching your interviews</Trouble>}>
        {(all) => <Groups all={all} now={now} />}
      </Loaded>
    </Box>
  )
}

function Groups({ all, now }: { all: OwnBooking[]; now: number }): ReactNode {
  const isToday = ({ starts_at }: OwnBooking) => new Date(starts_at).toDateString() === new Date(now).toDateString()
  const isOver = ({ ends_at }: OwnBooking) => Date.parse(ends_at) <= now
  const isMissed = ({ marked_as }: OwnBooking) => marked_as === 'no-show'
  const groups: [string, OwnBooking[]][] = [
    ['Feedback due', all.filter((one) => isOver(one) && !one.submitted_at && !isMissed(one))],
    ['Today', all.filter((one) => !isOver(one) && isToday(one))],
    ['Upcoming', all.filter((one) => !isOver(one) && !isToday(one))],
    ['Submitted', all.filter((one) => isOver(one) && one.submitted_at)],
    [MARKS['no-show'], all.filter((one) => isOver(one) && !one.submitted_at && isMissed(one))],
  ]
  if (all.length === 0) return <Text c="dimmed">You don't have any interviews booked. You can still write feedback on anyone in the panel below.</Text>
  return (
    <Stack gap="sm">
      {groups.map(
        ([name, own]) =>
          own.length > 0 && (
            <div key={name}>
              <Title order={3} size="h5" id={headingOf(name)}>{`${name} (${own.length})`}</Title>
              <ul className={classes['list']} aria-labelledby={headingOf(name)}>
                {own.map((one) => (
                  <Line key={one.interview_booking_id} booking={one} now={now} />
                ))}
              </ul>
            </div>
          ),
      )}
    </Stack>
  )
}

const headingOf = (group: string) => `own-${group.replaceAll(/\W/g, '-')}`

function Line({ booking, now }: { booking: OwnBooking; now: number }): ReactNode {
  const { starts_at, ends_at, submitted_at } = booking
  const join_url = joinLinkOf(booking)
  const isOver = Date.parse(ends_at) <= now
  const isNow = Date.parse(starts_at) <= now && !isOver
  return (
    <li className={classes['line']}>
      <Text>
        {timeOf(starts_at)} to {clock(ends_at)}: {booking.first_name} {booking.last_name}, {booking.interview_name}, {booking.function_role_name},{' '}
        {briefWhere(booking.where)}
        {isNow && (
          <Badge color="green" ml="xs">
            Now
          </Badge>
        )}
      </Text>
      {Date.parse(starts_at) > now ? <OwnAnswer booking={booking} /> : <OwnMark booking={booking} isOver={isOver} />}
      <Group gap="xs" wrap="nowrap">
        {join_url && !isOver && (
          <Button
            component="a"
            href={join_url}
            variant="default"
            size="sm"
            aria-label={`Join ${booking.interview_name} with ${booking.first_name} ${booking.last_name}`}
          >
            Join
          </Button>
        )}
        <Button
          component={Link}
          to={`/interviewer/dashboard?interview=${booking.ref_interview_id}&candidate=${booking.user_session_id}`}
          variant="light"
          size="sm"
          aria-label={`${submitted_at ? 'Open' : 'Write'} feedback on ${booking.first_name} ${booking.last_name}, ${booking.interview_name}`}
        >
          {submitted_at ? 'Open feedback' : 'Write feedback'}
        </Button>
      </Group>
    </li>
  )
}
