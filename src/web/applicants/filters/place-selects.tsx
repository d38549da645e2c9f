import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { listAdminRoles } from '#contract/roles.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import type { Filters } from './use-filters.ts'

export function RoleSelect({ filters }: { filters: Filters }): ReactNode {
  const roles = useCall(listAdminRoles, {})
  if (roles.isError) return <Trouble again={() => void roles.refetch()}>Failed to load roles. Please refresh the page or try again later.</Trouble>
  const options = (roles.data ?? []).map((role) => ({
    value: String(role.ref_function_role_id),
    label: role.disabled_flag ? `${role.function_role_name} (${role.state})` : role.function_role_name,
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
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  )
}

export function StatusSelect({ filters }: { filters: Filters }): ReactNode {
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
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  )
}
