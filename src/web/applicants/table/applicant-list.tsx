import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { BulkBar } from '#web/applicants/decide/bulk-bar.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { ListTrouble, ListWaiting } from '#web/applicants/list-states.tsx'
import { AcrossList } from './across-list.tsx'
import { ApplicantCards } from './applicant-cards.tsx'
import { ApplicantsTable } from './applicants-table.tsx'
import { NoApplicants, NoMatches, NoRole } from './empty-states.tsx'
import { TableTools } from './table-tools.tsx'
import type { Columns } from './columns/use-columns.ts'
import { useDensity } from './use-density.ts'
import type { List } from './rows/use-list.ts'
import type { Selection } from './use-selection.ts'
import classes from './table-tools.module.css'

type Props = { filters: Filters; list: List; columns: Columns; selection: Selection }

const NARROW = '(max-width: 40em)'

export function ApplicantList({ filters, list, columns, selection }: Props): ReactNode {
  const density = useDensity()
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  const { query, kept, ids, left } = list
  if (filters.roleId === null) return <NoRole />
  if (kept === undefined) return query.isError && !query.isFetching ? <ListTrouble query={query} /> : <ListWaiting trying={query.trying} />
  if (!kept.has_applicants || (ids.length === 0 && filters.sought === '')) return <NoApplicants filters={filters} hasApplicants={kept.has_applicants} />
  return (
    <>
      <TableTools filters={filters} list={list} columns={columns} density={density} />
      {left > 0 && (
        <div className={classes['stale']}>
          <Text size="sm">{left.toLocaleString('en-US')} left this list.</Text>
          <Button size="compact-sm" variant="default" onClick={list.refresh}>
            Refresh
          </Button>
        </div>
      )}
      {kept.is_behind && (
        <Text size="sm" c="dimmed" mb="xs">
          Applications that have just come in can take a moment to become searchable.
        </Text>
      )}
      {ids.length === 0 ? (
        <NoMatches filters={filters} />
      ) : filters.across ? (
        <AcrossList filters={filters} list={list} selection={selection} />
      ) : isNarrow ? (
        <ApplicantCards filters={filters} list={list} columns={columns} selection={selection} />
      ) : (
        <ApplicantsTable key={density.density} filters={filters} list={list} columns={columns} selection={selection} density={density.density} />
      )}
      <BulkBar selection={selection} ids={ids} filters={filters} />
    </>
  )
}
