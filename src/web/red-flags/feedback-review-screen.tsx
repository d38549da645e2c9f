import { Skeleton, Stack, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useParams, useNavigate } from 'react-router'
import { readApplicant, nameOf, type Applicant } from '#contract/applicants/applicants.ts'
import { OWN_FEEDBACK_FIRST, readFullFeedback, type FeedbackGroup } from '#contract/feedback.ts'
import { listRedFlagMarks } from '#contract/red-flags/red-flag-marks.ts'
import { listHiringDecisionDetails, listRedFlags, readGenerator, type Citation, type RedFlag } from '#contract/red-flags/red-flags.ts'
import { isLocked, dropdownStatuses, meaningOf, lockedReason } from '#contract/statuses/statuses.ts'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { isCallFailure } from '#web/call.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { isAnswered, Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { FeedbackCards } from './feedback-cards.tsx'
import { GeneratorNote } from './generator-note.tsx'
import { MarkDialog, type MarkTarget } from './mark-dialog.tsx'
import { MayChange } from './may-change.ts'
import { EXPECTED_INTERVIEWS } from '#contract/interviews.ts'
import { RedFlagTable } from './red-flag-table.tsx'
import { DecisionDialog } from '#web/applicants/decide/decision-dialog.tsx'
import { useDecideAtOnce } from '#web/applicants/decide/use-decisions.tsx'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import reviewHeaderClasses from './review-header.module.css'
import classes from './feedback-review-screen.module.css'
import { Message } from '#web/ui/message/message.tsx'

/** Without an ID in the route or the navigation state, people pick an application in the list; none is opened by default. */
export function FeedbackReviewScreen(): ReactNode {
  const { user_session_id: fromRoute = '' } = useParams()
  const passed = (useLocation().state as { applicant?: Applicant } | null)?.applicant
  const id = /^\d{1,9}$/.test(fromRoute) ? Number(fromRoute) : passed?.user_session_id
  return id === undefined ? <Navigate to="/admin/applications" replace /> : <FeedbackReview id={id} />
}

function FeedbackReview({ id }: { id: number }): ReactNode {
  const [identifiable] = useShowNames()
  const applicant = useCall(readApplicant, { id, identifiable })
  const mayDecide = useMay('decide')
  return (
    <Loaded query={applicant} waiting={<Waiting />} failed={(_why, again) => <LoadError failure={applicant.error} again={again} />}>
      {(found) => (
        <>
          <ReviewHeader applicant={found} />
          <MayChange value={mayDecide && !isLocked(found)}>
            <Review
              user_session_id={found.user_session_id}
              identifiable={identifiable}
              isClosed={isLocked(found)}
              key={`${found.user_session_id}-${identifiable}`}
            />
          </MayChange>
        </>
      )}
    </Loaded>
  )
}

type ReviewSubject = { user_session_id: number; identifiable: boolean; isClosed: boolean }

function Review({ user_session_id, identifiable, isClosed }: ReviewSubject): ReactNode {
  const feedback = useCall(readFullFeedback, { user_session_id, identifiable })
  return (
    <Loaded query={feedback} waiting={<Waiting />} failed={(_why, again) => <LoadError failure={feedback.error} again={again} />}>
      {(groups) => <Columns user_session_id={user_session_id} identifiable={identifiable} isClosed={isClosed} groups={groups} />}
    </Loaded>
  )
}

function Columns({ user_session_id, identifiable, isClosed, groups }: ReviewSubject & { groups: FeedbackGroup[] }): ReactNode {
  const [cited, setCited] = useState<(Citation & { at: number }) | null>(null)
  const flags = useCall(listRedFlags, {})
  const decisions = useCall(listHiringDecisionDetails, { user_session_id, identifiable })
  const generator = useCall(readGenerator, { user_session_id })
  const markQuery = useCall(listRedFlagMarks, { user_session_id, identifiable })
  const marks = markQuery.data ?? []
  const [marking, setMarking] = useState<MarkTarget | null>(null)
  const markCitation = (citation: Citation, flag: RedFlag) => {
    const answer = groups.flatMap((group) => group.feedback).find((one) => one.if_interview_feedback_detail_id === citation.if_interview_feedback_detail_id)
    if (answer) setMarking({ answer, flag, quote: citation.quote })
  }
  if (!isAnswered(generator, markQuery)) return <Waiting />
  return (
    <div className={classes['columns']}>
      <FeedbackCards
        user_session_id={user_session_id}
        groups={groups}
        cited={cited}
        marks={marks}
        flags={flags.data ?? []}
        onMark={(answer) => setMarking({ answer })}
      />
      <section aria-labelledby="red-flags-heading" className={classes['flags']}>
        {!isClosed && <MissingInterviews groups={groups} isGenerating={generator.data?.generator !== null} />}
        {!isClosed && generator.data && <GeneratorNote user_session_id={user_session_id} generator={generator.data} />}
        <Loaded query={flags} waiting={<Skeleton height={400} />} failed={(_why, again) => <LoadError failure={flags.error} again={again} />}>
          {(all) => (
            <Loaded query={decisions} waiting={<Skeleton height={400} />} failed={(_why, again) => <LoadError failure={decisions.error} again={again} />}>
              {(saved) => (
                <RedFlagTable
                  user_session_id={user_session_id}
                  identifiable={identifiable}
                  flags={all}
                  decisions={saved}
                  groups={groups}
                  generator={generator.data?.generator ?? null}
                  onCite={(citation) => setCited({ ...citation, at: Date.now() })}
                  onMark={markCitation}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      </section>
      {marking && <MarkDialog user_session_id={user_session_id} flags={flags.data ?? []} marking={marking} onClose={() => setMarking(null)} />}
    </div>
  )
}

function LoadError({ failure, again }: { failure: unknown; again: () => void }): ReactNode {
  if (isCallFailure(failure) && failure.detail === OWN_FEEDBACK_FIRST) return <OwnFeedbackFirst />
  const why = isCallFailure(failure) ? failure.detail : 'An unexpected error occurred.'
  return <ErrorNotice again={again} againLabel="Try Again">{`Error fetching data. ${why}`}</ErrorNotice>
}

/** Other people's feedback stays hidden until the viewer has submitted their own. */
function OwnFeedbackFirst(): ReactNode {
  return (
    <Message tone="warn" title="Submit your own feedback first">
      {OWN_FEEDBACK_FIRST} <Link to="/interviewer/dashboard">Go to your interviews</Link>
    </Message>
  )
}

function Waiting(): ReactNode {
  return (
    <Stack aria-busy="true" aria-label="Loading the feedback">
      <Skeleton height={40} width="40%" />
      <Skeleton height={300} />
    </Stack>
  )
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The interviews that are missing feedback. */
function missingInterviews(groups: FeedbackGroup[]): string[] {
  const isWritten = (name: string) =>
    groups.some((group) => group.interview_name === name && group.feedback.some((one) => one.interviewer_feedback.trim() !== ''))
  return EXPECTED_INTERVIEWS.filter((name) => !isWritten(name))
}

/** Feedback that interviewers are still working on. */
function draftsIn(groups: FeedbackGroup[]): string[] {
  const open = groups.filter((group) => !group.submitted_at && group.feedback.some((one) => one.interviewer_feedback.trim() !== ''))
  return open.map((group) => `${group.interview_name} (${group.interviewer_name})`)
}

function MissingInterviews({ groups, isGenerating }: { groups: FeedbackGroup[]; isGenerating: boolean }): ReactNode {
  const missing = missingInterviews(groups)
  const drafts = draftsIn(groups)
  if (missing.length === 0 && drafts.length === 0) return null
  return (
    <Message tone="warn" py="sm">
      {missing.length > 0 && (
        <Text size="sm">
          <strong>No feedback from {LIST.format(missing)}.</strong>{' '}
          {isGenerating
            ? 'Rationale generation will proceed with the available feedback only.'
            : 'Decide with the available feedback only, or wait for the rest.'}
        </Text>
      )}
      {drafts.length > 0 && (
        <Text size="sm">
          <strong>Not submitted yet: {LIST.format(drafts)}.</strong> This feedback is still a draft and may change. Rationales note which feedback was a draft.
        </Text>
      )}
    </Message>
  )
}

/** Who is being reviewed, for which role, and their status, with a control to change it. */
function ReviewHeader({ applicant }: { applicant: Applicant }): ReactNode {
  const [identifiable, showIdentities] = useShowNames()
  const mayDecide = useMay('decide')
  return (
    <header className={reviewHeaderClasses['header']}>
      <Back />
      <div className={reviewHeaderClasses['who']}>
        <ArrivalTitle>{nameOf(applicant)}</ArrivalTitle>
        <Group gap="sm">
          <Text c="dimmed">{applicant.function_role_name}</Text>
          <StatusBadge {...applicant} />
        </Group>
      </div>
      <Group gap="md">
        <Checkbox
          className="no-print"
          label="Show identifiable information"
          checked={identifiable}
          onChange={(event) => showIdentities(event.currentTarget.checked)}
        />
        {mayDecide && <UpdateStatus applicant={applicant} identifiable={identifiable} key={applicant.user_session_id} />}
      </Group>
    </header>
  )
}

function Back(): ReactNode {
  const navigate = useNavigate()
  const hasBefore = (window.history.state as { idx?: number } | null)?.idx
  return (
    <Button
      className="no-print"
      variant="subtle"
      size="compact-md"
      leftSection="←"
      onClick={() => void (hasBefore ? navigate(-1) : navigate('/admin/applications'))}
    >
      Back
    </Button>
  )
}

/** Statuses with an email open a dialog first; the others are set immediately. */
function UpdateStatus({ applicant, identifiable }: { applicant: Applicant; identifiable: boolean }): ReactNode {
  const [asks, setAsks] = useState<number | null>(null)
  const { statuses } = useStatuses()
  const { decideAtOnce } = useDecideAtOnce({ applicant })

  function choose(to: number): void {
    if (meaningOf(to).inDropdown === 'asks') setAsks(to)
    else void decideAtOnce(to)
  }

  return (
    <>
      {isLocked(applicant) ? (
        <Text c="dimmed">{lockedReason(applicant)}</Text>
      ) : (
        <Menu shadow="md" position="bottom-end">
          <Menu.Target>
            <Button className="no-print" variant="default">
              Update Status
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {dropdownStatuses(statuses).map(({ ref_application_status_id: id, application_status }) => (
              <Menu.Item key={id} onClick={() => choose(id)}>
                {application_status}
                {meaningOf(id).inDropdown === 'asks' ? '…' : ''}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {asks !== null && <DecisionDialog people={[applicant]} to={asks} identifiable={identifiable} onClose={() => setAsks(null)} key={asks} />}
    </>
  )
}
