import { labelOf } from '#contract/licenses/license-types.ts'
import { Anchor, Text, Title, Button } from '@mantine/core'
import { useDeferredValue, useState, memo, type CSSProperties, type ReactNode, type KeyboardEvent, type PointerEvent } from 'react'
import { Link } from 'react-router'
import { nameOf, type Applicant } from '#contract/applicants/applicants.ts'
import { isCallFailure } from '#web/call.ts'
import { RecentMenu } from '#web/applicants/decide/recent-menu.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { ListError, ListLoading } from '#web/applicants/list-states.tsx'
import { PacketMenu } from '#web/audit-trail/packet-menu.tsx'
import { useMay } from '#web/layout/staff-places.ts'
import { ResumePanel } from '#web/applicants/resume/resume-panel.tsx'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { FeedbackToCandidate } from '#web/applicants/together/candidate-feedback.tsx'
import { RewordedQuestions } from '#web/applicants/together/earlier-versions.tsx'
import { Notes } from '#web/applicants/together/notes.tsx'
import { AnswersList } from './answers-list.tsx'
import { readApplicantLicenses } from '#contract/licenses/licenses.ts'
import { isVerifiedOn } from '#contract/licenses/listed.ts'
import { formatDay } from '#contract/time-zone.ts'
import { useCall } from '#web/ui/use-call.ts'
import { useShortcutsEnabled } from '#web/ui/shortcuts.ts'
import { IconChevronLeft, IconChevronRight } from '#web/ui/staff-icons.tsx'
import { AssigneeLine } from './assignee-line.tsx'
import { Timeline } from './timeline.tsx'
import type { OpenApplicant } from './use-open-applicant.ts'
import type { VisibleParts } from './use-visible-parts.ts'
import classes from './applicant-detail.module.css'

type Tabs = { shown: VisibleParts; show: (next: VisibleParts) => void; /** Resume or answers, whichever isn't shown. */ read: () => void }
type Props = { filters: Filters; list: List; opened: OpenApplicant; tabs: Tabs; /** For screens without a sidebar. */ facts: ReactNode }

/** One application: its position in the list, answers, resume and history. */
export function ApplicantDetail({ filters, list: { query }, opened, tabs, facts }: Props): ReactNode {
  const { applicant, alone } = opened
  const [share, setShare] = useSplit()
  const isReading = tabs.shown === 'resume'
  return (
    <>
      <StepButtons filters={filters} opened={opened} isReading={isReading} />
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
              <ApplicantTabs applicant={applicant} identifiable={filters.identifiable} />
            </div>
            {isReading && <Divider share={share} onShare={setShare} />}
            <div className={classes['resume']}>
              <ResumePanel applicant={applicant} filters={filters} isRead={isReading} onRead={tabs.read} />
            </div>
            {facts}
          </div>
        </div>
      ) : alone.isError ? (
        <ErrorNotice again={() => void alone.refetch()}>{loadErrorText(alone.error, filters.user_session_id)}</ErrorNotice>
      ) : query.isError && !query.isFetching ? (
        <ListError query={query} />
      ) : (
        <ListLoading trying={query.trying} />
      )}
    </>
  )
}

/** Feedback, notes and history. Rendered after the answers are painted; any keypress interrupts it. */
function ApplicantTabs({ applicant, identifiable }: { applicant: Applicant; identifiable: boolean }): ReactNode {
  const mayDecide = useMay('decide')
  const areAnswersPainted = useDeferredValue(true, false)
  if (!areAnswersPainted) return null
  return (
    <>
      <RewordedQuestions user_session_id={applicant.user_session_id} answers={applicant.answers} />
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

function loadErrorText(failure: unknown, id: number | null): string {
  const isUnknown = isCallFailure(failure) && failure.status === 404
  return isUnknown ? `Applicant with user_session_id=${id} was not found` : `Error fetching applicant with user_session_id=${id}`
}

const TABS: Record<VisibleParts, string> = { answers: 'Answers', resume: 'Resume', facts: 'Facts' }

/** Shows one tab at a time when there isn't room for everything. */
function TabList({ shown, show }: Pick<Tabs, 'shown' | 'show'>): ReactNode {
  return (
    <div role="group" aria-label="Show" className={classes['tabs']}>
      {Object.entries(TABS).map(([id, label]) => (
        <button key={id} type="button" data-tab={id} aria-pressed={shown === id} onClick={() => show(id as VisibleParts)}>
          {label}
        </button>
      ))}
    </div>
  )
}

function StepButtons({ filters, opened, isReading }: { filters: Filters; opened: OpenApplicant; isReading: boolean }): ReactNode {
  const { applicant } = opened
  const mayDecide = useMay('decide')
  return (
    <nav className={classes['steps']} aria-label="Applicants" data-reading={isReading || undefined}>
      <Anchor component={Link} to={opened.from ?? filters.pathTo({ user_session_id: null })} size="sm">
        {opened.from ? 'Back to the previous application' : 'Back to the table'}
      </Anchor>
      <Pager opened={opened} />
      {applicant && <ApplicantName applicant={applicant} />}
      {applicant && <AssigneeLine applicant={applicant} />}
      {mayDecide && (
        <div className={classes['recent']}>
          <RecentMenu />
        </div>
      )}
    </nav>
  )
}

/** For screens whose sidebar doesn't show the applicant's identity. */
function ApplicantName({ applicant }: { applicant: Applicant }): ReactNode {
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

const KEY = 'applicants_answers_share'
const [MIN, MAX, SHIPPED, STEP] = [25, 65, 40, 2]

/** From the end of the answers to the middle of the divider; must match the stylesheet. */
const MIDDLE_PX = 10

/** The width of the answers next to the resume, in percent, as last set in this browser. */
function useSplit(): [number, (share: number) => void] {
  const [share, setShare] = useState(() => clampShare(Number(localStorage.getItem(KEY) ?? SHIPPED)))
  const set = (next: number) => {
    localStorage.setItem(KEY, String(clampShare(next)))
    setShare(clampShare(next))
  }
  return [share, set]
}

/** Between answers and resume: moves with the pointer, or with the left and right arrow keys. */
function Divider({ share, onShare }: { share: number; onShare: (share: number) => void }): ReactNode {
  function follow({ currentTarget, clientX, pointerId, type }: PointerEvent<HTMLDivElement>): void {
    if (type === 'pointerdown') currentTarget.setPointerCapture(pointerId)
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { left, width } = currentTarget.parentElement!.getBoundingClientRect()
    onShare(((clientX - MIDDLE_PX - left) / width) * 100)
  }
  function onKey(event: KeyboardEvent): void {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    // Elsewhere on the page, these keys go to the next or previous applicant.
    event.preventDefault()
    onShare(share + by)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control (WAI-ARIA, window splitter)
    <div
      role="separator"
      aria-label="Width of the answers"
      aria-orientation="vertical"
      aria-valuenow={Math.round(share)}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className={classes['divider']}
      onPointerDown={follow}
      onPointerMove={follow}
      onKeyDown={onKey}
    />
  )
}

const clampShare = (share: number) => Math.min(MAX, Math.max(MIN, Number.isFinite(share) ? share : SHIPPED))

/** Previous and Next, with the position between them. */
function Pager({ opened }: { opened: OpenApplicant }): ReactNode {
  const areKeysOn = useShortcutsEnabled()
  const keys = (key: string) => (areKeysOn ? { 'aria-keyshortcuts': key } : {})
  return (
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
  )
}

/** Which of the role's states the applicant's licenses cover, for roles that need a license. */
const LicensesLine = memo(function LicensesLine({ applicant }: { applicant: Applicant }): ReactNode {
  const { user_session_id: id } = applicant
  const { data } = useCall(readApplicantLicenses, { id, identifiable: false })
  const [on] = useState(() => new Date().toLocaleDateString('en-CA'))
  if (!data || (data.role_states.length === 0 && !data.is_given)) return null
  const held = data.licenses.map(labelOf)
  const isUnverified = data.licenses.some(({ is_in_progress, verifications: [latest] }) => !is_in_progress && !isVerifiedOn(on, latest))
  return (
    <Text size="sm" my="sm">
      {held.length > 0 ? `${held.join(', ')}. ` : 'No licenses listed. '}
      {isUnverified && 'Not verified. '}
      {held.length > 0 && data.coverage && `${data.coverage.sentence} `}
      {held.length > 0 && data.coverage && data.facts_seen_on && `Compact data as of ${formatDay(data.facts_seen_on)}. `}
      <Anchor component={Link} to={`/admin/applications/${id}/licenses`} size="sm" underline="always">
        Licenses
      </Anchor>
    </Text>
  )
})
