import { Anchor, Switch, Text } from '@mantine/core'
import { useDeferredValue, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { isCallFailure } from '#web/call.ts'
import { RecentMenu } from '#web/applicants/decide/recent-menu.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { ListTrouble, ListWaiting } from '#web/applicants/list-states.tsx'
import { PacketMenu } from '#web/audit-trail/packet-menu.tsx'
import { useMay } from '#web/layout/staff-places.ts'
import { ResumePanel } from '#web/applicants/resume/resume-panel.tsx'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { FeedbackToCandidate } from '#web/applicants/together/candidate-feedback.tsx'
import { Notes } from '#web/applicants/together/notes.tsx'
import { AnswersList } from './answers-list.tsx'
import { LicensesLine } from './licenses-line.tsx'
import { Pager } from './pager.tsx'
import { StandingLine } from './standing-line.tsx'
import { Timeline } from './timeline.tsx'
import type { Advance } from './use-advance.ts'
import type { Opened } from './use-opened.ts'
import classes from './applicant-detail.module.css'

export type Tab = 'answers' | 'resume'
type Tabs = { tab: Tab; setTab: (tab: Tab) => void }
type Props = { filters: Filters; list: List; opened: Opened; advance: Advance; tabs: Tabs }

/** One application: its place in the list, answers, resume and history. */
export function ApplicantDetail({ filters, list: { query }, opened, advance, tabs }: Props): ReactNode {
  const { applicant, alone } = opened
  return (
    <>
      <Steps filters={filters} opened={opened} advance={advance} />
      {applicant ? (
        <div key={applicant.user_session_id}>
          {opened.isOutside && (
            <Text size="sm" c="dimmed" mb="sm">
              This applicant is outside the current filters.
            </Text>
          )}
          <TabList {...tabs} />
          <div className={classes['reading']} data-tab={tabs.tab}>
            <div className={classes['answers']}>
              <AnswersList applicant={applicant} search={filters.sought} />
              <Below applicant={applicant} identifiable={filters.identifiable} />
            </div>
            <div className={classes['resume']}>
              <ResumePanel applicant={applicant} filters={filters} />
            </div>
          </div>
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

/** Feedback, notes and history. Rendered once the answers are painted; any key interrupts it. */
function Below({ applicant, identifiable }: { applicant: Applicant; identifiable: boolean }): ReactNode {
  const mayDecide = useMay('decide')
  const areAnswersThere = useDeferredValue(true, false)
  if (!areAnswersThere) return null
  return (
    <>
      <LicensesLine applicant={applicant} />
      {mayDecide && <FeedbackToCandidate applicant={applicant} identifiable={identifiable} />}
      <Notes applicant={applicant} identifiable={identifiable} />
      <Timeline applicant={applicant} identifiable={identifiable} />
      <PacketMenu user_session_id={applicant.user_session_id} />
    </>
  )
}

function whyMissing(failure: unknown, id: number | null): string {
  const isUnknown = isCallFailure(failure) && failure.status === 404
  return isUnknown ? `Applicant with user_session_id=${id} was not found` : `Error fetching applicant with user_session_id=${id}`
}

/** Where there's no room for both: answers or resume. */
function TabList({ tab, setTab }: Tabs): ReactNode {
  const tabs = [
    { id: 'answers' as const, label: 'Answers' },
    { id: 'resume' as const, label: 'Resume' },
  ]
  return (
    <div role="group" aria-label="Show" className={classes['tabs']}>
      {tabs.map(({ id, label }) => (
        <button key={id} type="button" aria-pressed={tab === id} onClick={() => setTab(id)}>
          {label}
        </button>
      ))}
    </div>
  )
}

function Steps({ filters, opened, advance }: { filters: Filters; opened: Opened; advance: Advance }): ReactNode {
  const { applicant } = opened
  const mayDecide = useMay('decide')
  return (
    <nav className={classes['steps']} aria-label="Applicants">
      <Anchor component={Link} to={opened.from ?? filters.pathTo({ user_session_id: null })} size="sm">
        {opened.from ? 'Back to the previous application' : 'Back to the table'}
      </Anchor>
      <Pager opened={opened} />
      {applicant && <StandingLine applicant={applicant} />}
      {mayDecide && (
        <Switch
          className={classes['advance'] ?? ''}
          size="sm"
          label="Next after a decision"
          checked={advance.isOn}
          onChange={(event) => advance.setOn(event.currentTarget.checked)}
        />
      )}
      {mayDecide && <RecentMenu />}
    </nav>
  )
}
