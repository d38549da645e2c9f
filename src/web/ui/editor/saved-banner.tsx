import { Button } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useHold } from '#web/ui/toast.ts'
import { Message } from '#web/ui/message/message.tsx'

type Props = {
  children: ReactNode
  /** Where to go automatically after `afterMs`, unless the person stays; the timer pauses while the pointer or focus is in the banner. */
  leave?: { to: () => void; afterMs: number; where: string; stay: () => void }
  dismiss?: () => void
}

/** Confirms that something was saved, inside an existing `status`, so it's announced. */
export function SavedBanner({ children, leave, dismiss }: Props): ReactNode {
  const { isHeld, watch } = useHold()
  useEffect(() => {
    if (!leave || isHeld) return
    const timer = setTimeout(leave.to, leave.afterMs)
    return () => clearTimeout(timer)
  }, [leave, isHeld])
  return (
    <Message
      tone="good"
      role="presentation"
      {...watch}
      actions={
        <>
          {leave && (
            <Button size="compact-sm" variant="default" onClick={leave.stay}>
              Stay here
            </Button>
          )}
          {dismiss && (
            <Button size="compact-sm" variant="default" onClick={dismiss}>
              Dismiss
            </Button>
          )}
        </>
      }
    >
      {children}
      {leave && ` Going back to ${leave.where}…`}
    </Message>
  )
}
