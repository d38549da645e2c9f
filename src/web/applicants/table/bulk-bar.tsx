import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { REJECTED, UNDER_REVIEW } from '#contract/statuses.ts'
import { BulkDialog, type BulkTask } from '#web/applicants/decide/bulk-dialog.tsx'
import { counted } from './table-tools.tsx'
import type { Review } from '#web/applicants/use-review.ts'
import classes from '#web/applicants/review.module.css'

/** What can be done with those who are selected. */
export function BulkBar({ review: { table } }: { review: Review }): ReactNode {
  const [task, setTask] = useState<BulkTask | null>(null)
  const picked = table.getSelectedRowModel().rows.map((row) => row.original)
  return (
    <>
      {picked.length > 0 && (
        <div className={classes['bulk']} role="toolbar" aria-label="Selected applicants">
          <Text size="sm" fw={600} role="status">
            {counted(picked.length)} selected
          </Text>
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => setTask({ kind: 'move', to: UNDER_REVIEW, picked })}>
              Under Review
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setTask({ kind: 'move', to: REJECTED, picked })}>
              Reject
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setTask({ kind: 'email', picked })}>
              E-mail
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => table.resetRowSelection(true)}>
              Clear selection
            </Button>
          </Group>
        </div>
      )}
      {task && (
        <BulkDialog
          task={task}
          onClose={(isDone) => {
            setTask(null)
            if (isDone) table.resetRowSelection(true)
          }}
        />
      )}
    </>
  )
}
