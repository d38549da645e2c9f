import { Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { InterviewerCalendar } from '#contract/interviewers.ts'
import { DEFAULT_MINUTES, DEFAULT_WORKING_DAYS, previewOffer } from '#contract/scheduling/scheduling.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { asking } from '#web/ui/use-call.ts'
import { dateIn, shortClockIn, shortDayIn, zoneName } from './times-words.ts'

const TYPING_MS = 400
const STEP_MS = 30 * 60_000

/** What candidates would be offered if these hours were saved. */
export function Offered({ calendar, about }: { calendar: InterviewerCalendar; about: { id: number } | undefined }): ReactNode {
  const heading = useId()
  const [asked] = useDebouncedValue(calendar, TYPING_MS)
  const isWhole = asked.daily_maximum > 0 && asked.weekly_hours.every(({ from, to }) => from !== '' && from < to)
  const preview = useQuery({
    ...asking(previewOffer, { ...asked, ...(about && { ref_interviewer_id: about.id }) }),
    enabled: isWhole,
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
      {preview.error && <Trouble again={() => void preview.refetch()}>{whyOf(preview.error)}</Trouble>}
      {preview.data && !preview.error && <Days starts={preview.data.starts} zone={asked.time_zone} />}
    </section>
  )
}

function Days({ starts, zone }: { starts: string[]; zone: string }): ReactNode {
  if (starts.length === 0) return <Text c="var(--bad)">No times available on these days.</Text>
  return (
    <ul>
      {[...Map.groupBy(starts, (start) => dateIn(zone, start))].map(([day, ofDay]) => (
        <li key={day}>
          {shortDayIn(zone, ofDay[0]!)}:{' '}
          {runsOf(ofDay)
            .map((run) => runWords(run, zone))
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}

/** Start times half an hour apart form one run. */
function runsOf(starts: string[]): string[][] {
  const runs: string[][] = []
  for (const start of starts) {
    const last = runs.at(-1)?.at(-1)
    if (last && Date.parse(start) - Date.parse(last) === STEP_MS) runs.at(-1)!.push(start)
    else runs.push([start])
  }
  return runs
}

function runWords(run: string[], zone: string): string {
  const [first, last] = [run[0]!, run.at(-1)!].map((start) => shortClockIn(zone, start))
  return run.length === 1 ? first! : `every half hour from ${first} to ${last}`
}
