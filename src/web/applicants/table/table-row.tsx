import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Applicant } from '#contract/applicants.ts'
import { nameOf } from '#web/applicants/applicant-words.ts'
import type { Column } from './columns.tsx'
import type { ShowFull } from './full-text.tsx'
import { kindOf } from './table-heading.tsx'
import type { Selection } from './use-selection.ts'
import classes from './applicants-table.module.css'

type Props = {
  one: Applicant
  place: number
  isPicked: boolean
  onPick: Selection['toggle']
  columns: Column[]
  search: string
  to: string
  onFull: ShowFull
}

export const TableRow = memo(function TableRow({ one, place, isPicked, onPick, columns, search, to, onFull }: Props): ReactNode {
  const name = nameOf(one)
  return (
    <tr aria-rowindex={place + 2} data-picked={isPicked || undefined}>
      <td className={classes['pick']}>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isPicked}
          onChange={ignore}
          onClick={(event) => onPick(one.user_session_id, event.shiftKey)}
        />
      </td>
      {columns.map((column) => {
        const Tag = column.isName ? 'th' : 'td'
        return (
          <Tag key={column.id} {...(column.isName && { scope: 'row' })} data-kind={kindOf(column)}>
            <column.Cell one={one} column={column} search={search} onFull={onFull} />
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

/** A click knows whether Shift was held; a change doesn't. */
function ignore(): void {}
