import { Anchor, Button, Skeleton, Stack, Switch, Text, Title, type ButtonProps } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { nameOf, LINKED_MARGIN_DAYS, listLinkedApplications, type Applicant, type LinkedApplication } from '#contract/applicants/applicants.ts'
import { listCandidateEmails } from '#contract/candidate/candidate-emails.ts'
import { meaningOf, lockedReason } from '#contract/statuses/statuses.ts'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { clock } from '#web/ui/clock.ts'
import { useCall } from '#web/ui/use-call.ts'
import { findAnswer, profileUrl } from '#web/applicants/applicant-text.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { reviewPath } from '#web/applicants/filters/use-filters.ts'
import linkedApplicationsClasses from './linked-applications.module.css'
import { DECISION_BUTTONS, StatusMenu } from '#web/applicants/decide/decision-buttons.tsx'
import { READS_ONLY, type Decisions } from '#web/applicants/decide/use-decisions.tsx'
import { EarlierVersions } from '#web/applicants/together/earlier-versions.tsx'
import { Address } from '#web/layout/address.tsx'
import { useMay } from '#web/layout/staff-places.ts'
import { useShortcutsEnabled } from '#web/ui/shortcuts.ts'
import type { Advance } from './use-advance.ts'
import type { VisibleParts } from './use-visible-parts.ts'
import { DateTime } from './date-time.tsx'
import classes from './applicant-panel.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

type Props = { applicant: Applicant; identifiable: boolean; decisions: Decisions; advance: Advance; shown: VisibleParts }

/**
 * The decisions, visible at every height, and the facts about an applicant: a sidebar; a strip of keys while the resume is being read; or, in a
 * narrow window, a tab, with the decisions at the bottom.
 */
export function ApplicantPanel({ applicant, identifiable, decisions, advance, shown }: Props): ReactNode {
  const mayDecide = useMay('decide')
  const isStrip = shown === 'resume'
  return (
    <aside className={classes['panel']} aria-label="About this applicant" data-shown={shown}>
      <StatusLine applicant={applicant} />
      <Actions applicant={applicant} decisions={decisions} isStrip={isStrip} />
      {applicant.due && mayDecide && (
        <div className={classes['more']}>
          <KeyButton label="Need More Time" of="t" isStrip={isStrip} onClick={decisions.needMoreTime} />
        </div>
      )}
      {mayDecide && <Switch size="sm" label="Next after a decision" checked={advance.isOn} onChange={(event) => advance.setOn(event.currentTarget.checked)} />}
      <Facts applicant={applicant} identifiable={identifiable} />
      <Button component={Link} to={`/admin/applications/${applicant.user_session_id}/interview-feedback`} state={{ applicant }} variant="default" fullWidth>
        See Interviewer Feedback
      </Button>
      {meaningOf(applicant.ref_application_status_id).takesFeedback && (
        <Button component={Link} to={`/admin/applications/${applicant.user_session_id}/interviews`} variant="default" fullWidth>
          {mayDecide ? 'Schedule Interviews' : 'See Interviews'}
        </Button>
      )}
      <LinkedApplications applicant={applicant} identifiable={identifiable} />
    </aside>
  )
}

function StatusLine({ applicant }: { applicant: Applicant }): ReactNode {
  return (
    <>
      <div className={classes['standing']}>
        <Title order={2} size="h4">
          {nameOf(applicant)}
        </Title>
        <Text size="sm" c="dimmed">
          {applicant.function_role_name}
        </Text>
        <StatusBadge {...applicant} />
      </div>
      {applicant.suspected_bot && <Text className={classes['bot'] ?? ''}>Suspected bot: a hidden field was filled in.</Text>}
    </>
  )
}

function Facts({ applicant, identifiable }: { applicant: Applicant; identifiable: boolean }): ReactNode {
  const { email, application_submitted_datetime_utc: at } = applicant
  const link = profileUrl(applicant.linkedin_profile_url)
  return (
    <dl className={classes['facts']}>
      <Fact term="Email status" value={<EmailStatus applicant={applicant} identifiable={identifiable} />} />
      {identifiable && at && <Fact term="Applied" value={<DateTime at={at} />} />}
      {identifiable && email && (
        <Fact
          term="Email"
          value={
            <>
              <a href={`mailto:${email}`} aria-label={email}>
                <Address>{email}</Address>
              </a>
              <EarlierVersions user_session_id={applicant.user_session_id} kind="contact" of_id={applicant.user_session_id} />
            </>
          }
        />
      )}
      {identifiable && link && (
        <Fact
          term="LinkedIn"
          value={
            <a href={link} target="_blank" rel="noopener noreferrer" aria-label={shortUrl(link)}>
              <Address>{shortUrl(link)}</Address>
            </a>
          }
        />
      )}
      <Fact term="Requires sponsorship" value={findAnswer(applicant, 'require_sponsorship') || 'Not said'} />
      <Fact term="Startup experience" value={findAnswer(applicant, 'startup_previously') || 'Not said'} />
      <Fact term="Months in most recent role" value={findAnswer(applicant, 'recent_role_tenure') || 'Not said'} />
    </dl>
  )
}

const shortUrl = (link: string) => link.replace(/^https?:\/\/(www\.)?/, '')

function Fact({ term, value }: { term: string; value: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Whether the email was sent: shows the time of one that's pending, and the error of one that failed. */
function EmailStatus({ applicant, identifiable }: { applicant: Applicant; identifiable: boolean }): ReactNode {
  const { user_session_id, ref_application_status_id, has_emailed_application_status } = applicant
  const { data = [] } = useCall(listCandidateEmails, { user_session_id, identifiable })
  const email = data.find((one) => one.ref_application_status_id === ref_application_status_id && one.state !== 'withdrawn')
  if (email?.state === 'failed') return "Not Sent: couldn't be delivered"
  if (!has_emailed_application_status) return 'Not Sent'
  return email?.state === 'queued' ? (
    <>
      Sent{' '}
      <Text span size="xs" c="dimmed">
        (sending at {clock(email.send_after)})
      </Text>
    </>
  ) : (
    'Sent'
  )
}

type ActionsProps = { applicant: Applicant; decisions: Decisions; isStrip: boolean }

function Actions({ applicant, decisions, isStrip }: ActionsProps): ReactNode {
  const locked = lockedReason(applicant)
  const mayDecide = useMay('decide')
  if (locked || !mayDecide) {
    return (
      <Text size="sm" c="dimmed">
        {locked ? `${locked} See the timeline.` : READS_ONLY}
      </Text>
    )
  }
  return (
    <Stack gap="xs" role="group" aria-label="Decide" className={classes['decide'] ?? ''}>
      {decisions.open.map((action) => {
        if (action === 'update-status')
          return (
            <StatusMenu key={action} decisions={decisions}>
              <KeyButton label="Update Status" of="s" isStrip={isStrip} />
            </StatusMenu>
          )
        const { label, key, color, variant } = DECISION_BUTTONS[action]
        return <KeyButton key={action} label={label} of={key} isStrip={isStrip} onClick={decisions.act[action]} variant={variant} color={color} />
      })}
    </Stack>
  )
}

type KeyButtonProps = ButtonProps & { label: string; of: string; isStrip: boolean; onClick?: () => void }

/** A button that shows its keyboard shortcut; in the strip next to a resume, there's only room for the key. */
function KeyButton({ label, of, isStrip, ...button }: KeyButtonProps): ReactNode {
  const areKeysOn = useShortcutsEnabled()
  return (
    <Button
      variant="default"
      fullWidth
      {...button}
      {...(isStrip && { title: label })}
      {...(areKeysOn && { 'aria-keyshortcuts': of })}
      rightSection={
        (areKeysOn || isStrip) && (
          <span className={classes['key']} aria-hidden>
            {of.toUpperCase()}
          </span>
        )
      }
    >
      {label}
    </Button>
  )
}

const SAME_PERSON: Record<LinkedApplication['matched_on'][number], string> = { email: 'email', linkedin: 'LinkedIn profile', name: 'name' }

/** Other applications that may be from the same person, and why they match. */
const LinkedApplications = memo(function LinkedApplications({ applicant, identifiable }: { applicant: Applicant; identifiable: boolean }): ReactNode {
  const query = useCall(listLinkedApplications, { user_session_id: applicant.user_session_id, identifiable })
  return (
    <section aria-labelledby="linked">
      <Title order={3} size="h6" id="linked">
        Possible linked applications
      </Title>
      {identifiable && (
        <Anchor component={Link} to={`/admin/person/${applicant.user_session_id}`} size="sm">
          All applications by this person
        </Anchor>
      )}
      <Loaded
        query={query}
        waiting={<Skeleton height={24} aria-label="Loading linked applications" />}
        failed={(_, again) => <ErrorNotice again={again}>Failed to load linked applications.</ErrorNotice>}
      >
        {(linked) =>
          linked.length === 0 ? (
            <Empty isPart>None</Empty>
          ) : (
            <ul className={linkedApplicationsClasses['linked']}>
              {linked.map((one) => (
                <Linked key={one.user_session_id} one={one} isSameRole={one.ref_function_role_id === applicant.ref_function_role_id} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
})

function Linked({ one, isSameRole }: { one: LinkedApplication; isSameRole: boolean }): ReactNode {
  const { pathname, search } = useLocation()
  const path = reviewPath({
    roleId: String(one.ref_function_role_id),
    statusId: 'all',
    days: one.days_ago + LINKED_MARGIN_DAYS,
    user_session_id: one.user_session_id,
  })
  return (
    <li>
      <Anchor component={Link} to={path} state={{ from: pathname + search }} size="sm" fw={600}>
        {one.function_role_name}
      </Anchor>
      <StatusBadge {...one} />
      <Text size="xs" c="dimmed">
        {isSameRole ? 'The same role again. ' : ''}Same {one.matched_on.map((key) => SAME_PERSON[key]).join(', ')}
        {one.application_submitted_datetime_utc && (
          <>
            , applied <DateTime at={one.application_submitted_datetime_utc} />
          </>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {one.differs_in.length === 0 ? 'Same answers to every shared question' : `Different answers: ${one.differs_in.join(' · ')}`}
      </Text>
    </li>
  )
}
