import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Message } from '#web/ui/message/message.tsx'

/** Shown above a form that contains text from a previous visit. */
export function RestoredNote({ isRestored, onDiscard }: { isRestored: boolean; onDiscard: () => void }): ReactNode {
  if (!isRestored) return null
  return (
    <output style={{ display: 'block' }}>
      <Message tone="note" role="presentation">
        <Group justify="space-between" gap="sm">
          <span>We restored your unsaved changes from your last visit.</span>
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            Discard them
          </Button>
        </Group>
      </Message>
    </output>
  )
}
