import { Button, Popover, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNow } from '#web/ui/use-now.ts'
import { useRecentActions, type RecentAction } from './recent-actions.ts'
import { useDecide } from '#web/applicants/decide/use-decide.tsx'
import classes from './recent-menu.module.css'

/** What was done here, for when the toast has gone; nothing is only in a message that vanishes. */
export function RecentMenu(): ReactNode {
  const actions = useRecentActions()
  return (
    <Popover position="bottom-end" withArrow trapFocus shadow="md" width={360}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />}>
          Recent actions{actions.length > 0 ? ` (${actions.length})` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Recent actions">
        {actions.length === 0 ? <Text size="sm">Nothing was changed here yet.</Text> : <Actions actions={actions} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Actions({ actions }: { actions: RecentAction[] }): ReactNode {
  const now = useNow(1000)
  const { undo } = useDecide()
  return (
    <Stack gap="xs" component="ul" className={classes['plain'] ?? ''}>
      {actions.map((action) => {
        const seconds = Math.ceil((action.until - now) / 1000)
        return (
          <li key={action.id} className={classes['recent']}>
            <span>
              {action.what}
              <Text span size="xs" c="dimmed" display="block">
                {action.isUndone ? 'Undone' : seconds > 0 ? `Can be undone for ${seconds} s` : 'The time to undo is over'}
              </Text>
            </span>
            {!action.isUndone && seconds > 0 && action.undo.length > 0 && (
              <Button size="compact-sm" variant="default" onClick={() => void undo(action)} aria-label={`Undo ${action.what}`}>
                Undo
              </Button>
            )}
          </li>
        )
      })}
    </Stack>
  )
}
