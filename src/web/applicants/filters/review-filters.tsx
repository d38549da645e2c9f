import { Checkbox, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { daysOf } from '#contract/applicants.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import type { Columns } from '#web/applicants/table/use-columns.ts'
import type { List } from '#web/applicants/table/use-list.ts'
import { SavedViewsList } from '#web/applicants/views/saved-views.tsx'
import type { Filters } from './use-filters.ts'
import classes from './review-filters.module.css'

const PAUSE_MS = 400

type Props = { filters: Filters; list: List; columns: Columns }

/** Who is listed, and how. Folded on a narrow screen and beside an open application. */
export function ReviewFilters({ filters, list, columns }: Props): ReactNode {
  const isWide = window.matchMedia('(min-width: 64em)').matches
  const isUnfolded = filters.roleId === null || (isWide && filters.user_session_id === null)
  return (
    <details className={classes['filters']} open={isUnfolded} key={String(isUnfolded)}>
      <summary>Filters</summary>
      <Stack gap="md" component="form" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        <RoleSelect filters={filters} />
        <StatusSelect filters={filters} />
        <DaysInput filters={filters} key={filters.days} />
        <Checkbox
          label="Show identifiable information"
          description="Name, email, LinkedIn and date. Each look is recorded."
          checked={filters.identifiable}
          onChange={(event) => filters.showIdentities(event.currentTarget.checked)}
        />
        <ViewToggle filters={filters} list={list} />
      </Stack>
      <SavedViewsList filters={filters} columns={columns} />
    </details>
  )
}

function RoleSelect({ filters }: { filters: Filters }): ReactNode {
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

function StatusSelect({ filters }: { filters: Filters }): ReactNode {
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

/** Updates the address shortly after the last key, or on leaving the field. */
function DaysInput({ filters }: { filters: Filters }): ReactNode {
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

function ViewToggle({ filters, list: { rows } }: { filters: Filters; list: List }): ReactNode {
  const isDetail = filters.user_session_id !== null
  const first = rows[0]?.user_session_id
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
