import { Alert, Button, Group } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Where it leads by itself after `afterMs`, unless the person stays. */
  leave?: { to: () => void; afterMs: number; where: string; stay: () => void }
  dismiss?: () => void
}

/** Says that something was saved, inside a `status` that was there before, so that it's announced. */
export function SavedBanner({ children, leave, dismiss }: Props): ReactNode {
  useEffect(() => {
    if (!leave) return
    const timer = setTimeout(leave.to, leave.afterMs)
    return () => clearTimeout(timer)
  }, [leave])
  return (
    <Alert color="green" role="presentation">
      <Group justify="space-between" gap="sm">
        <span>
          {children}
          {leave && ` Going back to ${leave.where} …`}
        </span>
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
      </Group>
    </Alert>
  )
}
