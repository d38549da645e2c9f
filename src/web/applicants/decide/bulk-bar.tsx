import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { REJECTED, UNDER_REVIEW } from '#contract/statuses.ts'
import { counted } from '#web/applicants/applicant-words.ts'
import type { Selection } from '#web/applicants/table/use-selection.ts'
import { BulkDialog, type BulkTask } from './bulk-dialog.tsx'
import classes from './bulk-bar.module.css'

/** Actions for everyone selected. */
export function BulkBar({ selection: { picked, clear } }: { selection: Selection }): ReactNode {
  const [task, setTask] = useState<BulkTask | null>(null)
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
            <Button size="compact-sm" variant="subtle" onClick={clear}>
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
            if (isDone) clear()
          }}
        />
      )}
    </>
  )
}
