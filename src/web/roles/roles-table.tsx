import { Table } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ROLE_STATES, type FunctionRole, type RoleState } from '#contract/roles.ts'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { DuplicateRole } from './duplicate-role.tsx'
import { isScheduled, openingsLeft } from './role-words.ts'

const ORDER: RoleState[] = ['published', 'paused', 'draft', 'closed']
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** Every role, while none is selected: its state, when it opened, who is waiting, and when it closes. */
export function RolesTable({ roles }: { roles: FunctionRole[] }): ReactNode {
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
  return isScheduled(role) ? `Draft, published ${DAY.format(new Date(role.published_at!))}` : ROLE_STATES[role.state].label + left
}
