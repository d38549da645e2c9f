import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cut } from '#web/applicants/applicant-words.ts'
import type { ReviewTable } from '#web/applicants/use-review.ts'
import classes from '#web/applicants/review.module.css'

export type Heading = ReturnType<ReviewTable['getHeaderGroups']>[number]['headers'][number]
const LONGEST = 60
const AFTERWARDS = { asc: 'ascending', desc: 'descending' } as const

/** Fixed widths in rem: a table that measured its cells would do so anew with each row that comes into sight. */
const WIDTHS: Record<string, number> = { applied: 8.5, name: 12, email: 15.5, alias: 11, h1b: 8.5, status: 15.5, linkedin: 7.5, answer: 18 }
const PICK_AND_OPEN = 2.75 + 9

export function widthOf(headings: Heading[]): number {
  return headings.reduce((sum, { column }) => sum + WIDTHS[kindOf(column.id)]!, PICK_AND_OPEN)
}

export function kindOf(id: string): string {
  return id.startsWith('q_') ? 'answer' : id
}

/** The name of a column; pressing it sorts. */
export function TableHeading({ header }: { header: Heading }): ReactNode {
  const { column } = header
  const text = String(column.columnDef.header)
  const isShort = kindOf(column.id) === 'answer' ? (cut(text, LONGEST) ?? text) : text
  const sorted = column.getIsSorted()
  return (
    <th
      scope="col"
      data-kind={kindOf(column.id)}
      style={{ inlineSize: `${WIDTHS[kindOf(column.id)]}rem` }}
      {...(sorted && { 'aria-sort': AFTERWARDS[sorted] })}
      title={isShort === text ? undefined : text}
    >
      {column.getCanSort() ? (
        <button type="button" className={classes['sort']} onClick={() => column.toggleSorting()}>
          {isShort}
          {sorted === 'asc' && <IconArrowUp size={14} aria-hidden />}
          {sorted === 'desc' && <IconArrowDown size={14} aria-hidden />}
          {!sorted && <IconArrowsSort size={14} aria-hidden className={classes['unsorted']} />}
        </button>
      ) : (
        isShort
      )}
    </th>
  )
}
