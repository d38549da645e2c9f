import { Checkbox, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { daysOf } from '#contract/applicants.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { SavedViewsList } from './views/saved-views.tsx'
import type { Review } from './use-review.ts'
import classes from './review.module.css'

const PAUSE_MS = 400

/** What is listed, and how. On a narrow screen, and beside an open application, it stands folded. */
export function ReviewFilters({ review }: { review: Review }): ReactNode {
  const isWide = window.matchMedia('(min-width: 64em)').matches
  const isUnfolded = review.filters.roleId === null || (isWide && review.filters.user_session_id === null)
  return (
    <details className={classes['filters']} open={isUnfolded} key={String(isUnfolded)}>
      <summary>Filters</summary>
      <Stack gap="md" component="form" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        <RoleSelect review={review} />
        <StatusSelect review={review} />
        <DaysInput review={review} key={review.filters.days} />
        <Checkbox
          label="Show identifiable information"
          description="Name, e-mail, LinkedIn and date. Each look is recorded."
          checked={review.identifiable}
          onChange={(event) => review.showIdentities(event.currentTarget.checked)}
        />
        <ViewToggle review={review} />
      </Stack>
      <SavedViewsList review={review} />
    </details>
  )
}

function RoleSelect({ review: { filters } }: { review: Review }): ReactNode {
  const roles = useCall(listAdminRoles, {})
  if (roles.isError) return <Trouble again={() => void roles.refetch()}>Failed to load roles. Please refresh the page or try again later.</Trouble>
  const options = (roles.data ?? []).map((role) => ({
    value: String(role.ref_function_role_id),
    label: role.disabled_flag ? `${role.function_role_name} (closed)` : role.function_role_name,
  }))
  return (
    <Select
      label="Role"
      placeholder={roles.isPending ? 'Loading roles …' : 'Select a role'}
      data={[{ value: 'all', label: 'All Roles' }, ...options]}
      value={filters.roleId}
      onChange={(roleId) => filters.go({ roleId, user_session_id: null })}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No such role"
      maxDropdownHeight={360}
    />
  )
}

function StatusSelect({ review: { filters } }: { review: Review }): ReactNode {
  const { statuses, failed } = useStatuses()
  return (
    <Select
      label="Status"
      data={[
        { value: 'all', label: 'All Statuses' },
        ...statuses.map((status) => ({ value: String(status.ref_application_status_id), label: status.application_status })),
      ]}
      value={filters.statusId}
      onChange={(statusId) => filters.go({ statusId: statusId ?? 'all', user_session_id: null })}
      allowDeselect={false}
      disabled={filters.roleId === null}
      error={failed}
      maxDropdownHeight={360}
    />
  )
}

/** Goes into the address a moment after the last key, or at once when the field is left. */
function DaysInput({ review: { filters } }: { review: Review }): ReactNode {
  const [typed, setTyped] = useState<string | number>(filters.days)
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>()
  const apply = (text: string | number) => {
    clearTimeout(timer)
    const days = daysOf(String(text))
    setTyped(days)
    if (days !== filters.days) filters.go({ days, user_session_id: null }, { replace: true })
  }
  return (
    <NumberInput
      label="Applied in the last (days)"
      min={1}
      max={36_500}
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      disabled={filters.roleId === null}
      onChange={(text) => {
        setTyped(text)
        clearTimeout(timer)
        if (text !== '') setTimer(setTimeout(() => apply(text), PAUSE_MS))
      }}
      onBlur={() => apply(typed)}
      onKeyDown={(event) => event.key === 'Enter' && apply(typed)}
    />
  )
}

function ViewToggle({ review: { filters, rows } }: { review: Review }): ReactNode {
  const isDetail = filters.user_session_id !== null
  const first = rows[0]?.original.user_session_id
  return (
    <SegmentedControl
      fullWidth
      aria-label="View"
      value={isDetail ? 'detail' : 'table'}
      disabled={filters.roleId === null || (!isDetail && first === undefined)}
      onChange={(view) => filters.go({ user_session_id: view === 'detail' ? (first ?? null) : null })}
      data={[
        { value: 'table', label: 'Table' },
        { value: 'detail', label: 'Detail' },
      ]}
    />
  )
}
