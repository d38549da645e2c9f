import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './scrolling-table.module.css'

type Props = { label: string; columns: string[]; children: ReactNode }

/** A grid with a column for each day, which scrolls sideways in its own box if it's wider than the screen. Other tables use `BlockTable`. */
export function ScrollingTable({ label, columns, children }: Props): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <div className={classes['box']} role="region" tabIndex={0} aria-label={`${label}, scrolls sideways`}>
      <Table highlightOnHover aria-label={label} className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}
