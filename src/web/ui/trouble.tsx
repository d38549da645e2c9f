import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Message } from '#web/ui/message/message.tsx'

type Props = {
  /** What went wrong, in one sentence. */
  children: ReactNode
  title?: string
  again?: () => void
  /** The button's label; 'Retry' by default. */
  againLabel?: string
}

/** An error and how to recover from it; announced immediately. */
export function Trouble({ children, title, again, againLabel = 'Retry' }: Props): ReactNode {
  return (
    <Message
      tone="bad"
      role="alert"
      title={title}
      actions={
        again && (
          <Button size="compact-sm" variant="default" onClick={again}>
            {againLabel}
          </Button>
        )
      }
    >
      {children}
    </Message>
  )
}
