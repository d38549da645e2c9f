import { Select, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { listAdminRoles } from '#contract/roles.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { FiguresPanel } from './figures.tsx'

const ALL = { value: 'all', label: 'All roles' }

/** The figures of every role someone can see, or of a single one. */
export function FiguresScreen(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const { data: roles = [] } = useCall(listAdminRoles, {})
  const chosen = /^\d{1,9}$/.exec(search.get('role') ?? '')?.[0] ?? ALL.value
  const choices = [ALL, ...roles.map((role) => ({ value: String(role.ref_function_role_id), label: role.function_role_name }))]
  const choose = (role: string) => setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), role }), { replace: true })
  return (
    <Stack>
      <ArrivalTitle>Figures</ArrivalTitle>
      <Select
        className="no-print"
        label="Role"
        maw="32rem"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matching roles"
        value={chosen}
        onChange={(role) => role && choose(role)}
        data={choices}
      />
      <FiguresPanel roleId={chosen === ALL.value ? 'all' : Number(chosen)} title={choices.find(({ value }) => value === chosen)?.label ?? 'Role'} />
    </Stack>
  )
}
