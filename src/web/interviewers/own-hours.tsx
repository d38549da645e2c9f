import { Alert, Button, Group, Modal, NumberInput, Select, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { readOwnCalendar, saveOwnCalendar, type InterviewerCalendar } from '#contract/interviewers.ts'
import { call } from '#web/call.ts'
import { Loaded, whyOf } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { hoursText, stretchesOf } from './hours-text.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** When an interviewer can be booked: weekly hours, days off and how many interviews a day. */
export function OwnHours(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        When you can be booked
      </Button>
      {isOpen && (
        <Modal opened onClose={() => setOpen(false)} title="When you can be booked" size="lg">
          <Hours onDone={() => setOpen(false)} />
        </Modal>
      )}
    </>
  )
}

function Hours({ onDone }: { onDone: () => void }): ReactNode {
  const calendar = useCall(readOwnCalendar, {})
  return (
    <Loaded query={calendar} waiting={<Skeleton height={300} />} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
      {(found) => <HoursForm calendar={found} onDone={onDone} />}
    </Loaded>
  )
}

function HoursForm({ calendar, onDone }: { calendar: Output<typeof readOwnCalendar>; onDone: () => void }): ReactNode {
  const client = useQueryClient()
  const [zone, setZone] = useState(calendar.time_zone)
  const [hours, setHours] = useState(() => DAYS.map((_, at) => hoursText(calendar.weekly_hours.filter((one) => one.weekday === at + 1))))
  const [daysOff, setDaysOff] = useState(calendar.days_off.join('\n'))
  const [daily_maximum, setMaximum] = useState(calendar.daily_maximum)
  const save = useMutation({
    mutationFn: () =>
      call(saveOwnCalendar, { time_zone: zone, daily_maximum, days_off: daysOff.split(/\s+/).filter(Boolean), weekly_hours: hours.flatMap(hoursOn) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keyOf(readOwnCalendar) })
      notify('Your hours are saved.')
      onDone()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack>
        <Select
          label="Time zone"
          data={Intl.supportedValuesOf('timeZone')}
          value={zone}
          onChange={(value) => value && setZone(value)}
          searchable
          allowDeselect={false}
        />
        {calendar.is_in_bookings ? (
          <Alert color="blue">Your working hours and days off come from Microsoft Bookings. Change them there.</Alert>
        ) : (
          <Days hours={hours} onHours={setHours} daysOff={daysOff} onDaysOff={setDaysOff} />
        )}
        <NumberInput label="Most interviews a day" min={1} max={20} value={daily_maximum} onChange={(value) => setMaximum(Number(value))} />
        {save.error && <Trouble>{whyOf(save.error)}</Trouble>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type DaysProps = { hours: string[]; onHours: (hours: string[]) => void; daysOff: string; onDaysOff: (daysOff: string) => void }

function Days({ hours, onHours, daysOff, onDaysOff }: DaysProps): ReactNode {
  return (
    <>
      {DAYS.map((day, at) => (
        <TextInput
          key={day}
          label={day}
          placeholder="Not available"
          description={at === 0 ? 'Such as 9:00 AM to 12:00 PM, 1:00 PM to 5:00 PM. Leave a day empty if you can’t be booked.' : undefined}
          value={hours[at]!}
          onChange={(event) => onHours(hours.with(at, event.currentTarget.value))}
        />
      ))}
      <Textarea
        label="Days off"
        description="One date per line, such as 2026-12-24"
        autosize
        minRows={2}
        value={daysOff}
        onChange={(event) => onDaysOff(event.currentTarget.value)}
      />
    </>
  )
}

function hoursOn(text: string, at: number): InterviewerCalendar['weekly_hours'] {
  return stretchesOf(text).map((one) => ({ weekday: at + 1, ...one }))
}
