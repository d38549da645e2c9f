import { Badge, Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listOwnBookings, type OwnBooking } from '#contract/scheduling/scheduling.ts'
import { clock, timeOf } from '#web/ui/clock.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { useNow } from '#web/ui/use-now.ts'

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
  const groups: [string, OwnBooking[]][] = [
    ['Feedback due', all.filter((one) => isOver(one) && !one.submitted_at)],
    ['Today', all.filter((one) => !isOver(one) && isToday(one))],
    ['Upcoming', all.filter((one) => !isOver(one) && !isToday(one))],
    ['Submitted', all.filter((one) => isOver(one) && one.submitted_at)],
  ]
  if (all.length === 0) return <Text c="dimmed">You have no interviews booked. You can still write feedback on anyone in the panel below.</Text>
  return (
    <Stack gap="sm">
      {groups.map(
        ([name, own]) =>
          own.length > 0 && (
            <div key={name}>
              <Text fw={600}>{`${name} (${own.length})`}</Text>
              {own.map((one) => (
                <Line key={one.interview_booking_id} booking={one} now={now} />
              ))}
            </div>
          ),
      )}
    </Stack>
  )
}

function Line({ booking, now }: { booking: OwnBooking; now: number }): ReactNode {
  const { starts_at, ends_at, join_url, submitted_at } = booking
  const isNow = Date.parse(starts_at) <= now && now < Date.parse(ends_at)
  return (
    <Group gap="sm" mih={44}>
      <Text>
        {timeOf(starts_at)} to {clock(ends_at)}: {booking.first_name} {booking.last_name}, {booking.interview_name}, {booking.function_role_name}
      </Text>
      {isNow && <Badge color="green">Now</Badge>}
      {join_url && (
        <Button component="a" href={join_url} variant="default" size="sm">
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
  )
}
