import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { dropdownStatuses, meaningOf, type Action } from '#contract/statuses/statuses.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { useQuestion, type Decisions } from './use-decisions.tsx'

/** The decisions that have their own button. */
export const DECISION_BUTTONS: Record<Exclude<Action, 'update-status'>, { label: string; key: string; color?: string; variant: string }> = {
  proceed: { label: 'Proceed', key: 'p', variant: 'filled' },
  'under-review': { label: 'Under Review', key: 'u', variant: 'default' },
  reject: { label: 'Reject', key: 'r', color: 'var(--bad)', variant: 'outline' },
}

/** Every status that can be set manually; `children` is the button that opens the menu. */
export function StatusMenu({ decisions, children }: { decisions: Decisions; children: ReactNode }): ReactNode {
  const { asked, of } = decisions
  const isOpen = useQuestion(asked, of)?.what === 'status menu'
  const { statuses } = useStatuses()
  const setOpen = (wanted: boolean) => {
    if (wanted) decisions.ask('status menu')
    // Choosing a status may have opened its dialog by now.
    else if (asked.get()?.what === 'status menu') asked.set(null)
  }
  return (
    <Menu opened={isOpen} onChange={setOpen} width={260} shadow="md" position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {dropdownStatuses(statuses).map(({ ref_application_status_id: id, application_status }) => (
          <Menu.Item key={id} onClick={() => decisions.choose(id)}>
            {application_status}
            {meaningOf(id).inDropdown === 'asks' ? '\u00a0…' : ''}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
