import { memo, useState, type ReactNode } from 'react'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { isLocked } from '#contract/statuses/statuses.ts'
import { DueBadge, isDueShown } from '#web/applicants/due-badge.tsx'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { assignApplicant, listColleagues, listWaitingForMe } from '#contract/applicants/collaboration.ts'
import { patchApplicant } from '#web/applicants/table/rows/list-cache.ts'
import { useSession } from '#web/auth/use-session.ts'
import { call } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { Day } from './date-time.tsx'
import classes from './assignee-line.module.css'

/** The status and its date (only with names shown), when the reply is due, and the assignee. */
export const AssigneeLine = memo(function AssigneeLine({ applicant }: { applicant: Applicant }): ReactNode {
  const { status_changed_at: since } = applicant
  return (
    <span className={classes['standing']}>
      <span data-status={since ? 'since' : 'alone'}>
        <StatusBadge {...applicant} />
      </span>
      {since && (
        <span className={classes['fact']} data-since>
          since <Day at={since} />
        </span>
      )}
      {isDueShown(applicant) && (
        <span className={classes['fact']}>
          Reply: <DueBadge {...applicant} />
        </span>
      )}
      <Assignee applicant={applicant} />
    </span>
  )
})

/** The colleague this applicant is assigned to; while there's something to do, one click assigns the current user, and another reassigns. */
function Assignee({ applicant }: { applicant: Applicant }): ReactNode {
  const { user_session_id: id, assigned_to } = applicant
  const me = useSession('admin')?.email ?? ''
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const colleagues = useCall(listColleagues, { id }, { enabled: isOpen })

  async function put(email: string | null): Promise<void> {
    patchApplicant(client, id, { assigned_to: email })
    try {
      await call(assignApplicant, { id, email }, { retries: 0 })
    } catch (failure) {
      patchApplicant(client, id, { assigned_to })
      warn(`Failed to assign. ${errorMessage(failure)}`)
    }
    // Marks the list as stale without refetching it, because it shouldn't change while people decide.
    for (const endpoint of [listReview, listWaitingForMe]) void client.invalidateQueries({ queryKey: keyOf(endpoint), refetchType: 'none' })
  }
  const assignee = assigned_to ? `On it: ${displayName(assigned_to, me)}` : 'Unassigned'
  if (isLocked(applicant)) return assigned_to && <span className={classes['fact']}>{assignee}</span>
  const others = (colleagues.data ?? []).filter((one) => one.email !== me && one.email !== assigned_to)
  return (
    <Menu opened={isOpen} onChange={setOpen} shadow="md" position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant={assigned_to ? 'light' : 'subtle'} color="gray" c="var(--ink)">
          {assignee}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {assigned_to !== me && <Menu.Item onClick={() => void put(me)}>I'm on it</Menu.Item>}
        {assigned_to && <Menu.Item onClick={() => void put(null)}>No one</Menu.Item>}
        {others.map(({ email }) => (
          <Menu.Item key={email} onClick={() => void put(email)}>
            {email}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** `ada.archer@…` as "ada.archer". */
function displayName(email: string, me: string): string {
  return email === me ? 'you' : email.split('@')[0]!
}
