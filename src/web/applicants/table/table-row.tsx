import { memo, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import type { TableColumn } from '#contract/applicants/columns-shown.ts'
import { CELLS } from './columns/cells.tsx'
import type { ShowFull } from './full-text.tsx'
import { kindOf } from './columns/table-heading.tsx'
import type { Selection } from './use-selection.ts'
import classes from './applicants-table.module.css'

type Props = {
  /** Undefined while its page is loading. */
  one: ListedApplicant | undefined
  place: number
  isPicked: boolean
  /** Left this list through a decision since it was loaded. */
  isLeft: boolean
  /** Null for people who may not select. */
  onPick: Selection['toggle'] | null
  onOpen: (event: MouseEvent, to: string) => void
  columns: TableColumn[]
  search: string
  to: string
  onFull: ShowFull
}

export const TableRow = memo(function TableRow({ one, place, isPicked, isLeft, onPick, onOpen, columns, search, to, onFull }: Props): ReactNode {
  if (!one) return <Waiting place={place} span={columns.length + 2} />
  const name = nameOf(one)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the name is the same link for keys
    <tr aria-rowindex={place + 2} data-picked={isPicked || undefined} data-left={isLeft || undefined} onClick={(event) => onOpen(event, to)}>
      <td className={classes['pick']}>
        {onPick && (
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isPicked}
            onChange={ignore}
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

function Waiting({ place, span }: { place: number; span: number }): ReactNode {
  return (
    <tr aria-rowindex={place + 2} aria-busy="true">
      <td colSpan={span} className={classes['waiting']}>
        Loading …
      </td>
    </tr>
  )
}

/** A click event knows whether Shift was held; a change event doesn't. */
function ignore(): void {}
