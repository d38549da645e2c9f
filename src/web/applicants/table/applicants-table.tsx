import { Checkbox } from '@mantine/core'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useNavigate, Link } from 'react-router'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { Gap } from './rows/gap.tsx'
import { FullText, useFullText, type ShowFull } from './full-text.tsx'
import { TableHeading, kindOf } from './columns/table-heading.tsx'
import type { ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import type { TableColumn } from '#contract/applicants/columns-shown.ts'
import { CELLS } from './columns/cells.tsx'
import { fitWidths } from './columns/fit-widths.ts'
import { useRowCursor } from './use-cursor.ts'
import type { Columns } from './columns/use-columns.ts'
import type { Density } from './use-density.ts'
import type { List } from './rows/use-list.ts'
import { useRestorePosition } from './use-restore-position.ts'
import { useRows } from './rows/use-rows.ts'
import { useSelectedIds, type Selection } from './use-selection.ts'
import { useWholeRows } from './rows/use-whole-rows.ts'
import { useWindow } from './rows/use-window.ts'
import classes from './applicants-table.module.css'

/** Pixels; must match the stylesheet. Touch needs more room than a pointer. */
const ROW_HEIGHTS: Record<Density, number> = { comfortable: window.matchMedia('(pointer: coarse)').matches ? 57 : 40, compact: 36 }
const CONTROL_COLUMNS_REM = 2.5 + 7

type Props = { filters: Filters; list: List; columns: Columns; selection: Selection; density: Density }

/** A real table that scrolls in its own box, with the header and the first column always visible. */
export function ApplicantsTable({ filters, list, columns: asked, selection, density }: Props): ReactNode {
  const { ids, sorting } = list
  const box = useRef<HTMLDivElement>(null)
  const columns = useFittedColumns(box, asked)
  const full = useFullText()
  const view = useWindow(ids.length, { box, rowHeight: ROW_HEIGHTS[density] })
  const rows = useRows(list, filters, view.shown)
  useWholeRows(box, ROW_HEIGHTS[density])
  useRowCursor({ box, ids, reach: view.reach, rows, selection, onFull: full.show })
  useRestorePosition({ box, ids, statusId: filters.statusId, reach: view.reach })
  const picked = useSelectedIds(selection, ids)
  const open = useRowClick()
  const width = columns.shown.reduce((sum, column) => sum + columns.widthOf(column), CONTROL_COLUMNS_REM)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
      <div ref={box} className={classes['box']} tabIndex={0} role="region" aria-label="Applicants, scrolls sideways">
        <table
          className={classes['table']}
          data-density={density}
          style={{ inlineSize: `max(100%, ${width}rem)` }}
          aria-rowcount={ids.length + 1}
          aria-busy={list.query.isPlaceholderData}
          aria-label="Applicants"
        >
          <Head columns={columns} list={list} selection={selection} />
          <tbody>
            <Gap height={view.before} />
            {view.shown.map((place) => {
              const id = ids[place]!
              return (
                <TableRow
                  key={id}
                  one={rows.get(id)}
                  place={place}
                  isPicked={picked.ids.has(id)}
                  isLeft={filters.statusId !== 'all' && list.kept?.moved?.[id] !== undefined && String(list.kept.moved[id]) !== filters.statusId}
                  onPick={selection.isOpen ? selection.toggle : null}
                  onOpen={open}
                  columns={columns.shown}
                  search={filters.sought}
                  to={filters.pathTo({ user_session_id: id })}
                  onFull={full.show}
                />
              )
            })}
            <Gap height={view.after} />
          </tbody>
        </table>
      </div>
      <span className="visually-hidden" role="status">
        {sorting.column ? `Sorted by ${sorting.column.header}, ${sorting.isDescending ? 'descending' : 'ascending'}` : ''}
      </span>
      <FullText {...full} search={filters.sought} identifiable={filters.identifiable} />
    </>
  )
}

/** In a narrow window, the last column scrolls with the others. */
function useFittedColumns(box: RefObject<HTMLDivElement | null>, columns: Columns): Columns {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    const measured = new ResizeObserver(() => setWidth(box.current!.clientWidth))
    measured.observe(box.current!)
    return () => measured.disconnect()
  }, [box])
  return useMemo(() => {
    if (width === null || columns.isNarrow) return columns
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    return { ...columns, widthOf: fitWidths(columns.shown, columns.widthOf, { room: width / rem - CONTROL_COLUMNS_REM, isSet: columns.isSet }) }
  }, [columns, width])
}

const INTERACTIVE = 'a, button, input, label'

/** Clicking anywhere in the row opens the applicant, except on a control or while text is selected. */
function useRowClick(): (event: MouseEvent, to: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (event, to) => {
      const isOwn = event.target instanceof Element && event.target.closest(INTERACTIVE) !== null
      if (isOwn || window.getSelection()?.isCollapsed === false || event.ctrlKey || event.metaKey) return
      void navigate(to)
    },
    [navigate],
  )
}

type HeadProps = Pick<Props, 'columns' | 'list' | 'selection'>

/** Doesn't re-render while rows scroll. */
const Head = memo(function Head({ columns, list: { ids, sorting }, selection }: HeadProps): ReactNode {
  const count = useSelectedIds(selection, ids).picked.length
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes['pick']}>
          {selection.isOpen && (
            <Checkbox
              aria-label="Select all applicants"
              checked={count > 0 && count === ids.length}
              indeterminate={count > 0 && count < ids.length}
              onChange={(event) => selection.toggleAll(event.currentTarget.checked)}
            />
          )}
        </th>
        {columns.shown.map((column) => (
          <TableHeading key={column.id} column={column} sorting={sorting} columns={columns} />
        ))}
        <th scope="col" className={classes['open']}>
          Details
        </th>
      </tr>
    </thead>
  )
})

type TableRowProps = {
  /** Undefined while its page is loading. */
  one: ListedApplicant | undefined
  place: number
  isPicked: boolean
  /** A decision removed it from this list after the list was loaded. */
  isLeft: boolean
  /** Null for people who can't select. */
  onPick: Selection['toggle'] | null
  onOpen: (event: MouseEvent, to: string) => void
  columns: TableColumn[]
  search: string
  to: string
  onFull: ShowFull
}

const TableRow = memo(function TableRow({ one, place, isPicked, isLeft, onPick, onOpen, columns, search, to, onFull }: TableRowProps): ReactNode {
  if (!one) return <LoadingRow place={place} span={columns.length + 2} />
  const name = nameOf(one)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the name is the same link for keyboard users
    <tr aria-rowindex={place + 2} data-picked={isPicked || undefined} data-left={isLeft || undefined} onClick={(event) => onOpen(event, to)}>
      <td className={classes['pick']}>
        {onPick && (
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isPicked}
            onChange={noop}
            onClick={(event) => onPick(one.user_session_id, event.shiftKey)}
          />
        )}
      </td>
      {columns.map((column) => {
        const Tag = column.isName ? 'th' : 'td'
        const Cell = CELLS[column.kind]
        return (
          <Tag key={column.id} {...(column.isName && { scope: 'row' })} data-kind={kindOf(column)}>
            <Cell one={one} column={column} search={search} to={to} onFull={onFull} />
            {column.isName && isLeft && <span className={classes['left']}>Left this list</span>}
          </Tag>
        )
      })}
      <td className={classes['open']}>
        <Link to={to} className={classes['view']} aria-label={`View Details of ${name}`}>
          View Details
        </Link>
      </td>
    </tr>
  )
})

function LoadingRow({ place, span }: { place: number; span: number }): ReactNode {
  return (
    <tr aria-rowindex={place + 2} aria-busy="true">
      <td colSpan={span} className={classes['waiting']}>
        Loading…
      </td>
    </tr>
  )
}

/** Selection is handled on click, because a click event has the Shift state and a change event doesn't. */
function noop(): void {}
