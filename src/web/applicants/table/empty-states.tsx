import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { Empty } from '#web/ui/table/empty.tsx'

const MORE_DAYS = [90, 365, 3650]

export function NoRole(): ReactNode {
  return <Empty>Please select a role to view its applicants.</Empty>
}

/** Either no one has applied for this position, or the filters exclude everyone. */
export function NoApplicants({ filters, hasApplicants }: { filters: Filters; hasApplicants: boolean }): ReactNode {
  const { statusId, days } = filters
  if (!hasApplicants) return <Empty title="No Applicants">There are no applicants for this position.</Empty>
  const more = MORE_DAYS.find((one) => one > days)
  return (
    <Empty
      next={
        <>
          {statusId !== 'all' && (
            <Button variant="default" onClick={() => filters.go({ statusId: 'all' })}>
              Show all statuses
            </Button>
          )}
          {more && (
            <Button variant="default" onClick={() => filters.go({ days: more })}>
              Show last {more.toLocaleString('en-US')} days
            </Button>
          )}
        </>
      }
    >
      No applicants match your criteria
    </Empty>
  )
}

/** There are applicants, but none match the search. */
export function NoMatches({ filters: { setSearch } }: { filters: Filters }): ReactNode {
  return (
    <Empty
      next={
        <Button variant="default" onClick={() => setSearch('')}>
          Clear search
        </Button>
      }
    >
      No applicants match your criteria
    </Empty>
  )
}
