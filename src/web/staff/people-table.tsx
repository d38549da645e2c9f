import { Button, Group, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FunctionRole } from '#contract/roles.ts'
import type { Person } from '#contract/staff/staff.ts'
import { Address } from '#web/layout/address.tsx'
import { reachOf, rolesInWords } from './people-words.ts'
import classes from './people-table.module.css'
import { timeOf } from '#web/ui/clock.ts'
import { BlockTable } from '#web/ui/table/block-table.tsx'

export type PersonAction = 'change' | 'replace' | 'suspend' | 'reinstate' | 'remove' | 'end-sessions'
type Props = { label: string; people: Person[]; openings: FunctionRole[]; onAction: (action: PersonAction, person: Person) => void }

const COLUMNS = ['Email', 'Role', 'Applicants for', 'Last active', 'Sessions', 'Actions']

export function PeopleTable({ label, people, openings, onAction }: Props): ReactNode {
  return (
    <BlockTable label={label} columns={COLUMNS} pinsLast>
      {people.map((person) => (
        <Row key={person.email} person={person} openings={openings} onAction={onAction} />
      ))}
    </BlockTable>
  )
}

function Row({ person, openings, onAction }: { person: Person; openings: FunctionRole[]; onAction: Props['onAction'] }): ReactNode {
  const { email, last_seen_at, live_sessions } = person
  const seen = last_seen_at ? timeOf(last_seen_at) : 'Never'
  return (
    <Table.Tr role="row">
      <Table.Th scope="row" role="rowheader" className={classes['email'] ?? ''}>
        <Address>{email}</Address>
      </Table.Th>
      <Table.Td role="cell">{rolesInWords(person)}</Table.Td>
      <Table.Td role="cell" data-label="Applicants for">
        {reachOf(person, openings)}
      </Table.Td>
      <Table.Td role="cell" data-label="Last active">
        {seen}
      </Table.Td>
      <Table.Td role="cell" data-label="Sessions">
        {live_sessions}
      </Table.Td>
      <Table.Td role="cell">
        <Actions person={person} onAction={onAction} />
      </Table.Td>
    </Table.Tr>
  )
}

function Actions({ person, onAction }: { person: Person; onAction: Props['onAction'] }): ReactNode {
  const { email, roles, is_from_settings, given_role, suspended_at, live_sessions, passkeys } = person
  const button = (action: PersonAction, label: string) => (
    <Button size="compact-sm" variant="default" aria-label={`${label}: ${email}`} onClick={() => onAction(action, person)}>
      {label}
    </Button>
  )
  const isOwner = roles.includes('admin')
  return (
    <Group gap="xs" className={classes['actions'] ?? ''}>
      {given_role && button('change', 'Change')}
      {person.staff_account_id !== null && !is_from_settings && button('replace', 'Replace')}
      {!isOwner && !suspended_at && button('suspend', 'Suspend')}
      {!isOwner && suspended_at && button('reinstate', 'Reinstate')}
      {(given_role || (isOwner && !is_from_settings)) && button('remove', 'Remove')}
      {(live_sessions > 0 || passkeys > 0) && button('end-sessions', 'Sessions')}
    </Group>
  )
}
