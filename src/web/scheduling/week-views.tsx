import { Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/endpoint.ts'
import { inList, interviewersOf, isTurnedDown, type readWeek, type WeekBooking } from '#contract/scheduling/scheduling.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { clock } from '#web/ui/clock.ts'
import { ScrollingTable } from '#web/ui/table/scrolling-table.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { noteOn } from './answer-words.ts'
import { ByHand } from './by-hand.tsx'
import { daysFrom, localDay, dayLabel } from './week-days.ts'
import { Empty } from '#web/ui/message/empty.tsx'

export type Week = Output<typeof readWeek>
type Props = { week: Week; from: string }

/** Interviewers as rows and days as columns, with each interviewer's load. */
export function WeekCalendar({ week, from }: Props): ReactNode {
  const days = daysFrom(from)
  return (
    <section aria-labelledby="panels-heading">
      <Title order={2} size="h3" id="panels-heading" mb="xs">
        By interviewer
      </Title>
      {week.bookings.length === 0 && <Empty isPart>No interviews are booked this week.</Empty>}
      <ScrollingTable label="Interviews by interviewer" columns={['Interviewer', ...days.map(dayLabel)]}>
        {week.load.map((row) => (
          <Table.Tr key={row.ref_interviewer_id}>
            <Table.Th scope="row">
              {row.interviewer_name}
              <Text size="xs" c="dimmed">{`${row.bookings} this week, ${row.minutes} min`}</Text>
              {row.feedback_due > 0 && <Text size="xs" c="red">{`Feedback due: ${row.feedback_due}`}</Text>}
            </Table.Th>
            {days.map((day) => (
              <Table.Td key={day}>
                <Cell bookings={week.bookings.filter((one) => one.ref_interviewer_id === row.ref_interviewer_id && localDay(one.starts_at) === day)} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </ScrollingTable>
    </section>
  )
}

/** Day by day, soonest first; fits a phone. */
export function WeekList({ week, from }: Props): ReactNode {
  const byDay = Map.groupBy(eachOnce(week.bookings), (one) => localDay(one.starts_at))
  const owing = week.load.filter((one) => one.feedback_due > 0)
  return (
    <section aria-labelledby="list-heading">
      <Title order={2} size="h3" id="list-heading" mb="xs">
        By day
      </Title>
      {week.bookings.length === 0 && <Empty isPart>No interviews are booked this week.</Empty>}
      {daysFrom(from)
        .filter((day) => byDay.has(day))
        .map((day) => (
          <section key={day} aria-labelledby={`day-${day}`}>
            <Title order={3} size="h4" id={`day-${day}`} mt="sm">
              {dayLabel(day)}
            </Title>
            <ul>
              {byDay.get(day)!.map((one) => (
                <li key={one.interview_booking_id}>
                  {clock(one.starts_at)} to {clock(one.ends_at)}: <Candidate booking={one} />, {one.interview_name} with {interviewersOf(one)},{' '}
                  {one.function_role_name}
                  <Answer booking={one} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      {owing.length > 0 && <Text mt="md">Feedback due: {owing.map((one) => `${one.interviewer_name} (${one.feedback_due})`).join(', ')}</Text>}
    </section>
  )
}

/** Keeps a single entry for each interview with several interviewers. */
function eachOnce(bookings: WeekBooking[]): WeekBooking[] {
  const keyOf = (one: WeekBooking) => `${one.user_session_id} ${one.ref_interview_id} ${one.starts_at}`
  return [...new Map(bookings.toReversed().map((one) => [keyOf(one), one])).values()].toReversed()
}

function Cell({ bookings }: { bookings: WeekBooking[] }): ReactNode {
  return (
    <Stack gap="xs">
      {bookings.map((one) => (
        <Text key={one.interview_booking_id} size="sm">
          {clock(one.starts_at)} <Candidate booking={one} />, {one.interview_name}
          {one.other_interviewers.length > 0 && ` with ${inList(one.other_interviewers.map((other) => other.interviewer_name))}`}
          <Answer booking={one} />
        </Text>
      ))}
    </Stack>
  )
}

function Candidate({ booking }: { booking: WeekBooking }): ReactNode {
  return <Link to={`/admin/applications/${booking.user_session_id}/interviews`}>{nameOf(booking)}</Link>
}

/** Whether the interviewer will attend or how it went, plus a button that changes an upcoming interview. */
function Answer({ booking }: { booking: WeekBooking }): ReactNode {
  const now = useNow(60_000)
  const mayDecide = useMay('decide')
  const isToCome = Date.parse(booking.starts_at) > now
  const note = noteOn(booking, isToCome)
  return (
    <>
      {note && (
        <Text span inherit c={isToCome && isTurnedDown(booking.interviewer_answer) ? 'red' : 'dimmed'}>
          {` (${note})`}
        </Text>
      )}{' '}
      {mayDecide && (isToCome || booking.marked_as === 'no-show') && <ByHand interview={booking} booked={booking} of={nameOf(booking)} />}
    </>
  )
}
