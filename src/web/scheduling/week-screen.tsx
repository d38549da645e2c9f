import { Button, Checkbox, Group, SegmentedControl, Skeleton, Stack, Text, Title, Table } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { readWeek, isDeclined, type WeekBooking, joinNames, interviewersOf } from '#contract/scheduling/scheduling.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { timeOf, clock } from '#web/ui/clock.ts'
import { Message } from '#web/ui/message/message.tsx'
import type { Output } from '#contract/endpoint.ts'
import { ScrollingTable } from '#web/ui/table/scrolling-table.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { ManualBooking } from './manual-booking.tsx'
import { ColleaguesHours } from './hours.tsx'
import { mondayToShow, ownZone, dayLabel, weeksAfter, daysFrom, localDay } from './week-days.ts'
import classes from './week-screen.module.css'
import { answerNote, urgentSummary } from './answer-text.ts'
import { zoneName } from './times-text.ts'

const NARROW = '(max-width: 48rem)'

/** A week's panels: who is waiting, then a calendar with a row per interviewer, or a list. */
export function WeekScreen(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const [firstShown] = useState(() => mondayToShow(new Date()))
  const [fitting] = useState(() => (window.matchMedia(NARROW).matches ? 'list' : 'calendar'))
  const from = search.get('from') ?? firstShown
  const view = search.get('view') ?? fitting
  const set = (name: string, value: string) => setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), [name]: value }), { replace: true })
  const [identifiable, showIdentities] = useShowNames()
  const week = useCall(readWeek, { from, zone: ownZone(), identifiable })
  return (
    <Stack>
      <Group justify="space-between">
        <ArrivalTitle>Interviews</ArrivalTitle>
        <ColleaguesHours />
      </Group>
      <Group>
        <Group gap="xs">
          <Button variant="default" onClick={() => set('from', weeksAfter(from, -1))}>
            Previous week
          </Button>
          <Button variant="default" onClick={() => set('from', weeksAfter(from, 1))}>
            Next week
          </Button>
        </Group>
        <Text fw={600} role="status" mie="auto">
          Week of {dayLabel(from)}
        </Text>
        <Checkbox label="Show identifiable information" checked={identifiable} onChange={(event) => showIdentities(event.currentTarget.checked)} />
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={(value) => set('view', value)}
          data={[
            { value: 'calendar', label: 'Calendar' },
            { value: 'list', label: 'List' },
          ]}
        />
      </Group>
      <Loaded query={week} waiting={<Skeleton height={400} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(found) => (
          <>
            {found.is_away && (
              <Message tone="warn" title="Free times unknown">
                Microsoft Bookings can't be reached right now, so we can't tell when anyone is free.
              </Message>
            )}
            <Waiting week={found} />
            <NotAccepted week={found} />
            {view === 'list' ? <WeekList week={found} from={from} /> : <WeekCalendar week={found} from={from} />}
            <Text size="sm" c="dimmed">
              Times are in your time zone: {zoneName(ownZone())}.
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
      <AlertList id="waiting-heading" heading="No times picked yet" count={week.waiting.length} urgent={stuck > 0 && `${stuck} without times left`}>
        {week.waiting.map((one) => (
          <Message key={one.user_session_id} tone={one.has_no_times ? 'bad' : 'warn'} title={one.has_no_times ? 'No times left' : undefined}>
            <Link to={`/admin/applications/${one.user_session_id}/interviews`}>{nameOf(one)}</Link>, {one.function_role_name}:{' '}
            {one.missing.map(({ interview_name }) => interview_name).join(', ')}
            {one.preferences && `. Asks for: ${one.preferences.split('\n').join('; ')}`}{' '}
            {mayDecide &&
              one.missing.map((interview) => (
                <ManualBooking
                  key={interview.ref_interview_id}
                  interview={{ ...interview, user_session_id: one.user_session_id }}
                  booked={null}
                  of={nameOf(one)}
                />
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
  const isDown = ({ interviewer_answer }: WeekBooking) => isDeclined(interviewer_answer)
  const urgent = not_accepted.filter(isDown)
  return (
    <AlertList id="not-accepted-heading" heading="Not accepted by the interviewer" count={not_accepted.length} urgent={urgentSummary(urgent)}>
      {[...urgent, ...not_accepted.filter((one) => !isDown(one))].map((one) => (
        <Message key={one.interview_booking_id} tone={isDown(one) ? 'bad' : 'warn'}>
          {one.interviewer_name} {describeAnswer(one)} {one.interview_name} with{' '}
          <Link to={`/admin/applications/${one.user_session_id}/interviews`}>{nameOf(one)}</Link>, {one.function_role_name}: {timeOf(one.starts_at)}{' '}
          {mayDecide && <ManualBooking interview={one} booked={one} of={nameOf(one)} />}
        </Message>
      ))}
    </AlertList>
  )
}

function describeAnswer({ interviewer_answer, proposed_at }: WeekBooking): string {
  if (interviewer_answer === 'proposed' && proposed_at) return `proposes ${timeOf(proposed_at)} for`
  return interviewer_answer === 'declined' ? 'declined' : "hasn't answered for"
}

/** More than this would push the calendar off the screen, so they're collapsed under their heading. */
const MAX_OPEN = 3

type AlertListProps = { id: string; heading: string; count: number; urgent: string | false; children: ReactNode }

/** Alerts above the calendar. `urgent`: what needs attention right away, such as `3 declined`. */
function AlertList({ id, heading, count, urgent, children }: AlertListProps): ReactNode {
  return (
    <section aria-labelledby={id}>
      <details open={count <= MAX_OPEN} className={classes['alerts']}>
        <summary>
          <Title order={2} size="h3" id={id}>
            {heading}&nbsp;({[count, urgent].filter(Boolean).join(', ')})
          </Title>
        </summary>
        <Stack gap="xs">{children}</Stack>
      </details>
    </section>
  )
}

type Week = Output<typeof readWeek>
type WeekProps = { week: Week; from: string }
type FreeTimes = NonNullable<Week['load'][number]['free']>

/** Shows interviewers as rows and days as columns. A weekend without interviews or free times is left out. */
function WeekCalendar({ week, from }: WeekProps): ReactNode {
  const starts = [...week.bookings.map((one) => one.starts_at), ...week.load.flatMap(({ free }) => (free ?? []).map((one) => one.from))]
  const used = new Set(starts.map(localDay))
  const days = daysFrom(from).filter((day, place) => place < 5 || used.has(day))
  return (
    <section aria-labelledby="panels-heading">
      <Title order={2} size="h3" id="panels-heading" mb="xs">
        By interviewer
      </Title>
      {week.bookings.length === 0 && <NoneBooked />}
      <ScrollingTable label="Interviews by interviewer" columns={['Interviewer', ...days.map(dayLabel)]}>
        {week.load.map((row) => (
          <Table.Tr key={row.ref_interviewer_id}>
            <Table.Th scope="row">
              {row.interviewer_name}
              <Text size="sm" c="dimmed">
                {row.bookings === 0 ? 'No interviews' : `${row.bookings} this week, ${row.minutes} min`}
              </Text>
              {row.feedback_due > 0 && <Text size="sm" c="red">{`Feedback due: ${row.feedback_due}`}</Text>}
            </Table.Th>
            {days.map((day) => (
              <DayCell
                key={day}
                day={day}
                bookings={week.bookings.filter((one) => one.ref_interviewer_id === row.ref_interviewer_id && localDay(one.starts_at) === day)}
                free={row.free && row.free.filter((one) => localDay(one.from) === day)}
              />
            ))}
          </Table.Tr>
        ))}
      </ScrollingTable>
    </section>
  )
}

function NoneBooked(): ReactNode {
  return (
    <Text size="sm" c="dimmed" mb="xs">
      No interviews are booked this week. To book one, open <Link to={`/admin/applications/all/${PROCEED}/90`}>someone in panel interviews</Link>.
    </Text>
  )
}

/** Day by day, soonest first; fits a phone. */
function WeekList({ week, from }: WeekProps): ReactNode {
  const byDay = Map.groupBy(oncePerInterview(week.bookings), (one) => localDay(one.starts_at))
  const owing = week.load.filter((one) => one.feedback_due > 0)
  return (
    <section aria-labelledby="list-heading">
      <Title order={2} size="h3" id="list-heading" mb="xs">
        By day
      </Title>
      {week.bookings.length === 0 && <NoneBooked />}
      {daysFrom(from)
        .filter((day) => byDay.has(day) || freeOn(week, day) > 0)
        .map((day) => (
          <section key={day} aria-labelledby={`day-${day}`}>
            <Title order={3} size="h4" id={`day-${day}`} mt="sm">
              {dayLabel(day)}
            </Title>
            {freeOn(week, day) > 0 && (
              <Text size="sm" c="dimmed">
                {freeOn(week, day)} of {week.load.length} interviewers have free time
              </Text>
            )}
            <ul hidden={!byDay.has(day)}>
              {byDay.get(day)?.map((one) => (
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

const freeOn = ({ load }: Week, day: string) => load.filter(({ free }) => free?.some((one) => localDay(one.from) === day)).length

/** Keeps a single entry for each interview with several interviewers. */
function oncePerInterview(bookings: WeekBooking[]): WeekBooking[] {
  const keyOf = (one: WeekBooking) => `${one.user_session_id} ${one.ref_interview_id} ${one.starts_at}`
  return [...new Map(bookings.toReversed().map((one) => [keyOf(one), one])).values()].toReversed()
}

type DayCellProps = { day: string; bookings: WeekBooking[]; free: FreeTimes | null }

/** What's booked and, from today on, when they're free. */
function DayCell({ day, bookings, free }: DayCellProps): ReactNode {
  const today = localDay(new Date(useNow(60_000)).toISOString())
  const isOff = bookings.length === 0 && free?.length === 0 && day > today
  return (
    <Table.Td {...(isOff && { bg: 'var(--sand)' })}>
      <Stack gap="xs">
        {bookings.map((one) => (
          <Text key={one.interview_booking_id} size="sm" className={classes['booking'] ?? ''}>
            <b>{clock(one.starts_at)}</b> <Candidate booking={one} />, {one.interview_name}
            {one.other_interviewers.length > 0 && ` with ${joinNames(one.other_interviewers.map((other) => other.interviewer_name))}`}
            <Answer booking={one} />
          </Text>
        ))}
        <Text size="sm" c={isOff ? 'dimmed' : 'var(--good)'}>
          {isOff ? 'Not free' : free?.map(({ from, to }) => `Free ${clock(from)}–${clock(to)}`).join(', ')}
        </Text>
      </Stack>
    </Table.Td>
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
  const note = answerNote(booking, isToCome)
  return (
    <>
      {note && (
        <Text span inherit c={isToCome && isDeclined(booking.interviewer_answer) ? 'red' : 'dimmed'}>
          {` (${note})`}
        </Text>
      )}{' '}
      {mayDecide && (isToCome || booking.marked_as === 'no-show') && <ManualBooking interview={booking} booked={booking} of={nameOf(booking)} />}
    </>
  )
}
