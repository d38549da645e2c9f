import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './block-table.module.css'

type Props = {
  label: string
  columns: string[]
  children: ReactNode
  spacing?: 'xs' | 'sm'
  /** The last column stays visible when the table is wider than the screen. */ pinsLast?: boolean
}

/**
 * A table whose rows are blocks on a phone. The roles are explicit, here and in each row, because blocks would lose the table's semantics. There, a
 * cell's `data-label` says what it contains.
 */
export function BlockTable({ label, columns, children, spacing = 'sm', pinsLast = false }: Props): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrollable by keyboard
    <div className={classes['scroll']} role="region" aria-label={label} tabIndex={0}>
      <Table verticalSpacing={spacing} className={classes['table'] ?? ''} data-pins-last={pinsLast || undefined} role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((title) => (
              <Table.Th key={title} scope="col" role="columnheader">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </div>
  )
}
