import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef, type ReactNode, type RefObject } from 'react'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import type { Column } from './columns.tsx'
import { FullText, useFullText } from './full-text.tsx'
import { TableHeading } from './table-heading.tsx'
import { TableRow } from './table-row.tsx'
import type { Density } from './use-density.ts'
import type { List, Sorting } from './use-list.ts'
import type { Selection } from './use-selection.ts'
import classes from './applicants-table.module.css'

/** From this many rows on, only those in view are in the page. */
const VIRTUAL_FROM = 200
/** Pixels; the stylesheet has the same. */
const ROW_HEIGHTS: Record<Density, number> = { comfortable: 57, compact: 36 }
const PICK_AND_OPEN_REM = 2.75 + 9

type Props = { filters: Filters; list: List; columns: Column[]; selection: Selection; density: Density }

/** A real table that scrolls in its own box, its head and first column always in view. */
export function ApplicantsTable({ filters, list: { rows, sorting }, columns, selection, density }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const full = useFullText()
  const { shown, before, after } = useWindow(rows.length, { box, rowHeight: ROW_HEIGHTS[density] })
  const width = columns.reduce((sum, column) => sum + column.width, PICK_AND_OPEN_REM)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div ref={box} className={classes['box']} tabIndex={0} role="region" aria-label="Applicants, scrolls sideways">
        <table
          className={classes['table']}
          data-density={density}
          style={{ inlineSize: `max(100%, ${width}rem)` }}
          aria-rowcount={rows.length + 1}
          aria-label="Applicants"
        >
          <Head columns={columns} sorting={sorting} selection={selection} of={rows.length} />
          <tbody>
            <Gap height={before} />
            {shown.map((place) => {
              const one = rows[place]!
              const { user_session_id } = one
              return (
                <TableRow
                  key={user_session_id}
                  one={one}
                  place={place}
                  isPicked={selection.ids.has(user_session_id)}
                  onPick={selection.toggle}
                  columns={columns}
                  search={filters.sought}
                  to={filters.pathTo({ user_session_id })}
                  onFull={full.show}
                />
              )
            })}
            <Gap height={after} />
          </tbody>
        </table>
      </div>
      <span className="visually-hidden" role="status">
        {sorting.column ? `Sorted by ${sorting.column.header}, ${sorting.isDescending ? 'descending' : 'ascending'}` : ''}
      </span>
      <FullText {...full} search={filters.sought} />
    </>
  )
}

type HeadProps = { columns: Column[]; sorting: Sorting; selection: Selection; of: number }

function Head({ columns, sorting, selection, of }: HeadProps): ReactNode {
  const count = selection.picked.length
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes['pick']}>
          <Checkbox
            aria-label="Select all applicants"
            checked={count > 0 && count === of}
            indeterminate={count > 0 && count < of}
            onChange={(event) => selection.toggleAll(event.currentTarget.checked)}
          />
        </th>
        {columns.map((column) => (
          <TableHeading key={column.id} column={column} sorting={sorting} />
        ))}
        <th scope="col" className={classes['open']}>
          Details
        </th>
      </tr>
    </thead>
  )
}

function Gap({ height }: { height: number }): ReactNode {
  const setHeight = useCallback((row: HTMLTableRowElement | null) => row?.style.setProperty('height', `${height}px`), [height])
  return height > 0 ? <tr ref={setHeight} aria-hidden="true" /> : null
}

type Box = { box: RefObject<HTMLDivElement | null>; rowHeight: number }

/** Which rows are in the page, and the height of those that aren't. */
function useWindow(count: number, { box, rowHeight }: Box): { shown: number[]; before: number; after: number } {
  const isVirtual = count > VIRTUAL_FROM
  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this hook alone
  const virtual = useVirtualizer({ count, enabled: isVirtual, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 8 })
  if (!isVirtual) return { shown: Array.from({ length: count }, (_, place) => place), before: 0, after: 0 }
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return { shown: items.map((item) => item.index), before: first?.start ?? 0, after: last ? virtual.getTotalSize() - last.end : 0 }
}
