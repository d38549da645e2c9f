import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { countInWords, isFiltered, isMatch, NO_MATCH, type Filters } from '#contract/openings.ts'
import { LATE } from '#contract/pages.ts'
import type { OpenRole } from '#contract/roles.ts'
import { OpeningsSearch } from './openings-search.tsx'
import { cardOf, RoleCard } from './role-card.tsx'
import { MailLink } from '../../layout/address.tsx'
import { Styles } from '../../layout/styles.tsx'

type Props = { roles: OpenRole[] | 'failed' | 'pending'; filters: Filters; contact_email: string }

export function Openings({ roles, filters, contact_email }: Props): ReactNode {
  if (roles === 'pending') return <Skeletons />
  if (roles === 'failed') return <OpeningsFailed />
  if (roles.length === 0) return <NoOpenings contact_email={contact_email} />
  const shown = roles.filter((role) => isMatch(cardOf(role), filters))
  return (
    <div className="search-openings" data-all={roles.length} data-part={isFiltered(filters) ? '' : undefined}>
      <OpeningsSearch roles={roles} filters={filters} />
      <p className="count-openings">
        <span role="status">{countInWords(shown.length, roles.length)}</span>
        {isFiltered(filters) && <a href="/#openings">Show all</a>}
        <a href="/jobs.rss">RSS feed</a>
      </p>
      <p className="no-match" hidden={shown.length > 0}>
        {/* Said only when it's true: a text browser shows what's hidden. */}
        {shown.length === 0 && NO_MATCH}
      </p>
      <div className="groups">
        {groupsOf(shown).map(([department, members]) => (
          <Group key={department} department={department} roles={members} hasOthers={roles.some((role) => role.department !== '')} />
        ))}
      </div>
    </div>
  )
}

/** Departments by name; roles without one come last. */
function groupsOf(roles: OpenRole[]): [string, OpenRole[]][] {
  const groups = Map.groupBy(roles, (role) => role.department)
  return [...groups].toSorted(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'en'))
}

function Group({ department, roles, hasOthers }: { department: string; roles: OpenRole[]; hasOthers: boolean }): ReactNode {
  return (
    <section className="group" data-department={department}>
      {hasOthers && (
        <h3>
          {department || 'Other openings'} <span>{roles.length}</span>
        </h3>
      )}
      <ul className="roles">
        {roles.map((role) => (
          <RoleCard key={role.ref_function_role_id} role={role} level={hasOthers ? 4 : 3} />
        ))}
      </ul>
    </section>
  )
}

function OpeningsFailed(): ReactNode {
  return (
    <div className="notice bad" role="alert">
      <p>Error: Failed to load role listings</p>
      <p>
        <a className="button small" href="/#openings" data-retry="">
          Retry
        </a>
      </p>
    </div>
  )
}

function NoOpenings({ contact_email }: { contact_email: string }): ReactNode {
  return (
    <div className="notice">
      <p>Check back soon for new opportunities!</p>
      <p>
        You can also <a href="/jobs.rss">follow our RSS feed</a> or email <MailLink to={contact_email} />.
      </p>
    </div>
  )
}

/**
 * Skeletons that need no script: they're the fallback of a slot, which the late part of the same answer fills. The template brings its
 * own styles, because the page's don't reach inside.
 */
export function PendingOpenings(given: ComponentProps<typeof Styles>): ReactNode {
  const styles = renderToString(<Styles {...given} />)
  return (
    <div
      className="late"
      dangerouslySetInnerHTML={{ __html: `<template shadowrootmode="open">${styles}<slot name="openings">${SKELETONS}</slot></template>${LATE}` }}
    />
  )
}

const BAR = '<div class="skeleton role-card"><span></span><span></span><span></span></div>'
const SKELETONS = `<p class="unseen">Loading the openings</p><div class="roles" aria-hidden="true">${BAR.repeat(3)}</div>`

function Skeletons(): ReactNode {
  return <div dangerouslySetInnerHTML={{ __html: SKELETONS }} />
}
