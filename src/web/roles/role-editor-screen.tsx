import { Button, Group, Select, Skeleton, Stack, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listAdminRoles, type FunctionRole } from '#contract/roles.ts'
import { Empty } from '#web/ui/table/empty.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { NothingChosen } from '#web/ui/editor/nothing-chosen.tsx'
import { usePageLoading } from '#web/ui/waiting/page-loading.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { RoleBar } from './role-bar.tsx'
import { RoleForm, type Handed } from './role-form.tsx'
import { RoleLinksTab } from './role-links.tsx'
import { RoleQuestionsTab } from './role-questions.tsx'
import { RolesTable } from './roles-table.tsx'

const NEW = 'new'

type Tab = ComponentType<{ ref_function_role_id: number }>
type Screen = Handed & { RolePlanTab: Tab; RoleTeamTab: Tab; RoleFiguresTab: Tab; ProspectsTab: Tab }

export function RoleEditorScreen(handed: Screen): ReactNode {
  const roles = useCall(listAdminRoles, {})
  usePageLoading(roles.isPending)
  return (
    <Stack>
      <Title order={1}>Function Role Editor</Title>
      <Loaded
        query={roles}
        waiting={<Skeleton height={400} aria-label="Loading the roles" />}
        failed={(_, again) => <Trouble again={again}>Failed to load function roles. Please try again later.</Trouble>}
      >
        {(all) => <RoleChoice all={all} {...handed} />}
      </Loaded>
    </Stack>
  )
}

function RoleChoice({ all, RolePlanTab, RoleTeamTab, RoleFiguresTab, ProspectsTab, ...handed }: { all: FunctionRole[] } & Screen): ReactNode {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('role')
  const tab = search.get('tab')
  const role = all.find((one) => String(one.ref_function_role_id) === chosen)
  return (
    <>
      <Group align="end">
        <Select
          label="Role to edit"
          placeholder="Pick a role"
          w="32rem"
          maw="100%"
          searchable
          allowDeselect={false}
          nothingFoundMessage="No role has this name"
          value={role || chosen === NEW ? chosen : null}
          onChange={(picked) => picked && picked !== chosen && setSearch({ role: picked })}
          data={[{ value: NEW, label: 'Create New Role' }, ...all.map(optionOf)]}
        />
        {chosen !== NEW && (
          <Button component={Link} to={`?role=${NEW}`}>
            Create New Role
          </Button>
        )}
      </Group>
      {role && (tab === 'questions' || tab === 'interviews' || tab === 'team' || tab === 'links' || tab === 'people' || tab === 'figures') ? (
        <>
          <RoleBar role={role} tab={tab} onClose={null} />
          {tab === 'questions' && <RoleQuestionsTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'interviews' && <RolePlanTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'team' && <RoleTeamTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'figures' && <RoleFiguresTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'people' && <ProspectsTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'links' && <RoleLinksTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
        </>
      ) : role || chosen === NEW ? (
        <RoleForm key={chosen} role={role ?? null} {...handed} />
      ) : (
        <>
          {all.length === 0 ? (
            <Empty title="No roles yet">Create a role, and it appears on your careers site once it’s published.</Empty>
          ) : (
            <RolesTable roles={all} />
          )}
          <NothingChosen label="Save Changes" refusal="Please select a role to update">
            Pick a role to edit, or create a new one.
          </NothingChosen>
        </>
      )}
    </>
  )
}

function optionOf(role: FunctionRole): { value: string; label: string } {
  return { value: String(role.ref_function_role_id), label: role.disabled_flag ? `${role.function_role_name} (${role.state})` : role.function_role_name }
}
