import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { printSummaries } from '#contract/applicants/applicant-list.ts'
import { PROCEED, REJECTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { applicantCount } from '#web/applicants/applicant-text.ts'
import { AssignMenu } from '#web/applicants/together/assign-menu.tsx'
import { ALL_TIME_DAYS, reviewPath, type Filters } from '#web/applicants/filters/use-filters.ts'
import { ExportDialog } from '#web/applicants/table/export-dialog.tsx'
import { call } from '#web/call.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { save } from '#web/ui/save-file.ts'
import { copyAndNotify, notify, warn } from '#web/ui/toast.ts'
import { useSelectedIds, type Selection } from '#web/applicants/table/use-selection.ts'
import { usePeople } from '#web/applicants/table/rows/use-people.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import classes from './bulk-bar.module.css'

const MOVES = [
  { to: PROCEED, label: 'Proceed' },
  { to: UNDER_REVIEW, label: 'Under Review' },
  { to: REJECTED, label: 'Reject' },
  { to: null, label: 'Email' },
]

type Props = { selection: Selection; ids: number[]; filters: Filters }

/** Actions for all selected applicants. */
export function BulkBar({ selection, ids, filters }: Props): ReactNode {
  const [task, setTask] = useState<{ to: number | null; ids: number[] } | null>(null)
  const [exported, setExported] = useState<number[] | null>(null)
  const mayExport = useMay('export')
  const { picked } = useSelectedIds(selection, ids)
  const clear = () => selection.toggleAll(false)
  return (
    <>
      {picked.length > 0 && (
        <div className={classes['bulk']} role="toolbar" aria-label="Selected applicants">
          <Text size="sm" fw={600} role="status">
            {applicantCount(picked.length)} selected
          </Text>
          <Group gap="xs">
            {MOVES.map(({ to, label }) => (
              <Button key={label} size="compact-sm" variant="default" onClick={() => setTask({ to, ids: picked })}>
                {label}
              </Button>
            ))}
            {mayExport && (
              <Button size="compact-sm" variant="default" onClick={() => setExported(picked)}>
                Export
              </Button>
            )}
            {mayExport && (
              <Button size="compact-sm" variant="default" onClick={() => void print(picked, filters.identifiable)}>
                Print as PDF
              </Button>
            )}
            <AssignMenu ids={picked} onPartly={selection.drop} />
            <Button size="compact-sm" variant="default" onClick={() => void copyLink(picked)}>
              Copy link
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={clear}>
              Clear selection
            </Button>
          </Group>
        </div>
      )}
      {exported && <ExportDialog requested={{ ids: exported, identifiable: filters.identifiable }} onClose={() => setExported(null)} />}
      {task && (
        <BulkTask
          {...task}
          filters={filters}
          onClose={(isDone) => {
            setTask(null)
            if (isDone) clear()
          }}
        />
      )}
    </>
  )
}

/** Saves a PDF for printing, with at least one page per applicant. */
async function print(ids: number[], identifiable: boolean): Promise<void> {
  try {
    save((await call(printSummaries, { ids, identifiable }, { retries: 0 })) as Blob, 'Applicants.pdf')
    notify(`Printed ${applicantCount(ids.length)} as one PDF, ${identifiable ? 'with' : 'without'} names.`)
  } catch (failure) {
    warn(errorMessage(failure))
  }
}

/** Copies a link to the same list, with names hidden, for colleagues with access to these applicants. */
async function copyLink(ids: number[]): Promise<void> {
  const path = reviewPath({ roleId: 'all', statusId: 'all', days: ALL_TIME_DAYS, user_session_id: null })
  await copyAndNotify(`${location.origin}${path}?ids=${ids.join(',')}`, {
    copied: `Link copied. It opens ${applicantCount(ids.length)} for colleagues who can see them.`,
    failed: 'Your browser blocked copying the link.',
  })
}

type TaskProps = { to: number | null; ids: number[]; filters: Filters; onClose: (isDone: boolean) => void }

/** Loads everyone's current status first, because it determines who is changed and who is skipped. */
function BulkTask({ to, ids, filters, onClose }: TaskProps): ReactNode {
  const { people, failed, again } = usePeople(ids, filters)
  if (failed) return <ErrorNotice again={again}>{failed}</ErrorNotice>
  return people && <DecisionDialog people={people} to={to} identifiable={false} onClose={onClose} />
}
