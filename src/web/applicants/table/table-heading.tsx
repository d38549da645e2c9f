import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cut } from '#web/applicants/applicant-words.ts'
import type { Column } from './columns.tsx'
import type { Sorting } from './use-list.ts'
import classes from './applicants-table.module.css'

const LONGEST = 60

/** The name of a column; pressing it sorts. */
export function TableHeading({ column, sorting }: { column: Column; sorting: Sorting }): ReactNode {
  const { header, width, isUnsorted } = column
  const short = cut(header, LONGEST) ?? header
  const direction = sorting.column !== column ? null : sorting.isDescending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-kind={kindOf(column)}
      style={{ inlineSize: `${width}rem` }}
      {...(direction && { 'aria-sort': direction })}
      title={short === header ? undefined : header}
    >
      {isUnsorted ? (
        short
      ) : (
        <button type="button" className={classes['sort']} onClick={() => sorting.sortBy(column)}>
          {short}
          {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
          {!direction && <IconArrowsSort size={14} aria-hidden className={classes['unsorted']} />}
        </button>
      )}
    </th>
  )
}

/** For the stylesheet. */
export function kindOf({ id, isName }: Column): string {
  return isName ? 'name' : id.startsWith('q_') ? 'answer' : id
}
