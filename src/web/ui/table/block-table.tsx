import { Table, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './block-table.module.css'

/** A column heading that sorts the table. */
export type SortedColumn = { title: string; sorted: 'ascending' | 'descending' | 'none'; onSort: () => void }

type Props = {
  label: string
  columns: (string | SortedColumn)[]
  children: ReactNode
  spacing?: 'xs' | 'sm'
  /** The last column stays visible when the table is wider than the screen. */
  pinsLast?: boolean
  /** The class of the scrolling box, if it's shorter than its rows, which makes the headings stick to its top. */
  boxClass?: string | undefined
}

/**
 * A table whose rows are blocks on a phone. Roles are explicit, here and in each row, because blocks would lose the table's semantics. On a phone, a
 * cell's `data-label` names its content, and headings that sort remain as a row of buttons above the first block.
 */
export function BlockTable({ label, columns, children, spacing = 'sm', pinsLast = false, boxClass }: Props): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <div className={`${classes['scroll']} ${boxClass ?? ''}`} role="region" aria-label={label} tabIndex={0}>
      <Table
        verticalSpacing={spacing}
        stickyHeader={boxClass !== undefined}
        className={classes['table'] ?? ''}
        data-pins-last={pinsLast || undefined}
        role="table"
        aria-label={label}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) =>
              typeof column === 'string' ? (
                <Table.Th key={column} scope="col" role="columnheader">
                  {column}
                </Table.Th>
              ) : (
                <SortedHeading key={column.title} {...column} />
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </div>
  )
}

const ARROWS = { ascending: '\u00a0↑', descending: '\u00a0↓', none: '' }

function SortedHeading({ title, sorted, onSort }: SortedColumn): ReactNode {
  return (
    <Table.Th scope="col" role="columnheader" aria-sort={sorted}>
      <UnstyledButton className={classes['sort'] ?? ''} onClick={onSort}>
        {title}
        <span aria-hidden>{ARROWS[sorted]}</span>
      </UnstyledButton>
    </Table.Th>
  )
}
