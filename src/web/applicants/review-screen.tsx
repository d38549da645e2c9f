import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApplicantDetail } from './one/applicant-detail.tsx'
import { ApplicantPanel } from './one/applicant-panel.tsx'
import { ApplicantsTable } from './table/applicants-table.tsx'
import { BulkBar } from './table/bulk-bar.tsx'
import { NoApplicants, NoMatches, NoRole } from './table/empty-states.tsx'
import { ReviewFilters } from './review-filters.tsx'
import { TableTools } from './table/table-tools.tsx'
import { ListTrouble, ListWaiting } from './table/list-states.tsx'
import { useReview, type Review } from './use-review.ts'
import { useTriage } from './decide/use-triage.tsx'
import classes from './review.module.css'

/** Applicant Review: everybody of a filter in a table, or one after another. */
export function ReviewScreen(): ReactNode {
  const review = useReview()
  const { dialogs, ...triage } = useTriage(review)
  const isOpen = review.filters.user_session_id !== null
  return (
    <>
      <Title order={1} size="h2" mb="md">
        Applicant Review
      </Title>
      <div className={classes['screen']}>
        <div className={classes['side']}>
          <ReviewFilters review={review} />
          {isOpen && triage.applicant && <ApplicantPanel applicant={triage.applicant} review={review} triage={triage} key={triage.applicant.user_session_id} />}
        </div>
        <section aria-label={isOpen ? 'Application' : 'Applicants'} className={classes['work']}>
          {isOpen ? <ApplicantDetail review={review} triage={triage} /> : <Applicants review={review} />}
        </section>
      </div>
      {dialogs}
    </>
  )
}

function Applicants({ review }: { review: Review }): ReactNode {
  const { filters, query, all, found } = review
  if (filters.roleId === null) return <NoRole />
  if (query.data === undefined) return query.isError && !query.isFetching ? <ListTrouble query={query} /> : <ListWaiting trying={query.trying} />
  if (all.length === 0) return <NoApplicants review={review} />
  return (
    <>
      <TableTools review={review} />
      <BulkBar review={review} />
      {found.length === 0 ? <NoMatches review={review} /> : <ApplicantsTable key={review.density} review={review} />}
    </>
  )
}
