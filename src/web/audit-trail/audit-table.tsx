import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { ACCESS, Access } from '#contract/access.ts'
import type { AuditRow } from '#contract/audit-trail.ts'
import classes from './audit-table.module.css'

export function AuditTable({ rows }: { rows: AuditRow[] }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrollable by keyboard
    <div className={classes['scroll']} role="region" aria-label="Audit trail rows" tabIndex={0}>
      <Table verticalSpacing="xs" miw="44rem">
        <Table.Thead>
          <Table.Tr>
            {['When', 'Who', 'What', 'From', 'Row'].map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.audit_id}>
              <Table.Td>{new Date(row.at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' })}</Table.Td>
              <Table.Td>{whoIn(row)}</Table.Td>
              <Table.Td>{row.sentence}</Table.Td>
              <Table.Td>{row.ip ?? '–'}</Table.Td>
              <Table.Td>{row.audit_id}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

const OTHERS = { candidate: 'A candidate', visitor: 'A visitor', system: 'The product' }

function whoIn({ who, actor_kind }: AuditRow): string {
  if (who) return who
  const role = Access.safeParse(actor_kind)
  return role.success ? ACCESS[role.data].name : OTHERS[actor_kind as keyof typeof OTHERS]
}
