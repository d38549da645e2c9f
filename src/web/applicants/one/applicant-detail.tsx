import { Anchor, Text, Title } from '@mantine/core'
import { useDeferredValue, type CSSProperties, type ReactNode } from 'react'
import { Link } from 'react-router'
import { nameOf, type Applicant } from '#contract/applicants/applicants.ts'
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
import { Reworded } from '#web/applicants/together/earlier.tsx'
import { Notes } from '#web/applicants/together/notes.tsx'
import { AnswersList } from './answers-list.tsx'
import { Divider, useShare } from './divider.tsx'
import { LicensesLine } from './licenses-line.tsx'
import { Pager } from './pager.tsx'
import { StandingLine } from './standing-line.tsx'
import { Timeline } from './timeline.tsx'
import type { Opened } from './use-opened.ts'
import type { Shown } from './use-shown.ts'
import classes from './applicant-detail.module.css'

type Tabs = { shown: Shown; show: (next: Shown) => void; /** Resume or answers, whichever isn't shown. */ read: () => void }
type Props = { filters: Filters; list: List; opened: Opened; tabs: Tabs; /** For screens without a sidebar. */ facts: ReactNode }

/** One application: its position in the list, answers, resume and history. */
export function ApplicantDetail({ filters, list: { query }, opened, tabs, facts }: Props): ReactNode {
  const { applicant, alone } = opened
  const [share, setShare] = useShare()
  const isReading = tabs.shown === 'resume'
  return (
    <>
      <Steps filters={filters} opened={opened} isReading={isReading} />
      {applicant ? (
        <div key={applicant.user_session_id}>
          {opened.isOutside && (
            <Text size="sm" c="dimmed" mb="sm">
              This applicant doesn't match the current filters.
            </Text>
          )}
          <TabList shown={tabs.shown} show={tabs.show} />
          <div className={classes['reading']} data-tab={tabs.shown} style={{ '--share': `${share}%` } as CSSProperties}>
            <div className={classes['answers']}>
              <AnswersList applicant={applicant} search={filters.sought} />
              <Below applicant={applicant} identifiable={filters.identifiable} />
            </div>
            {isReading && <Divider share={share} onShare={setShare} />}
            <div className={classes['resume']}>
              <ResumePanel applicant={applicant} filters={filters} isRead={isReading} onRead={tabs.read} />
            </div>
            {facts}
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
      <Reworded user_session_id={applicant.user_session_id} answers={applicant.answers} />
      <LicensesLine applicant={applicant} />
      {mayDecide && (
        <Text size="sm" my="sm">
          <Anchor component={Link} to={`/admin/applications/${applicant.user_session_id}/another-role`} size="sm" underline="always">
            Suggest another role
          </Anchor>
        </Text>
      )}
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

const TABS: Record<Shown, string> = { answers: 'Answers', resume: 'Resume', facts: 'Facts' }

/** When there isn't room for everything: one tab at a time. */
function TabList({ shown, show }: Pick<Tabs, 'shown' | 'show'>): ReactNode {
  return (
    <div role="group" aria-label="Show" className={classes['tabs']}>
      {Object.entries(TABS).map(([id, label]) => (
        <button key={id} type="button" data-tab={id} aria-pressed={shown === id} onClick={() => show(id as Shown)}>
          {label}
        </button>
      ))}
    </div>
  )
}

function Steps({ filters, opened, isReading }: { filters: Filters; opened: Opened; isReading: boolean }): ReactNode {
  const { applicant } = opened
  const mayDecide = useMay('decide')
  return (
    <nav className={classes['steps']} aria-label="Applicants" data-reading={isReading || undefined}>
      <Anchor component={Link} to={opened.from ?? filters.pathTo({ user_session_id: null })} size="sm">
        {opened.from ? 'Back to the previous application' : 'Back to the table'}
      </Anchor>
      <Pager opened={opened} />
      {applicant && <Who applicant={applicant} />}
      {applicant && <StandingLine applicant={applicant} />}
      {mayDecide && (
        <div className={classes['recent']}>
          <RecentMenu />
        </div>
      )}
    </nav>
  )
}

/** For screens whose sidebar doesn't show it. */
function Who({ applicant }: { applicant: Applicant }): ReactNode {
  const name = nameOf(applicant)
  return (
    <div className={classes['who']}>
      <Title order={2} size="h5" title={name} data-cut>
        {name}
      </Title>
      <Text size="xs" c="dimmed" title={applicant.function_role_name} data-cut>
        {applicant.function_role_name}
      </Text>
    </div>
  )
}
