import { Button, Group, NativeSelect, Skeleton, Stack, Table, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { COMPACT_NAMES, COMPACTS, STALE_AFTER_DAYS, STANDINGS, type Compact } from '#contract/licenses/compacts.ts'
import { daysBetween } from '#contract/licenses/rights.ts'
import { addCompact, listCompacts, type Membership } from '#contract/licenses/law-and-lists.ts'
import { PLACES, type Place } from '#contract/licenses/places.ts'
import { formatDay } from '#contract/time-zone.ts'
import { useIsOwner } from '#web/layout/staff-places.ts'
import { call } from '#web/call.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { isAnswered, Loaded } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { useRecordForm } from './use-record-form.ts'
import { useToday } from './use-today.ts'
import { Message } from '#web/ui/message/message.tsx'
import { Empty } from '#web/ui/message/empty.tsx'

const STANDING_LABELS = { member: 'Member', guest: "Honors others' licenses, doesn't issue any", enacted: 'Enacted, not in force' } as const

/** The license compacts on record, with sources; owners add dated rows when the law changes. */
export function CompactsScreen(): ReactNode {
  const [query, setQuery] = useSearchParams()
  const compact = COMPACTS.find((one) => one === query.get('compact')) ?? 'NLC'
  const memberships = useCall(listCompacts, {})
  const isOwner = useIsOwner()
  return (
    <Stack maw={960}>
      <ArrivalTitle>License Compacts</ArrivalTitle>
      <Text>
        Coverage of a role's states is computed from these facts. They aren't legal advice: check the source before you rely on one. A state's newer row
        replaces its earlier ones from its first day on.
      </Text>
      <NativeSelect
        label="Compact"
        maw={420}
        value={compact}
        onChange={(event) => setQuery({ compact: event.currentTarget.value }, { replace: true })}
        data={COMPACTS.map((value) => ({ value, label: COMPACT_NAMES[value] }))}
      />
      {compact === 'IMLC' && (
        <Message tone="note">
          This compact only speeds up getting a separate license in each state, so coverage doesn't depend on it. The list is incomplete:
          imlcc.com/participating-states has every member.
        </Message>
      )}
      <Loaded query={memberships} waiting={<Skeleton height={300} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(found) => <Memberships rows={found.filter((one) => one.compact === compact)} />}
      </Loaded>
      {isOwner && isAnswered(memberships) && <AddRow compact={compact} key={compact} />}
    </Stack>
  )
}

function Memberships({ rows }: { rows: Membership[] }): ReactNode {
  const today = useToday()
  const old = rows.filter(({ seen_on }) => daysBetween(seen_on, today) > STALE_AFTER_DAYS)
  if (rows.length === 0) return <Empty>As far as we know, no state grants rights under this compact yet.</Empty>
  return (
    <>
      {old.length > 0 && (
        <Message tone="warn">
          {old.length === 1 ? '1 row was' : `${old.length} rows were`} last checked over {STALE_AFTER_DAYS} days ago. Check the sources, and add a row where
          something changed.
        </Message>
      )}
      <BlockTable label="States in this compact" columns={['State', 'Standing', 'Since', 'Until', 'Source', 'Checked on']}>
        {rows
          .toSorted((a, b) => a.place.localeCompare(b.place))
          .map((one) => (
            <Row key={`${one.place} ${one.since} ${one.seen_on} ${one.standing}`} one={one} />
          ))}
      </BlockTable>
    </>
  )
}

function Row({ one }: { one: Membership }): ReactNode {
  return (
    <Table.Tr role="row">
      <Table.Th scope="row" role="rowheader">
        {PLACES[one.place as Place] ?? one.place}
      </Table.Th>
      <Table.Td role="cell">
        {STANDING_LABELS[one.standing]}
        {one.is_unconfirmed && ' (unconfirmed)'}
      </Table.Td>
      <Table.Td role="cell" data-label="Since" style={{ whiteSpace: 'nowrap' }}>
        {one.since ? formatDay(one.since) : 'Not recorded'}
      </Table.Td>
      <Table.Td role="cell" data-label={one.until ? 'Until' : undefined}>
        {one.until ? formatDay(one.until) : ''}
      </Table.Td>
      <Table.Td role="cell" data-label="Source">
        {one.source}
        {!one.is_built_in && ' (added here)'}
        {one.reason && (
          <Text size="xs" c="dimmed">
            {one.added_by && `${one.added_by}: `}
            {one.reason}
          </Text>
        )}
      </Table.Td>
      <Table.Td role="cell" data-label="Checked on" style={{ whiteSpace: 'nowrap' }}>
        {formatDay(one.seen_on)}
      </Table.Td>
    </Table.Tr>
  )
}

function AddRow({ compact }: { compact: Compact }): ReactNode {
  const memory = useQueryClient()
  const { wrong, isSaving, onSubmit } = useRecordForm(async (typed, form) => {
    await call(addCompact, { ...typed, compact, until: typed['until'] || null } as never, { retries: 0 })
    form.reset()
    notify('Row added.')
    await memory.invalidateQueries({ queryKey: keyOf(listCompacts) })
  })
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm" maw={560}>
        <Title order={2} size="h4">
          Add a row to {compact}
        </Title>
        <NativeSelect
          name="place"
          label="State"
          error={wrong['place']}
          data={[{ value: '', label: 'Choose' }, ...Object.entries(PLACES).map(([value, label]) => ({ value, label }))]}
        />
        <NativeSelect name="standing" label="Standing" error={wrong['standing']} data={STANDINGS.map((value) => ({ value, label: STANDING_LABELS[value] }))} />
        <Group align="start" grow preventGrowOverflow={false}>
          <TextInput name="since" type="date" label="Since" error={wrong['since']} />
          <TextInput name="until" type="date" label="Until (optional)" error={wrong['until']} />
          <TextInput name="seen_on" type="date" label="Checked on" error={wrong['seen_on']} />
        </Group>
        <TextInput name="source" label="Where you read it" error={wrong['source']} />
        <Textarea name="reason" label="Why it changes" autosize minRows={2} error={wrong['reason']} />
        <div>
          <Button type="submit" loading={isSaving}>
            Add row
          </Button>
        </div>
      </Stack>
    </form>
  )
}
