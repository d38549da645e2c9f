import { Button, Popover, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconUndo } from '#web/ui/staff-icons.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useRecentActions, type RecentAction } from './recent-actions.ts'
import { useUndo } from './use-undo.ts'
import classes from './recent-menu.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

/** Recent actions, in case the message has disappeared. */
export function RecentMenu(): ReactNode {
  const actions = useRecentActions()
  return (
    <Popover position="bottom-end" withArrow trapFocus shadow="md" width={380}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconUndo size={16} aria-hidden />}>
          Recent actions{actions.length > 0 ? ` (${actions.length})` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Recent actions" className={classes['menu'] ?? ''}>
        {actions.length === 0 ? <Empty isPart>No recent actions.</Empty> : <Actions actions={actions} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Actions({ actions }: { actions: RecentAction[] }): ReactNode {
  const now = useNow(1000)
  return (
    <Stack gap="sm" component="ul" className={classes['plain'] ?? ''}>
      {actions.map((action) => (
        <Action key={action.id} action={action} seconds={Math.ceil((action.until - now) / 1000)} />
      ))}
    </Stack>
  )
}

function Action({ action, seconds }: { action: RecentAction; seconds: number }): ReactNode {
  const { undo } = useUndo()
  const canUndo = seconds > 0 && action.undo.length > 0
  return (
    <li data-failure={action.isFailure || undefined}>
      <div className={classes['recent']}>
        <span>
          {action.what}
          <Text span size="xs" c="dimmed" display="block">
            {stateOf(action, seconds)}
          </Text>
        </span>
        {canUndo && (
          <Button size="compact-sm" variant="default" onClick={() => void undo(action)} aria-label={`Undo ${action.what}`}>
            {action.undo.length > 1 ? 'Undo all' : 'Undo'}
          </Button>
        )}
      </div>
      {canUndo && action.undo.length > 1 && (
        <ul className={classes['each']} aria-label={`Each of ${action.what}`}>
          {action.undo.map((one) => (
            <li key={one.undo_token} className={classes['recent']}>
              {one.name}
              <Button size="compact-xs" variant="subtle" onClick={() => void undo(action, [one])} aria-label={`Undo ${one.name}`}>
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function stateOf({ isFailure, isUndone, undo }: RecentAction, seconds: number): string {
  if (isFailure) return 'Failed'
  if (isUndone) return 'Undone'
  return seconds > 0 && undo.length > 0 ? `${seconds} s left to undo` : 'Can no longer be undone'
}
