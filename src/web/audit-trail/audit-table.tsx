import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { ACCESS, Access } from '#contract/staff/access.ts'
import type { AuditRow } from '#contract/audit-trail.ts'
import { Address } from '#web/layout/address.tsx'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import classes from './audit-table.module.css'

export function AuditTable({ rows }: { rows: AuditRow[] }): ReactNode {
  return (
    <BlockTable label="Audit trail rows" columns={['When', 'Who', 'What', 'From', 'Row']} spacing="xs">
      {rows.map((row) => (
        <Row key={row.audit_id} row={row} />
      ))}
    </BlockTable>
  )
}

function Row({ row }: { row: AuditRow }): ReactNode {
  return (
    <Table.Tr role="row" className={classes['row'] ?? ''}>
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
