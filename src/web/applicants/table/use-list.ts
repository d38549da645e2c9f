import { useMemo } from 'react'
import type { Applicant } from '#contract/applicants.ts'
import { findApplicants } from '#web/applicants/find-applicants.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { askedOf, columnsOf, sorted, type Column } from './columns.tsx'
import { useApplicants } from './use-applicants.ts'

const NONE: Applicant[] = []

export type Sorting = { column: Column | undefined; isDescending: boolean; sortBy: (column: Column) => void }

/** Who the filters hold, in the order of the table. */
export type List = ReturnType<typeof useList>

export function useList(filters: Filters) {
  const { identifiable, statusId, sought, user_session_id } = filters
  const query = useApplicants(filters)
  const all = query.data ?? NONE
  const found = useMemo(() => findApplicants(all, sought), [all, sought])
  const asked = useMemo(() => askedOf(all), [all])
  const columns = useMemo(() => columnsOf({ identifiable, hasStatus: statusId === 'all', asked }), [identifiable, statusId, asked])
  const sorting = sortingOf(filters, columns)
  const { column, isDescending } = sorting
  const rows = useMemo(() => (column ? sorted(found, column, isDescending) : found), [found, column, isDescending])
  const place = rows.findIndex((one) => one.user_session_id === user_session_id)
  return { query, all, rows, place, columns, sorting }
}

/** Newest first, which is the server's order, until a column is chosen that is there. */
function sortingOf({ sort, setSort, identifiable }: Filters, columns: Column[]): Sorting {
  const [id, direction] = sort.split('.')
  const chosen = columns.find((one) => one.id === id && !one.isUnsorted)
  const column = chosen ?? columns.find((one) => identifiable && one.id === 'applied')
  const isDescending = chosen ? direction === 'desc' : true
  const sortBy = (next: Column) => {
    const isDown = next === column ? !isDescending : next.startsDescending === true
    setSort(`${next.id}.${isDown ? 'desc' : 'asc'}`)
  }
  return { column, isDescending, sortBy }
}
