import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './scrolling-table.module.css'

type Props = { label: string; columns: string[]; children: ReactNode; /** All columns except the first have the same width. */ isEven?: boolean }

/** An editor's list, shown while nothing is selected; on a phone, it scrolls sideways in its own box. */
export function ScrollingTable({ label, columns, children, isEven = false }: Props): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className={classes['box']} role="region" tabIndex={0} aria-label={`${label}, scrolls sideways`}>
      <Table highlightOnHover aria-label={label} className={classes['table'] ?? ''} data-even={isEven || undefined}>
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
