import type { PointerEvent, ReactNode } from 'react'
import type { TableColumn } from '#contract/applicants/columns-shown.ts'
import { truncate } from '#web/applicants/applicant-text.ts'
import { IconArrowDown, IconArrowUp, IconSort } from '#web/ui/staff-icons.tsx'
import type { Columns } from './use-columns.ts'
import type { SortState } from '../rows/use-list.ts'
import classes from '../applicants-table.module.css'

const MAX_LABEL_LENGTH = 60

/** A column's name; clicking it sorts, dragging its edge resizes. */
export function TableHeading({ column, sorting, columns }: { column: TableColumn; sorting: SortState; columns: Columns }): ReactNode {
  const { header, sort } = column
  const short = truncate(header, MAX_LABEL_LENGTH) ?? header
  const direction = sorting.column !== column ? null : sorting.isDescending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-kind={kindOf(column)}
      style={{ inlineSize: `${columns.widthOf(column)}rem` }}
      {...(direction && { 'aria-sort': direction })}
      title={short === header ? undefined : header}
    >
      {sort === null ? (
        short
      ) : (
        <button type="button" className={classes['sort']} onClick={() => sorting.sortBy(column)}>
          {short}
          {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
          {!direction && <IconSort size={14} aria-hidden className={classes['unsorted']} />}
        </button>
      )}
      <span className={classes['edge']} aria-hidden onPointerDown={(event) => drag(event, columns, column)} />
    </th>
  )
}

/** Follows the pointer until it's released; keyboard users set widths in the Columns menu. */
function drag(event: PointerEvent, columns: Columns, column: TableColumn): void {
  event.preventDefault()
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const [from, width] = [event.clientX, columns.widthOf(column)]
  const follow = (move: globalThis.PointerEvent) => columns.resize(column, width + (move.clientX - from) / rem)
  const stop = () => window.removeEventListener('pointermove', follow)
  window.addEventListener('pointermove', follow)
  window.addEventListener('pointerup', stop, { once: true })
}

/** The type of column, for the stylesheet. */
export function kindOf({ kind, isName }: TableColumn): string {
  return isName ? 'name' : kind
}
