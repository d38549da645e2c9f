import { Anchor, Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { readPerson, type Person, type PersonApplication } from '#contract/applicants/person.ts'
import { linkTo } from '#web/applicants/applicant-words.ts'
import { useIdentities } from '#web/applicants/filters/use-identities.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { Address } from '#web/layout/address.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { ApplicationOfPerson } from './application-of-person.tsx'
import classes from './person-screen.module.css'

/** Everything about one person, across all roles and years; only with names shown. */
export function PersonScreen(): ReactNode {
  const [identifiable, showIdentities] = useIdentities()
  const id = Number(useParams()['user_session_id'])
  if (!identifiable) {
    return (
      <div className={classes['person']}>
        <Title order={1}>Person</Title>
        <Text>This page shows who someone is, so it’s hidden while names are hidden.</Text>
        <div>
          <Button variant="default" onClick={() => showIdentities(true)}>
            Show names
          </Button>
        </div>
      </div>
    )
  }
  return <Shown id={id} />
}

function Shown({ id }: { id: number }): ReactNode {
  const query = useCall(readPerson, { id, identifiable: true })
  return (
    <Loaded query={query} waiting={<Text>Loading …</Text>} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
      {(person) => <Everything person={person} id={id} />}
    </Loaded>
  )
}

function Everything({ person: { applications, same_name }, id }: { person: Person; id: number }): ReactNode {
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
          <ApplicationOfPerson key={one.user_session_id} one={one} all={all} />
        ))}
      </section>
      {same_name.length > 0 && (
        <section aria-labelledby="same-name" className={classes['list']}>
          <Title order={2} size="h4" id="same-name">
            Same name, maybe someone else
          </Title>
          {same_name.map((one) => (
            <ApplicationOfPerson key={one.user_session_id} one={one} all={all} />
          ))}
        </section>
      )}
    </div>
  )
}

function Contacts({ applications }: { applications: PersonApplication[] }): ReactNode {
  // The latest spelling of each address.
  const emails = [...new Map(applications.toReversed().flatMap(({ email }) => (email ? [[email.toLowerCase(), email] as const] : []))).values()]
  const profiles = [...new Set(applications.flatMap((one) => linkTo(one.linkedin_profile_url) ?? []))]
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
