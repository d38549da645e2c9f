import type { ReactNode } from 'react'
import { BulkBar } from '#web/applicants/decide/bulk-bar.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { ListTrouble, ListWaiting } from '#web/applicants/list-states.tsx'
import { ApplicantsTable } from './applicants-table.tsx'
import { NoApplicants, NoMatches, NoRole } from './empty-states.tsx'
import { TableTools } from './table-tools.tsx'
import type { Columns } from './use-columns.ts'
import { useDensity } from './use-density.ts'
import type { List } from './use-list.ts'
import type { Selection } from './use-selection.ts'

type Props = { filters: Filters; list: List; columns: Columns; selection: Selection }

export function ApplicantList({ filters, list, columns, selection }: Props): ReactNode {
  const density = useDensity()
  const { query, all, rows } = list
  if (filters.roleId === null) return <NoRole />
  if (query.data === undefined) return query.isError && !query.isFetching ? <ListTrouble query={query} /> : <ListWaiting trying={query.trying} />
  if (all.length === 0) return <NoApplicants filters={filters} />
  return (
    <>
      <TableTools filters={filters} list={list} columns={columns} density={density} />
      <BulkBar selection={selection} />
      {rows.length === 0 ? (
        <NoMatches filters={filters} />
      ) : (
        <ApplicantsTable key={density.density} filters={filters} list={list} columns={columns.shown} selection={selection} density={density.density} />
      )}
    </>
  )
}
