import { Button, Group, Select, Skeleton, Stack, Title, Table } from '@mantine/core'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listAdminRoles, ROLE_STATES, type FunctionRole, type RoleState } from '#contract/roles.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Empty, NothingSelected } from '#web/ui/message/empty.tsx'
import { usePageLoading } from '#web/ui/waiting/page-loading.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { RoleBar } from './role-bar.tsx'
import { RoleForm, type RoleFormSlots } from './role-form.tsx'
import { RoleLinksTab } from './role-links.tsx'
import { RoleQuestionsTab } from './role-questions.tsx'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { DuplicateRole } from './duplicate-role.tsx'
import { isScheduled, openingsLeft } from './role-text.ts'

const NEW = 'new'

type Tab = ComponentType<{ ref_function_role_id: number }>
type Screen = RoleFormSlots & { RolePlanTab: Tab; RoleTeamTab: Tab; RoleFiguresTab: Tab; ProspectsTab: Tab }

export function RoleEditorScreen(handed: Screen): ReactNode {
  const roles = useCall(listAdminRoles, {})
  usePageLoading(roles.isPending)
  return (
    <Stack>
      <Title order={1}>Function Role Editor</Title>
      <Loaded
        query={roles}
        waiting={<Skeleton height={400} aria-label="Loading the roles" />}
        failed={(_, again) => <ErrorNotice again={again}>Failed to load function roles. Please try again later.</ErrorNotice>}
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
          nothingFoundMessage="No matching roles"
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
            <Empty title="No roles yet">Create a role, and it appears on your careers site once it's published.</Empty>
          ) : (
            <RolesTable roles={all} />
          )}
          <NothingSelected label="Save Changes" refusal="Please select a role to update">
            Pick a role to edit, or create a new one.
          </NothingSelected>
        </>
      )}
    </>
  )
}

function optionOf(role: FunctionRole): { value: string; label: string } {
  return { value: String(role.ref_function_role_id), label: role.disabled_flag ? `${role.function_role_name} (${role.state})` : role.function_role_name }
}

const ORDER: RoleState[] = ['published', 'paused', 'draft', 'closed']
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** Every role, shown while none is selected: its state, when it opened, who is waiting, and when it closes. */
function RolesTable({ roles }: { roles: FunctionRole[] }): ReactNode {
  const [now] = useState(() => Date.now())
  const inOrder = roles.toSorted(
    (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.function_role_name.localeCompare(other.function_role_name),
  )
  return (
    <BlockTable label="Roles" columns={['Role', 'State', 'Open since', 'Applicants waiting', 'Closes', 'Copy']} spacing="xs">
      {inOrder.map((role) => {
        const { ref_function_role_id: id, function_role_name, published_at, unanswered_applicants, closes_at } = role
        return (
          <Table.Tr key={id} role="row">
            <Table.Th scope="row" role="rowheader">
              <Link to={`?role=${id}`}>{function_role_name}</Link>
            </Table.Th>
            <Table.Td role="cell">{stateOf(role)}</Table.Td>
            <Table.Td role="cell" data-label="Open since">
              {published_at && Date.parse(published_at) <= now ? DAY.format(new Date(published_at)) : '–'}
            </Table.Td>
            <Table.Td role="cell" data-label="Applicants waiting">
              {unanswered_applicants.toLocaleString('en-US')}
            </Table.Td>
            <Table.Td role="cell" data-label="Closes">
              {closes_at ? DAY.format(new Date(closes_at)) : '–'}
            </Table.Td>
            <Table.Td role="cell">
              <DuplicateRole role={role} size="compact-sm" />
            </Table.Td>
          </Table.Tr>
        )
      })}
    </BlockTable>
  )
}

function stateOf(role: FunctionRole): string {
  const left = role.openings === null ? '' : `, ${openingsLeft(role)}`
  return isScheduled(role) ? `Draft, publishes ${DAY.format(new Date(role.published_at!))}` : ROLE_STATES[role.state].label + left
}
