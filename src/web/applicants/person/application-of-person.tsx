import { Anchor, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { PersonApplication } from '#contract/applicants/person.ts'
import { OTHER_VIA } from '#contract/role-links.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { EVER, reviewPath } from '#web/applicants/filters/use-filters.ts'
import { When } from '#web/applicants/one/when.tsx'
import { Earlier } from '#web/applicants/together/earlier.tsx'
import { Address } from '#web/layout/address.tsx'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import classes from './person-screen.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

const SHARED = { email: 'email address', linkedin: 'LinkedIn profile', name: 'name' }
const EMAIL_STATES = { queued: 'waiting', sent: 'sent', failed: "couldn't be sent", withdrawn: 'withdrawn' }

type Props = { one: PersonApplication; /** The applications it may be linked to. */ all: PersonApplication[] }

/** One of a person's applications: why it's listed, and what happened to it. */
export function ApplicationOfPerson({ one, all }: Props): ReactNode {
  const { pathname } = useLocation()
  const { user_session_id, decisions, emails, files, interviews } = one
  const to = reviewPath({ roleId: String(one.ref_function_role_id), statusId: 'all', days: EVER, user_session_id })
  return (
    <article className={classes['application']} aria-labelledby={`application-${user_session_id}`}>
      <header className={classes['head']}>
        <Title order={3} size="h5" id={`application-${user_session_id}`}>
          <Anchor component={Link} to={to} state={{ from: pathname }} inherit>
            {one.function_role_name}
          </Anchor>
        </Title>
        <StatusBadge {...one} />
      </header>
      <Text size="sm" c="dimmed">
        Application {user_session_id}, applied <When at={one.application_submitted_datetime_utc} /> as{' '}
        {[one.first_name, one.last_name].filter(Boolean).join(' ')}
        {one.email && (
          <>
            , <Address>{one.email}</Address>
          </>
        )}
        {one.via !== null && (one.via === OTHER_VIA ? ', through a link with an unknown name' : `, through the link ${one.via}`)}
      </Text>
      <Earlier user_session_id={user_session_id} kind="contact" of_id={user_session_id} />
      <ul className={classes['links']}>
        {linksOf(one, all).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <dl className={classes['facts']}>
        <Part
          term="Decisions"
          lines={decisions.map(({ status_change_id, at, who, from_status, to_status, is_undone }) => ({
            key: status_change_id,
            what: `${from_status} → ${to_status}${is_undone ? ' (undone)' : ''}${who ? `, ${who}` : ''}`,
            at,
          }))}
        />
        <Part term="Emails" lines={emails.map(({ email_id, at, subject, state }) => ({ key: email_id, what: `${subject} (${EMAIL_STATES[state]})`, at }))} />
        <Part
          term="Files"
          lines={files.map(({ resume_id, at, size_bytes, is_current }) => ({
            key: resume_id,
            what: `Resume, ${Math.ceil(size_bytes / 1024).toLocaleString('en-US')} KB${is_current ? '' : ' (replaced)'}`,
            at,
          }))}
        />
        <Part
          term="Interviews"
          lines={interviews.map(({ interview_name, interviewer_name, at, state }) => ({
            key: `${interview_name} ${interviewer_name} ${at}`,
            what: `${interview_name} with ${interviewer_name} (${state})`,
            at,
          }))}
        />
      </dl>
      {meaningOf(one.ref_application_status_id).takesFeedback && (
        <Anchor component={Link} to={`/admin/applications/${user_session_id}/interviews`} size="sm">
          Book or change interviews
        </Anchor>
      )}
    </article>
  )
}

/** What it shares with the others. */
function linksOf({ same_as }: PersonApplication, all: PersonApplication[]): string[] {
  const others = Map.groupBy(same_as, (link) => link.user_session_id)
  return [...others].map(([id, links]) => {
    const other = all.find((one) => one.user_session_id === id)
    return `Same ${links.map(({ on }) => SHARED[on]).join(' and ')} as application ${id}${other ? ` (${other.function_role_name})` : ''}`
  })
}

function Part({ term, lines }: { term: string; lines: { key: number | string; what: string; at: string }[] }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {lines.length === 0 ? (
          <Empty isPart>None</Empty>
        ) : (
          <ul>
            {lines.map(({ key, what, at }) => (
              <li key={key}>
                {what}{' '}
                <Text span size="xs" c="dimmed">
                  <When at={at} />
                </Text>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  )
}
