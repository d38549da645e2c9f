import { Anchor, Button, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isCallFailure } from '#web/call.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { AnswersList } from './answers-list.tsx'
import { ListTrouble, ListWaiting } from '#web/applicants/list-states.tsx'
import { RecentMenu } from './recent-menu.tsx'
import { ResumePanel, type ResumeOpen } from '#web/applicants/resume/resume-panel.tsx'
import { Timeline } from './timeline.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import type { List } from '#web/applicants/table/use-list.ts'
import { useShortcutsOn } from '#web/ui/shortcuts.ts'
import type { Opened } from './use-opened.ts'
import classes from './applicant-detail.module.css'

type Props = { filters: Filters; list: List; opened: Opened; resume: ResumeOpen }

/** One application: its place in the list, answers, resume and history. */
export function ApplicantDetail({ filters, list: { query }, opened, resume }: Props): ReactNode {
  const { applicant, alone } = opened
  return (
    <>
      <Steps filters={filters} opened={opened} />
      {applicant ? (
        <div key={applicant.user_session_id}>
          {opened.isOutside && (
            <Text size="sm" c="dimmed" mb="sm">
              This applicant is outside the current filters.
            </Text>
          )}
          <div className={classes['reading']} data-resume={resume.isOpen || undefined}>
            <AnswersList applicant={applicant} search={filters.sought} />
            <ResumePanel applicant={applicant} filters={filters} resume={resume} />
          </div>
          <Timeline applicant={applicant} identifiable={filters.identifiable} />
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

function Steps({ filters, opened }: { filters: Filters; opened: Opened }): ReactNode {
  const areKeysOn = useShortcutsOn()
  const keys = (key: string) => (areKeysOn ? { 'aria-keyshortcuts': key } : {})
  return (
    <nav className={classes['steps']} aria-label="Applicants">
      {opened.from ? (
        <Anchor component={Link} to={opened.from} size="sm">
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
          onClick={() => opened.go(-1)}
          disabled={opened.of < 2}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          {...keys('k ArrowLeft')}
        >
          Previous
        </Button>
        <Text component="output" className={classes['counter'] ?? ''} aria-live="polite">
          {`${opened.place < 0 ? '–' : opened.place + 1} of ${opened.of}`}
          <span className="visually-hidden">{opened.said && `. ${opened.said}`}</span>
        </Text>
        <Button
          variant="default"
          onClick={() => opened.go(1)}
          disabled={opened.of < 2}
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
