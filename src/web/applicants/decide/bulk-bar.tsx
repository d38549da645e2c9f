import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { PROCEED, REJECTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { counted } from '#web/applicants/applicant-words.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { usePicked, type Selection } from '#web/applicants/table/use-selection.ts'
import { usePeople } from '#web/applicants/table/rows/use-people.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import classes from './bulk-bar.module.css'

const MOVES = [
  { to: PROCEED, label: 'Proceed' },
  { to: UNDER_REVIEW, label: 'Under Review' },
  { to: REJECTED, label: 'Reject' },
  { to: null, label: 'Email' },
]

type Props = { selection: Selection; ids: number[]; filters: Filters }

/** Actions for everyone selected. */
export function BulkBar({ selection, ids, filters }: Props): ReactNode {
  const [task, setTask] = useState<{ to: number | null; ids: number[] } | null>(null)
  const { picked } = usePicked(selection, ids)
  const clear = () => selection.toggleAll(false)
  return (
    <>
      {picked.length > 0 && (
        <div className={classes['bulk']} role="toolbar" aria-label="Selected applicants">
          <Text size="sm" fw={600} role="status">
            {counted(picked.length)} selected
          </Text>
          <Group gap="xs">
            {MOVES.map(({ to, label }) => (
              <Button key={label} size="compact-sm" variant="default" onClick={() => setTask({ to, ids: picked })}>
                {label}
              </Button>
            ))}
            <Button size="compact-sm" variant="subtle" onClick={clear}>
              Clear selection
            </Button>
          </Group>
        </div>
      )}
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

type TaskProps = { to: number | null; ids: number[]; filters: Filters; onClose: (isDone: boolean) => void }

/** Everyone's current status is read first, because it decides who is moved and who is skipped. */
function BulkTask({ to, ids, filters, onClose }: TaskProps): ReactNode {
  const { people, failed, again } = usePeople(ids, filters)
  if (failed) return <Trouble again={again}>{failed}</Trouble>
  return people && <DecisionDialog people={people} to={to} identifiable={false} onClose={onClose} />
}
