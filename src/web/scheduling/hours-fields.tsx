import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { InterviewerCalendar, WorkingHours } from '#contract/interviewers.ts'
import { clockLabel } from './times-text.ts'
import { dayAfter, dayLabel } from './week-days.ts'
import { Empty } from '#web/ui/message/empty.tsx'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const FIRST_HOURS = { from: '09:00', to: '17:00' }
const LAST_MINUTE = '23:59'

type Hours = InterviewerCalendar['weekly_hours']
type HoursRow = WorkingHours & { at: number }

/** A row for each weekday, with a time picker for each start and end. */
export function WeekRows({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }): ReactNode {
  const on = (weekday: number): HoursRow[] => hours.flatMap((one, at) => (one.weekday === weekday ? [{ ...one, at }] : []))
  const copyMonday = () => {
    const monday = on(1).map(({ from, to }) => ({ from, to }))
    onChange([...hours.filter(({ weekday }) => weekday === 1 || weekday > 5), ...[2, 3, 4, 5].flatMap((weekday) => monday.map((one) => ({ weekday, ...one })))])
  }
  return (
    <Stack gap="xs">
      {DAYS.map((day, index) => (
        <DayRow
          key={day}
          day={day}
          places={on(index + 1)}
          onAdd={() => onChange([...hours, { weekday: index + 1, ...hoursAfter(on(index + 1).at(-1)) }])}
          onSet={(at, changed) => onChange(hours.with(at, { ...hours[at]!, ...changed }))}
          onRemove={(at) => onChange(hours.toSpliced(at, 1))}
        />
      ))}
      <Button variant="subtle" size="compact-sm" onClick={copyMonday} style={{ alignSelf: 'start' }}>
        Copy Monday to Tuesday through Friday
      </Button>
    </Stack>
  )
}

type RowProps = {
  day: string
  places: HoursRow[]
  onAdd: () => void
  onSet: (at: number, changed: Partial<WorkingHours>) => void
  onRemove: (at: number) => void
}

function DayRow({ day, places, onAdd, onSet, onRemove }: RowProps): ReactNode {
  return (
    <Group role="group" aria-label={day} gap="sm" align="center">
      <Text fw={600} w="6.5rem">
        {day}
      </Text>
      {places.length === 0 && <Empty isPart>Not available</Empty>}
      {places.map(({ at, from, to }) => (
        <Group key={at} gap={4} align="center" wrap="nowrap">
          <TextInput type="time" aria-label={`${day}, from`} required value={from} onChange={(event) => onSet(at, { from: event.currentTarget.value })} />
          <Text span>to</Text>
          <TextInput
            type="time"
            aria-label={`${day}, until`}
            required
            value={to}
            error={isBackward(from, to)}
            ref={(field) => field?.setCustomValidity(isBackward(from, to) ? 'The end must be after the start.' : '')}
            onChange={(event) => onSet(at, { to: event.currentTarget.value })}
          />
          <CloseButton aria-label={`Remove ${day}, ${clockLabel(from)} to ${clockLabel(to)}`} onClick={() => onRemove(at)} />
        </Group>
      ))}
      <Button variant="subtle" size="compact-sm" aria-label={`Add hours on ${day}`} onClick={onAdd}>
        Add hours
      </Button>
    </Group>
  )
}

/** A day's first range has the default hours; each added one starts where the previous one ends. */
function hoursAfter(last: WorkingHours | undefined): { from: string; to: string } {
  return last
    ? { from: last.to, to: last.to < '20:00' ? `${String(Number(last.to.slice(0, 2)) + 4).padStart(2, '0')}${last.to.slice(2)}` : LAST_MINUTE }
    : FIRST_HOURS
}

function isBackward(from: string, to: string): boolean {
  return from !== '' && to !== '' && to <= from
}

/** Days that were picked but haven't been added to the list; the last can be empty for a single day. */
export type DaysAdded = { first: string; last: string }
type DaysProps = { days: string[]; onChange: (days: string[]) => void; added: DaysAdded; onAdded: (added: DaysAdded) => void }

/** Days off, picked from the browser's calendar, one or a range at a time. */
export function DaysOff({ days, onChange, added, onAdded }: DaysProps): ReactNode {
  const [today] = useState(() => new Date().toLocaleDateString('en-CA'))
  const isBackwards = added.last !== '' && added.last < added.first
  return (
    <Stack gap="xs" role="group" aria-label="Days off">
      <Group align="flex-end" gap="sm">
        <TextInput
          type="date"
          label="First day off"
          min={today}
          value={added.first}
          onChange={(event) => onAdded({ ...added, first: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Last day off"
          min={added.first || today}
          max={added.first && dayAfter(added.first, LONGEST_DAYS - 1)}
          value={added.last}
          onChange={(event) => onAdded({ ...added, last: event.currentTarget.value })}
        />
        <Button
          variant="default"
          disabled={added.first === '' || isBackwards}
          onClick={() => {
            onChange(withDays(days, added))
            onAdded({ first: '', last: '' })
          }}
        >
          Add days off
        </Button>
      </Group>
      {rangesOf(days.filter((day) => day >= today)).map(({ first, last }) => {
        const words = first === last ? dayLabel(first) : `${dayLabel(first)} to ${dayLabel(last)}`
        return (
          <Group key={first} gap={4}>
            <Text>
              {words}, {last.slice(0, 4)}
            </Text>
            <CloseButton aria-label={`Remove ${words}`} onClick={() => onChange(days.filter((day) => day < first || day > last))} />
          </Group>
        )
      })}
    </Stack>
  )
}

const LONGEST_DAYS = 120

/** These days and those from first to last, in order. */
export function withDays(days: string[], { first, last }: DaysAdded): string[] {
  const all = new Set(days)
  for (let day = first, count = 0; day !== '' && (day === first || day <= last) && count < LONGEST_DAYS; day = dayAfter(day, 1), count++) all.add(day)
  return [...all].toSorted()
}

/** Groups consecutive days into ranges. */
function rangesOf(days: string[]): { first: string; last: string }[] {
  const ranges: { first: string; last: string }[] = []
  for (const day of days.toSorted()) {
    const range = ranges.at(-1)
    if (range && dayAfter(range.last, 1) === day) range.last = day
    else ranges.push({ first: day, last: day })
  }
  return ranges
}
