import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  ALL_DAYS,
  exportFigures,
  FIGURE_DEFINITIONS,
  FIGURE_PERIODS,
  figuresFileName,
  readFigures,
  STAGE_DEFINITIONS,
  TOO_FEW_LABEL,
  WAIT_DEFINITIONS,
  WAIT_NAMES,
  type Figures,
} from '#contract/figures/figures.ts'
import { OTHER_VIA } from '#contract/role-links.ts'
import { STAGE_NAMES } from '#contract/statuses/status-meanings.ts'
import { call } from '#web/call.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { Bars, Chart } from '#web/ui/chart.tsx'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { save } from '#web/ui/save-file.ts'
import { warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import classes from './figures.module.css'

type Params = { roleId: number | 'all'; days: number }

/** The figures of one role. */
export function RoleFiguresTab({ ref_function_role_id: roleId }: { ref_function_role_id: number }): ReactNode {
  return <FiguresPanel roleId={roleId} title="Figures" />
}

/** Figures for a period, with a CSV download. The period is in the URL. */
export function FiguresPanel({ roleId, title }: { roleId: number | 'all'; title: string }): ReactNode {
  const [search, setSearch] = useSearchParams()
  const days = FIGURE_PERIODS.find((one) => String(one) === search.get('days')) ?? ALL_DAYS
  const query = useCall(readFigures, { roleId, days }, { placeholderData: keepPreviousData })
  const setDays = (value: string) => setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), days: value }), { replace: true })
  return (
    <Stack>
      <Title order={2} size="h3" className={classes['title'] ?? ''}>
        {title}
      </Title>
      <Group className="no-print">
        <SegmentedControl
          aria-label="People who applied in"
          value={String(days)}
          onChange={setDays}
          data={FIGURE_PERIODS.map((one) => ({ value: String(one), label: periodName(one) }))}
        />
        <ExportFigures roleId={roleId} days={days} />
      </Group>
      <Loaded
        query={query}
        waiting={<Skeleton height={400} aria-label="Loading the figures" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(figures) => <Charts figures={figures} days={days} />}
      </Loaded>
    </Stack>
  )
}

function periodName(days: number): string {
  return days === ALL_DAYS ? 'All time' : days === 365 ? '12 months' : `${days} days`
}

function ExportFigures(asked: Params): ReactNode {
  const mayExport = useMay('export')
  const [isExporting, setExporting] = useState(false)
  if (!mayExport) return null
  async function exportAll(): Promise<void> {
    if (isExporting) return
    setExporting(true)
    try {
      save((await call(exportFigures, asked)) as Blob, figuresFileName(new Date()))
    } catch (failure) {
      warn(errorMessage(failure))
    } finally {
      setExporting(false)
    }
  }
  return (
    <Button variant="default" aria-disabled={isExporting} onClick={() => void exportAll()}>
      {isExporting ? 'Exporting…' : 'Export to CSV'}
    </Button>
  )
}

function Charts({ figures, days }: { figures: Figures; days: number }): ReactNode {
  return (
    <>
      <Text size="sm">
        {days === ALL_DAYS ? 'Everyone who has applied.' : `People who applied in the last ${periodName(days)}.`} Figures about fewer than five people aren't
        shown.
      </Text>
      <div className={classes['charts']}>
        <Stages {...figures} />
        <DaysToAccept {...figures} />
        <Waits {...figures} />
        <Sources {...figures} />
        <Replies {...figures} />
      </div>
    </>
  )
}

const peopleOf = (people: number | null) => people?.toLocaleString('en-US') ?? TOO_FEW_LABEL
const daysOf = (days: number | null) => (days === null ? TOO_FEW_LABEL : `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`)
const percentOf = (percent: number | null) => (percent === null ? '–' : `${percent}%`)

function Stages({ funnel }: Figures): ReactNode {
  const steps = funnel.map(({ stage, people }, place) => {
    const before = funnel[place - 1]?.people ?? null
    return { stage, name: STAGE_NAMES[stage], people, percent: people === null || before === null ? null : Math.round((100 * people) / before) }
  })
  const [applied, accepted] = [steps[0]!, steps.at(-1)!]
  return (
    <Chart
      title="Stages"
      isWide
      summary={`Applied: ${peopleOf(applied.people)}. Accepted an offer: ${peopleOf(accepted.people)}.`}
      definition={FIGURE_DEFINITIONS.funnel}
      columns={['Stage', 'People', 'Of the stage before', 'Definition']}
      rows={steps.map(({ stage, name, people, percent }) => [name, peopleOf(people), percentOf(percent), STAGE_DEFINITIONS[stage]])}
    >
      <Bars
        bars={steps.map(({ stage, name, people, percent }) => ({
          name,
          value: people ?? 0,
          says: (
            <>
              <strong>{peopleOf(people)}</strong>
              {percent !== null && ` · ${percent}% of the stage before`}
            </>
          ),
          note: STAGE_DEFINITIONS[stage],
        }))}
      />
    </Chart>
  )
}

function DaysToAccept({ days_to_accept: { people, median_days, percentile_80_days } }: Figures): ReactNode {
  const spans = [
    { name: 'Median', days: median_days },
    { name: '80th percentile', days: percentile_80_days },
  ]
  return (
    <Chart
      title="From published to accepted"
      summary={`Accepted offers: ${peopleOf(people)}.`}
      definition={FIGURE_DEFINITIONS.days_to_accept}
      columns={['Measure', 'Time', 'Accepted offers']}
      rows={spans.map(({ name, days }) => [name, daysOf(days), peopleOf(people)])}
    >
      <Bars bars={spans.map(({ name, days }) => ({ name, value: days ?? 0, says: <strong>{daysOf(days)}</strong> }))} />
    </Chart>
  )
}

function Waits({ waits, days_to_accept: { people } }: Figures): ReactNode {
  const longest = waits.toSorted((one, other) => (other.percent ?? 0) - (one.percent ?? 0))[0]!
  const says = longest.percent === null ? `Accepted offers: ${peopleOf(people)}.` : `Longest wait: ${WAIT_NAMES[longest.waits_on]}, ${longest.percent}%.`
  return (
    <Chart
      title="Where the time went"
      summary={says}
      definition={FIGURE_DEFINITIONS.waits}
      columns={['Waiting for', 'Of the time', 'Median', 'Definition']}
      rows={waits.map(({ waits_on, percent, median_days }) => [WAIT_NAMES[waits_on], percentOf(percent), daysOf(median_days), WAIT_DEFINITIONS[waits_on]])}
    >
      <Bars
        full={100}
        bars={waits.map(({ waits_on, percent, median_days }) => ({
          name: WAIT_NAMES[waits_on],
          value: percent ?? 0,
          says: (
            <>
              <strong>{percent === null ? TOO_FEW_LABEL : `${percent}%`}</strong>
              {median_days !== null && ` · median ${daysOf(median_days)}`}
            </>
          ),
          note: WAIT_DEFINITIONS[waits_on],
        }))}
      />
    </Chart>
  )
}

function sourceName(via: string | null): string {
  return via === null ? 'No link' : via === OTHER_VIA ? 'Other links' : via
}

function Sources({ sources }: Figures): ReactNode {
  const [most] = sources
  return (
    <Chart
      title="Links people used"
      summary={most?.applied ? `Most applications: ${sourceName(most.via)}, ${peopleOf(most.applied)}.` : `Applications: ${TOO_FEW_LABEL} for each link.`}
      definition={FIGURE_DEFINITIONS.sources}
      columns={['Link', 'Applied', 'Interviewing', 'Accepted']}
      rows={sources.map(({ via, applied, interviewing, accepted }) => [sourceName(via), peopleOf(applied), peopleOf(interviewing), peopleOf(accepted)])}
    >
      <Bars
        bars={sources.map(({ via, applied, interviewing, accepted }) => ({
          name: sourceName(via),
          value: applied ?? 0,
          says: <strong>{peopleOf(applied)}</strong>,
          note: `Interviewing: ${peopleOf(interviewing)}. Accepted: ${peopleOf(accepted)}.`,
        }))}
      />
    </Chart>
  )
}

function Replies({ promises: { due, kept_percent } }: Figures): ReactNode {
  return (
    <Chart
      title="Replies on time"
      summary={`Replies sent or due: ${peopleOf(due)}.`}
      definition={FIGURE_DEFINITIONS.promises}
      columns={['Replies', 'Share', 'Sent or due']}
      rows={[['On time', percentOf(kept_percent), peopleOf(due)]]}
    >
      <Bars
        full={100}
        bars={[{ name: 'On time', value: kept_percent ?? 0, says: <strong>{kept_percent === null ? TOO_FEW_LABEL : `${kept_percent}%`}</strong> }]}
      />
    </Chart>
  )
}
