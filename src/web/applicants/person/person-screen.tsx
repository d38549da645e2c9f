import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useParams, useLocation } from 'react-router'
import { readPerson, type Person, type PersonApplication } from '#contract/applicants/person.ts'
import { profileUrl } from '#web/applicants/applicant-text.ts'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Address } from '#web/layout/address.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { OTHER_VIA } from '#contract/role-links.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { ALL_TIME_DAYS, reviewPath } from '#web/applicants/filters/use-filters.ts'
import { DateTime } from '#web/applicants/one/date-time.tsx'
import { EarlierVersions } from '#web/applicants/together/earlier-versions.tsx'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { Empty } from '#web/ui/message/empty.tsx'
import classes from './person-screen.module.css'

/** Everything about one person, across all roles and years; only with names shown. */
export function PersonScreen(): ReactNode {
  const [identifiable, showIdentities] = useShowNames()
  const id = Number(useParams()['user_session_id'])
  if (!identifiable) {
    return (
      <HiddenPerson>
        <Text>This page would reveal the applicant's identity. Show names to view it.</Text>
        <div>
          <Button variant="default" onClick={() => showIdentities(true)}>
            Show names
          </Button>
        </div>
      </HiddenPerson>
    )
  }
  return <PersonPage id={id} />
}

function PersonPage({ id }: { id: number }): ReactNode {
  const query = useCall(readPerson, { id, identifiable: true })
  return (
    <Loaded
      query={query}
      waiting={
        <HiddenPerson>
          <Skeleton height={300} aria-label="Loading the person" />
        </HiddenPerson>
      }
      failed={(why, again) => (
        <HiddenPerson>
          <ErrorNotice again={again}>{why}</ErrorNotice>
        </HiddenPerson>
      )}
    >
      {(person) => <AllApplications person={person} id={id} />}
    </Loaded>
  )
}

/** The page's frame while there's no name to show. */
function HiddenPerson({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={classes['person']}>
      <Title order={1}>Person</Title>
      {children}
    </div>
  )
}

function AllApplications({ person: { applications, same_name }, id }: { person: Person; id: number }): ReactNode {
  const all = [...applications, ...same_name]
  const opened = applications.find((one) => one.user_session_id === id) ?? applications[0]!
  return (
    <div className={classes['person']}>
      <Title order={1}>{personNameOf(opened)}</Title>
      <Contacts applications={applications} />
      <section aria-labelledby="applications" className={classes['list']}>
        <Title order={2} size="h4" id="applications">
          {applications.length === 1 ? '1 application' : `${applications.length} applications`}
        </Title>
        {applications.map((one) => (
          <PersonApplicationCard key={one.user_session_id} one={one} all={all} />
        ))}
      </section>
      {same_name.length > 0 && (
        <section aria-labelledby="same-name" className={classes['list']}>
          <Title order={2} size="h4" id="same-name">
            Same name, maybe someone else
          </Title>
          {same_name.map((one) => (
            <PersonApplicationCard key={one.user_session_id} one={one} all={all} />
          ))}
        </section>
      )}
    </div>
  )
}

function Contacts({ applications }: { applications: PersonApplication[] }): ReactNode {
  // The latest spelling of each address.
  const emails = [...new Map(applications.toReversed().flatMap(({ email }) => (email ? [[email.toLowerCase(), email] as const] : []))).values()]
  const profiles = [...new Set(applications.flatMap((one) => profileUrl(one.linkedin_profile_url) ?? []))]
  return (
    <p className={classes['contacts']}>
      {emails.map((email) => (
        <Anchor key={email} href={`mailto:${email}`}>
          <Address>{email}</Address>
        </Anchor>
      ))}
      {profiles.map((profile) => (
        <Anchor key={profile} href={profile} target="_blank" rel="noopener noreferrer">
          <Address>{profile.replace(/^https?:\/\/(www\.)?/, '')}</Address>
        </Anchor>
      ))}
      {applications.length > 0 && (
        <Anchor component={Link} to="/admin/applications/all/all/36500">
          All applicants
        </Anchor>
      )}
    </p>
  )
}

function personNameOf({ first_name, last_name }: PersonApplication): string {
  return [first_name, last_name].filter(Boolean).join(' ') || 'Without a name'
}

const SHARED = { email: 'email address', linkedin: 'LinkedIn profile', name: 'name' }
const EMAIL_STATES = { queued: 'waiting', sent: 'sent', failed: "couldn't be sent", withdrawn: 'withdrawn' }

type Props = { one: PersonApplication; /** The applications it may be linked to. */ all: PersonApplication[] }

/** One of a person's applications: why it's listed, and what happened to it. */
function PersonApplicationCard({ one, all }: Props): ReactNode {
  const { pathname } = useLocation()
  const { user_session_id, decisions, emails, files, interviews } = one
  const to = reviewPath({ roleId: String(one.ref_function_role_id), statusId: 'all', days: ALL_TIME_DAYS, user_session_id })
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
        Application {user_session_id}, applied <DateTime at={one.application_submitted_datetime_utc} /> as{' '}
        {[one.first_name, one.last_name].filter(Boolean).join(' ')}
        {one.email && (
          <>
            , <Address>{one.email}</Address>
          </>
        )}
        {one.via !== null && (one.via === OTHER_VIA ? ', through a link with an unknown name' : `, through the link ${one.via}`)}
      </Text>
      <EarlierVersions user_session_id={user_session_id} kind="contact" of_id={user_session_id} />
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

/** What this application has in common with the others. */
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
                  <DateTime at={at} />
                </Text>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  )
}
