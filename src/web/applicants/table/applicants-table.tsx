import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef, type ReactNode, type RefObject } from 'react'
import { FullText, useFullText } from './full-text.tsx'
import { TableHeading, widthOf } from './table-heading.tsx'
import { TableRow } from './table-row.tsx'
import type { Density } from './use-density.ts'
import type { Review } from '#web/applicants/use-review.ts'
import classes from '#web/applicants/review.module.css'

/** From here on only the rows in sight are in the page. */
const VIRTUAL_FROM = 200
/** Pixels; the stylesheet says the same. */
const ROW_HEIGHTS: Record<Density, number> = { comfortable: 57, compact: 36 }

/** A real table that scrolls in its own box, its head and the first column always in sight. */
export function ApplicantsTable({ review }: { review: Review }): ReactNode {
  const { table, rows, sought, filters, density } = review
  const box = useRef<HTMLDivElement>(null)
  const full = useFullText()
  const { shown, before, after } = useWindow(rows.length, { box, rowHeight: ROW_HEIGHTS[density] })
  const sorted = table.state.sorting[0]
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const isAll = table.getIsAllRowsSelected()
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div ref={box} className={classes['box']} tabIndex={0} role="region" aria-label="Applicants, scrolls sideways">
        <table
          className={classes['table']}
          data-density={density}
          style={{ inlineSize: `max(100%, ${widthOf(headers)}rem)` }}
          aria-rowcount={rows.length + 1}
          aria-label="Applicants"
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes['pick']}>
                <Checkbox
                  aria-label="Select all applicants"
                  checked={isAll}
                  indeterminate={!isAll && table.getIsSomeRowsSelected()}
                  onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                />
              </th>
              {headers.map((header) => (
                <TableHeading key={header.id} header={header} />
              ))}
              <th scope="col" className={classes['open']}>
                Details
              </th>
            </tr>
          </thead>
          <tbody>
            <Gap height={before} />
            {shown.map((place) => {
              const row = rows[place]!
              return (
                <TableRow
                  key={row.id}
                  row={row}
                  place={place}
                  isPicked={table.state.rowSelection[row.id] === true}
                  columns={headers}
                  search={sought}
                  to={filters.pathTo({ user_session_id: row.original.user_session_id })}
                  onFull={full.show}
                />
              )
            })}
            <Gap height={after} />
          </tbody>
        </table>
      </div>
      <span className="visually-hidden" role="status">
        {sorted ? `Sorted by ${String(table.getColumn(sorted.id)?.columnDef.header)}, ${sorted.desc ? 'descending' : 'ascending'}` : ''}
      </span>
      <FullText {...full} search={sought} />
    </>
  )
}

function Gap({ height }: { height: number }): ReactNode {
  const setHeight = useCallback((row: HTMLTableRowElement | null) => row?.style.setProperty('height', `${height}px`), [height])
  return height > 0 ? <tr ref={setHeight} aria-hidden="true" /> : null
}

type Box = { box: RefObject<HTMLDivElement | null>; rowHeight: number }

/** Which rows are in the page, and the height of those that are not. */
function useWindow(count: number, { box, rowHeight }: Box): { shown: number[]; before: number; after: number } {
  const isVirtual = count > VIRTUAL_FROM
  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this hook alone
  const virtual = useVirtualizer({ count, enabled: isVirtual, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 8 })
  if (!isVirtual) return { shown: Array.from({ length: count }, (_, place) => place), before: 0, after: 0 }
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return { shown: items.map((item) => item.index), before: first?.start ?? 0, after: last ? virtual.getTotalSize() - last.end : 0 }
}
