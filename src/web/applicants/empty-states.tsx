import { Button, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Review } from './use-review.ts'
import classes from './review.module.css'

const MORE_DAYS = 90

function Empty({ title, children, next }: { title?: string; children: ReactNode; next?: ReactNode }): ReactNode {
  return (
    <div className={classes['empty']} role="status">
      {title && (
        <Title order={2} size="h4">
          {title}
        </Title>
      )}
      <Text>{children}</Text>
      {next && <Group justify="center">{next}</Group>}
    </div>
  )
}

export function NoRole(): ReactNode {
  return <Empty>Please select a role to view its applicants.</Empty>
}

/** Nobody within the filters of the server. */
export function NoApplicants({ review: { filters } }: { review: Review }): ReactNode {
  const isNarrow = filters.statusId !== 'all'
  return (
    <Empty
      title="No Applicants"
      next={
        <>
          {isNarrow && (
            <Button variant="default" onClick={() => filters.go({ statusId: 'all' })}>
              Show all statuses
            </Button>
          )}
          {filters.days < MORE_DAYS && (
            <Button variant="default" onClick={() => filters.go({ days: MORE_DAYS })}>
              Show last {MORE_DAYS} days
            </Button>
          )}
        </>
      }
    >
      There are no applicants for this position.
    </Empty>
  )
}

/** Somebody is there, but nobody who was searched for. */
export function NoMatches({ review: { setSearch } }: { review: Review }): ReactNode {
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
