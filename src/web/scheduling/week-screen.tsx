import { Alert, Button, Checkbox, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Output } from '#contract/endpoint.ts'
import { readWeek, type WeekBooking } from '#contract/scheduling/scheduling.ts'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { useIdentities } from '#web/applicants/filters/use-identities.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { clock } from '#web/ui/clock.ts'
import { ScrollingTable } from '#web/ui/editor/scrolling-table.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'

type Week = Output<typeof readWeek>
const DAY_MS = 86_400_000

/** All panels of a week: who is waiting, interviewers as rows, and each one's load. */
export function WeekScreen(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const [thisWeek] = useState(() => mondayOf(new Date()))
  const from = search.get('from') ?? thisWeek
  const go = (weeks: number) => setSearch({ from: dayOf(new Date(Date.parse(from) + weeks * 7 * DAY_MS)) })
  const [identifiable, showIdentities] = useIdentities()
  const week = useCall(readWeek, { from, identifiable })
  return (
    <Stack>
      <ArrivalTitle>Interviews this week</ArrivalTitle>
      <Group>
        <Button variant="default" onClick={() => go(-1)}>
          Previous week
        </Button>
        <Text fw={600}>Week of {spoken(from)}</Text>
        <Button variant="default" onClick={() => go(1)}>
          Next week
        </Button>
        <Checkbox label="Show identifiable information" checked={identifiable} onChange={(event) => showIdentities(event.currentTarget.checked)} />
      </Group>
      <Loaded query={week} waiting={<Skeleton height={400} />} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
        {(found) => (
          <>
            <Waiting week={found} />
            <Panels week={found} from={from} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Waiting({ week }: { week: Week }): ReactNode {
  if (week.waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting-heading">
      <Title order={2} size="h3" id="waiting-heading" mb="xs">
        No times picked yet
      </Title>
      <Stack gap="xs">
        {week.waiting.map((one) => (
          <Alert key={one.user_session_id} color={one.has_no_times ? 'red' : 'yellow'} title={one.has_no_times ? 'No times left' : undefined}>
            <Link to={`/admin/applications/${one.user_session_id}/interviews`}>{nameOf(one)}</Link>, {one.function_role_name}: {one.missing.join(', ')}
            {one.preferences && `. Would come: ${one.preferences.split('\n').join('; ')}`}
          </Alert>
        ))}
      </Stack>
    </section>
  )
}

function Panels({ week, from }: { week: Week; from: string }): ReactNode {
  const days = Array.from({ length: 7 }, (_, at) => dayOf(new Date(Date.parse(from) + at * DAY_MS)))
  return (
    <section aria-labelledby="panels-heading">
      <Title order={2} size="h3" id="panels-heading" mb="xs">
        By interviewer
      </Title>
      {week.bookings.length === 0 && <Text c="dimmed">No interviews are booked this week.</Text>}
      <ScrollingTable label="Interviews by interviewer" columns={['Interviewer', ...days.map(spoken)]}>
        {week.load.map((row) => (
          <Table.Tr key={row.ref_interviewer_id}>
            <Table.Th scope="row">
              {row.interviewer_name}
              <Text size="xs" c="dimmed">{`${row.bookings} this week, ${row.minutes} min`}</Text>
              {row.feedback_due > 0 && <Text size="xs" c="red">{`${row.feedback_due} feedback due`}</Text>}
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

function Cell({ bookings }: { bookings: WeekBooking[] }): ReactNode {
  return bookings.map((one) => (
    <Text key={one.interview_booking_id} size="sm">
      <Link to={`/admin/applications/${one.user_session_id}/interviews`}>
        {clock(one.starts_at)} {nameOf(one)}
      </Link>
      , {one.interview_name}
    </Text>
  ))
}

function mondayOf(now: Date): string {
  return dayOf(new Date(Date.parse(localDay(now.toISOString())) - ((now.getDay() + 6) % 7) * DAY_MS))
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const localDay = (moment: string) => new Date(moment).toLocaleDateString('en-CA')
const spoken = (day: string) => new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
