import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { NO_ACCESS } from '#contract/endpoint.ts'
import { Message } from '#web/ui/message/message.tsx'

type Props = {
  /** What went wrong, in one sentence. */
  children: ReactNode
  title?: string
  again?: () => void
  /** The button's label; 'Retry' by default. */
  againLabel?: string
}

/** An error and how to recover from it, announced immediately. Without access, it says who to ask instead of offering Retry. */
export function ErrorNotice({ children, title, again, againLabel = 'Retry' }: Props): ReactNode {
  const isForbidden = typeof children === 'string' && children.endsWith(NO_ACCESS)
  return (
    <Message
      tone="bad"
      role="alert"
      title={title}
      actions={
        again &&
        !isForbidden && (
          <Button size="compact-sm" variant="default" onClick={again}>
            {againLabel}
          </Button>
        )
      }
    >
      {children}
      {isForbidden && ' If you need it for your work, ask an owner.'}
    </Message>
  )
}
