import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { ACCESS, Access } from '#contract/staff/access.ts'
import type { AuditRow } from '#contract/audit-trail.ts'
import { Address } from '#web/layout/address.tsx'
import classes from './audit-table.module.css'

export function AuditTable({ rows }: { rows: AuditRow[] }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrollable by keyboard
    <div className={classes['scroll']} role="region" aria-label="Audit trail rows" tabIndex={0}>
      <Table verticalSpacing="xs" className={classes['table'] ?? ''} role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {['When', 'Who', 'What', 'From', 'Row'].map((title) => (
              <Table.Th key={title} scope="col" role="columnheader">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.audit_id} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** The roles are said because a phone shows each row as a block, which would take the table's meaning away. */
function Row({ row }: { row: AuditRow }): ReactNode {
  return (
    <Table.Tr role="row">
      <Table.Td role="cell" className={classes['when'] ?? ''}>
        {new Date(row.at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}
      </Table.Td>
      <Table.Td role="cell" className={classes['who'] ?? ''}>
        <Address>{whoIn(row)}</Address>
      </Table.Td>
      <Table.Td role="cell" className={classes['what'] ?? ''}>
        {row.sentence}
      </Table.Td>
      <Table.Td role="cell" className={classes['from'] ?? ''} data-label="From">
        {row.ip ?? '–'}
      </Table.Td>
      <Table.Td role="cell" className={classes['number'] ?? ''} data-label="Row">
        {row.audit_id}
      </Table.Td>
    </Table.Tr>
  )
}

const OTHERS = { candidate: 'A candidate', visitor: 'A visitor', system: 'The product' }

function whoIn({ who, actor_kind }: AuditRow): string {
  if (who) return who
  const role = Access.safeParse(actor_kind)
  return role.success ? ACCESS[role.data].name : OTHERS[actor_kind as keyof typeof OTHERS]
}
