import { Button, Group, Modal, NumberInput, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, useId, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Message } from '#web/ui/message/message.tsx'
import {
  listInterviewers,
  readCalendar,
  readOwnCalendar,
  saveCalendar,
  saveOwnCalendar,
  type InterviewerCalendar,
  type StoredCalendar,
} from '#contract/interviewers.ts'
import { call } from '#web/call.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall, asking } from '#web/ui/use-call.ts'
import { DaysOff, WeekRows, withDays, type DaysAdded } from './hours-fields.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { DEFAULT_MINUTES, DEFAULT_WORKING_DAYS, previewOffer } from '#contract/scheduling/scheduling.ts'
import { isoDayIn } from '#contract/time-zone.ts'
import { useSaveHours, type SaveHours } from './use-save-hours.ts'
import { US_ZONES, zoneName, clockFor, shortClockIn, shortDayIn, zoneCodeIn } from './times-text.ts'
import { Empty } from '#web/ui/message/empty.tsx'

/** The interviewer's own hours, on their dashboard. */
export function OwnHours(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Your hours
      </Button>
      {isOpen && (
        <HoursDialog title="Your hours" onClose={close}>
          {(written) => <OwnForm {...written} onDone={close} />}
        </HoursDialog>
      )}
    </>
  )
}

function OwnForm(written: Written & { onDone: () => void }): ReactNode {
  const query = useCall(readOwnCalendar, {}, { staleTime: 0, gcTime: 0 })
  const save = useSaveHours(
    (wanted) => call(saveOwnCalendar, wanted, { retries: 0 }),
    () => call(readOwnCalendar, {}, { retries: 1 }),
  )
  return (
    <Loaded query={query} waiting={<Skeleton height={300} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
      {(stored) => <HoursForm stored={stored} save={save} {...written} />}
    </Loaded>
  )
}

/** Anyone's hours, selected by name; `?hours=` in the URL identifies the interviewer, so other screens can link here. */
export function ColleaguesHours(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const hours = search.get('hours')
  const people = useCall(listInterviewers, {}, { enabled: hours !== null })
  const chosen = people.data?.find((one) => String(one.ref_interviewer_id) === hours)
  const show = (wanted: string | null) =>
    setSearch((before) => new URLSearchParams([...[...before].filter(([name]) => name !== 'hours'), ...(wanted === null ? [] : [['hours', wanted]])]), {
      replace: true,
    })
  return (
    <>
      <Button variant="default" onClick={() => show('')}>
        Interviewers' hours
      </Button>
      {hours !== null && (
        <HoursDialog title="Interviewers' hours" onClose={() => show(null)}>
          {(written) => (
            <Stack>
              <Select
                label="Interviewer"
                placeholder="Pick an interviewer"
                searchable
                allowDeselect={false}
                nothingFoundMessage="No matching interviewers"
                value={chosen ? hours : null}
                onChange={(picked) => picked && written.leave(() => show(picked))}
                data={people.data?.map((one) => ({ value: String(one.ref_interviewer_id), label: `${one.interviewer_name} (${one.interviewer_email})` })) ?? []}
              />
              {people.error && <ErrorNotice again={() => void people.refetch()}>{errorMessage(people.error)}</ErrorNotice>}
              {chosen && <ColleagueForm key={hours} id={chosen.ref_interviewer_id} name={chosen.interviewer_name} {...written} onDone={() => show(null)} />}
            </Stack>
          )}
        </HoursDialog>
      )}
    </>
  )
}

function ColleagueForm({ id, name, ...written }: Written & { id: number; name: string; onDone: () => void }): ReactNode {
  const query = useCall(readCalendar, { id }, { staleTime: 0, gcTime: 0 })
  const mayChange = useMay('decide')
  const save = useSaveHours(
    (wanted) => call(saveCalendar, { id, ...wanted }, { retries: 0 }),
    () => call(readCalendar, { id }, { retries: 1 }),
  )
  return (
    <Loaded query={query} waiting={<Skeleton height={300} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
      {(stored) => <HoursForm stored={stored} about={{ id, name }} save={mayChange ? save : null} {...written} />}
    </Loaded>
  )
}

/** `leave`: asks first if something was changed. */
type Written = { onWritten: () => void; leave: (go: () => void) => void }
type DialogProps = { title: string; onClose: () => void; children: (written: Written) => ReactNode }

function HoursDialog({ title, onClose, children }: DialogProps): ReactNode {
  const [isWritten, setWritten] = useState(false)
  const left = (go: () => void) => () => (setWritten(false), go())
  return (
    <Modal opened {...guardClosing(isWritten, onClose)} title={title} size="xl">
      {children({ onWritten: () => setWritten(true), leave: (go) => guardClosing(isWritten, left(go)).onClose() })}
    </Modal>
  )
}

type FormProps = Written & {
  stored: StoredCalendar
  /** Null for the person's own hours. */
  about?: { id: number; name: string }
  /** Null for read-only access. */
  save: SaveHours | null
  onDone: () => void
}

function HoursForm({ stored, about, save, onDone, onWritten, leave }: FormProps): ReactNode {
  const client = useQueryClient()
  const { is_in_bookings, modified_at, ...kept } = stored
  const [draft, setDraft] = useState<InterviewerCalendar>(kept)
  const [added, setAdded] = useState<DaysAdded>({ first: '', last: '' })
  const change = (changed: Partial<InterviewerCalendar>) => (onWritten(), setDraft({ ...draft, ...changed }))
  const wanted = { ...draft, days_off: withDays(draft.days_off, added) }
  const saving = useMutation({
    mutationFn: () => save!({ ...wanted, modified_at }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keyOf(readOwnCalendar) })
      notify(about ? `We saved ${about.name}'s hours.` : 'We saved your hours.')
      onDone()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <fieldset disabled={save === null} style={{ all: 'unset', display: 'contents' }}>
        <Stack>
          <ZoneSelect zone={draft.time_zone} isDisabled={save === null} onChange={(time_zone) => change({ time_zone })} />
          {is_in_bookings ? (
            <Message tone="note">Working hours and days off come from Microsoft Bookings. Change them there.</Message>
          ) : (
            <>
              <WeekRows hours={draft.weekly_hours} onChange={(weekly_hours) => change({ weekly_hours })} />
              <DaysOff days={draft.days_off} onChange={(days_off) => change({ days_off })} added={added} onAdded={(days) => (onWritten(), setAdded(days))} />
            </>
          )}
          <NumberInput
            label="Max interviews a day"
            min={1}
            max={20}
            required
            value={draft.daily_maximum}
            onChange={(value) => change({ daily_maximum: Number(value) })}
            maw={220}
          />
          <Offered calendar={wanted} about={about} />
          {saving.error && <ErrorNotice>{errorMessage(saving.error)}</ErrorNotice>}
        </Stack>
      </fieldset>
      <Group justify="flex-end" mt="md">
        {save === null && <Text c="dimmed">Recruiters and owners can change these hours.</Text>}
        <Button variant="default" onClick={() => leave(onDone)}>
          {save === null ? 'Close' : 'Cancel'}
        </Button>
        {save && (
          <Button type="submit" loading={saving.isPending}>
            Save
          </Button>
        )}
      </Group>
    </form>
  )
}

const OTHER_ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => !(zone in US_ZONES))

function ZoneSelect({ zone, isDisabled, onChange }: { zone: string; isDisabled: boolean; onChange: (zone: string) => void }): ReactNode {
  const elsewhere = OTHER_ZONES.includes(zone) || zone in US_ZONES ? OTHER_ZONES : [zone, ...OTHER_ZONES]
  const city = (name: string) => name.split('/').at(-1)!.replaceAll('_', ' ')
  return (
    <Select
      label="Time zone"
      data={[
        { group: 'United States', items: Object.keys(US_ZONES).map((value) => ({ value, label: `${zoneName(value)} (${city(value)})` })) },
        { group: 'Elsewhere', items: elsewhere.map((value) => ({ value, label: zoneName(value) })) },
      ]}
      value={zone}
      onChange={(value) => value && onChange(value)}
      nothingFoundMessage="No matching time zones"
      searchable
      allowDeselect={false}
      disabled={isDisabled}
    />
  )
}

const TYPING_MS = 400
const STEP_MS = 30 * 60_000

/** The times candidates would be offered if these hours were saved. */
function Offered({ calendar, about }: { calendar: InterviewerCalendar; about: { id: number } | undefined }): ReactNode {
  const heading = useId()
  const [asked] = useDebouncedValue(calendar, TYPING_MS)
  const isComplete = asked.daily_maximum > 0 && asked.weekly_hours.every(({ from, to }) => from !== '' && from < to)
  const preview = useQuery({
    ...asking(previewOffer, { ...asked, ...(about && { ref_interviewer_id: about.id }) }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby={heading}>
      <Title order={3} size="h4" id={heading}>
        What candidates are offered
      </Title>
      <Text c="dimmed" size="sm">
        When a {DEFAULT_MINUTES}-minute interview can start in the next {DEFAULT_WORKING_DAYS} working days, in {zoneName(asked.time_zone)}. Booked times and
        the first day are left out so everyone has time to prepare.
      </Text>
      {preview.error && <ErrorNotice again={() => void preview.refetch()}>{errorMessage(preview.error)}</ErrorNotice>}
      {preview.data && !preview.error && <Days starts={preview.data.starts} zone={asked.time_zone} />}
    </section>
  )
}

function Days({ starts, zone }: { starts: string[]; zone: string }): ReactNode {
  if (starts.length === 0) return <Empty isPart>No times available on these days.</Empty>
  return (
    <ul>
      {[...Map.groupBy(starts, (start) => isoDayIn(zone, start))].map(([day, ofDay]) => (
        <li key={day}>
          {shortDayIn(zone, ofDay[0]!)}:{' '}
          {[...Map.groupBy(ofDay, (start) => zoneCodeIn(zone, start)).values()]
            .flatMap(groupConsecutive)
            .map((run) => formatRun(run, zone, clockFor(zone, ofDay)))
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}

/** Groups start times half an hour apart. */
function groupConsecutive(starts: string[]): string[][] {
  const runs: string[][] = []
  for (const start of starts) {
    const last = runs.at(-1)?.at(-1)
    if (last && Date.parse(start) - Date.parse(last) === STEP_MS) runs.at(-1)!.push(start)
    else runs.push([start])
  }
  return runs
}

function formatRun(run: string[], zone: string, clock: typeof shortClockIn): string {
  const [first, last] = [run[0]!, run.at(-1)!].map((start) => clock(zone, start))
  return run.length === 1 ? first! : `every half hour from ${first} to ${last}`
}
