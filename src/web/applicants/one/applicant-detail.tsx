import { Anchor, Button, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isCallFailure } from '#web/call.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { AnswersList } from './answers-list.tsx'
import { ListTrouble, ListWaiting } from '#web/applicants/table/list-states.tsx'
import { RecentMenu } from './recent-menu.tsx'
import { ResumePanel } from '#web/applicants/resume/resume-panel.tsx'
import { Timeline } from './timeline.tsx'
import type { Review } from '#web/applicants/use-review.ts'
import type { Triage } from '#web/applicants/decide/use-triage.tsx'
import classes from '#web/applicants/review.module.css'

/** One application: where it stands in the list, its answers, the resume beside them, and what happened to it. */
export function ApplicantDetail({ review, triage }: { review: Review; triage: Triage }): ReactNode {
  const { query, filters } = review
  const { applicant, alone } = triage
  return (
    <>
      <Steps review={review} triage={triage} />
      {applicant ? (
        <div key={applicant.user_session_id}>
          {triage.isOutside && (
            <Text size="sm" c="dimmed" mb="sm">
              This applicant is outside of the filters on the left.
            </Text>
          )}
          <div className={classes['reading']} data-resume={triage.isResumeOpen || undefined}>
            <AnswersList applicant={applicant} search={review.sought} />
            <ResumePanel applicant={applicant} review={review} triage={triage} />
          </div>
          <Timeline applicant={applicant} identifiable={review.identifiable} />
        </div>
      ) : alone.isError ? (
        <Trouble again={() => void alone.refetch()}>{whyMissing(alone.error, filters.user_session_id)}</Trouble>
      ) : query.isError && !query.isFetching ? (
        <ListTrouble query={query} />
      ) : (
        <ListWaiting trying={query.trying} />
      )}
    </>
  )
}

function whyMissing(failure: unknown, id: number | null): string {
  const isUnknown = isCallFailure(failure) && failure.status === 404
  return isUnknown ? `Applicant with user_session_id=${id} was not found` : `Error fetching applicant with user_session_id=${id}`
}

function Steps({ review: { rows, place, filters }, triage }: { review: Review; triage: Triage }): ReactNode {
  const keys = (key: string) => (triage.areKeysOn ? { 'aria-keyshortcuts': key } : {})
  return (
    <nav className={classes['steps']} aria-label="Applicants">
      {triage.from ? (
        <Anchor component={Link} to={triage.from} size="sm">
          Back to the application you came from
        </Anchor>
      ) : (
        <Anchor component={Link} to={filters.pathTo({ user_session_id: null })} size="sm">
          Back to the table
        </Anchor>
      )}
      <div className={classes['pager']}>
        <Button
          variant="default"
          onClick={() => triage.go(-1)}
          disabled={rows.length < 2}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          {...keys('k ArrowLeft')}
        >
          Previous
        </Button>
        <Text component="output" className={classes['counter'] ?? ''} aria-live="polite">
          {place < 0 ? `– of ${rows.length}` : `${place + 1} of ${rows.length}`}
          <span className="visually-hidden">{triage.said && `. ${triage.said}`}</span>
        </Text>
        <Button
          variant="default"
          onClick={() => triage.go(1)}
          disabled={rows.length < 2}
          rightSection={<IconChevronRight size={16} aria-hidden />}
          {...keys('j ArrowRight')}
        >
          Next
        </Button>
      </div>
      <RecentMenu />
    </nav>
  )
}
