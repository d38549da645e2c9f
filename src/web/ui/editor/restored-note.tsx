import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Message } from '#web/ui/message/message.tsx'

/** Shown above a form that contains text from a previous visit. */
export function RestoredNote({ isRestored, onDiscard }: { isRestored: boolean; onDiscard: () => void }): ReactNode {
  if (!isRestored) return null
  return (
    <output style={{ display: 'block' }}>
      <Message
        tone="note"
        role="presentation"
        actions={
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            Discard them
          </Button>
        }
      >
        We restored your unsaved changes from your last visit.
      </Message>
    </output>
  )
}
