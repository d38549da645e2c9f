import { Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { nameOf, type Applicant } from '#contract/applicants/applicants.ts'
import { dropdownStatuses, isLocked, meaningOf, whyLocked } from '#contract/statuses/statuses.ts'
import { useIdentities } from '#web/applicants/filters/use-identities.ts'
import { DecisionDialog } from '#web/applicants/decide/decision-dialog.tsx'
import { useDecide } from '#web/applicants/decide/use-decide.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import classes from './review-header.module.css'

/** Who is being reviewed, for which role, their status, and the control that changes it. */
export function ReviewHeader({ applicant }: { applicant: Applicant }): ReactNode {
  const [identifiable, showIdentities] = useIdentities()
  const mayDecide = useMay('decide')
  return (
    <header className={classes['header']}>
      <Back />
      <div className={classes['who']}>
        <ArrivalTitle>{nameOf(applicant)}</ArrivalTitle>
        <Group gap="sm">
          <Text c="dimmed">{applicant.function_role_name}</Text>
          <StatusBadge {...applicant} />
        </Group>
      </div>
      <Group gap="md">
        <Checkbox
          className="no-print"
          label="Show identifiable information"
          checked={identifiable}
          onChange={(event) => showIdentities(event.currentTarget.checked)}
        />
        {mayDecide && <UpdateStatus applicant={applicant} identifiable={identifiable} />}
      </Group>
    </header>
  )
}

function Back(): ReactNode {
  const navigate = useNavigate()
  const hasBefore = (window.history.state as { idx?: number } | null)?.idx
  return (
    <Button
      className="no-print"
      variant="subtle"
      size="compact-md"
      leftSection="←"
      onClick={() => void (hasBefore ? navigate(-1) : navigate('/admin/applications'))}
    >
      Back
    </Button>
  )
}

/** Statuses that trigger an email ask first; the others are set immediately. */
function UpdateStatus({ applicant, identifiable }: { applicant: Applicant; identifiable: boolean }): ReactNode {
  const [asks, setAsks] = useState<number | null>(null)
  const { statuses } = useStatuses()
  const { decide, offerUndo, say } = useDecide()
  if (isLocked(applicant)) return <Text c="dimmed">{whyLocked(applicant)}</Text>

  async function choose(to: number): Promise<void> {
    if (meaningOf(to).inDropdown === 'asks') return setAsks(to)
    try {
      const decided = await decide(applicant, { to, email: null })
      if (decided.undo) offerUndo(say(applicant, to), [decided])
      else notify('The applicant is already in this status.')
    } catch (failure) {
      warn(`Failed to update status. ${whyOf(failure)}`)
    }
  }

  return (
    <>
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <Button className="no-print" variant="default">
            Update Status
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {dropdownStatuses(statuses).map(({ ref_application_status_id: id, application_status }) => (
            <Menu.Item key={id} onClick={() => void choose(id)}>
              {application_status}
              {meaningOf(id).inDropdown === 'asks' ? ' …' : ''}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asks !== null && <DecisionDialog people={[applicant]} to={asks} identifiable={identifiable} onClose={() => setAsks(null)} key={asks} />}
    </>
  )
}
