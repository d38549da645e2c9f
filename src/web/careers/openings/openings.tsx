import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { indexOpenings, type OpeningsIndex } from '#contract/find-openings.ts'
import { isFiltered } from '#contract/openings.ts'
import { LATE, type HomeView } from '#contract/pages.ts'
import type { OpenRole } from '#contract/roles.ts'
import { MailLink } from '../../layout/address.tsx'
import { Styles } from '../../layout/styles.tsx'
import { plainText } from '../../ui/safe-html.tsx'
import { OpeningsSearch } from './openings-search.tsx'
import { Results } from './results.tsx'

type Props = { view: Pick<HomeView, 'roles' | 'filters' | 'part'>; contact_email: string }

export function Openings({ view, contact_email }: Props): ReactNode {
  const { roles, filters } = view
  if (roles === 'pending') return <Skeletons />
  if (roles === 'failed') return <OpeningsFailed />
  if (roles.length === 0 && !isFiltered(filters)) return <NoOpenings contact_email={contact_email} />
  return (
    <div className="search-openings">
      <OpeningsSearch roles={roles} filters={filters} />
      <Results roles={roles} index={indexOf(roles)} filters={filters} part={view.part} />
    </div>
  )
}

/** The server keeps one list of roles per version of the content. */
const INDEXES = new WeakMap<OpenRole[], OpeningsIndex>()

function indexOf(roles: OpenRole[]): OpeningsIndex {
  const known = INDEXES.get(roles)
  if (known) return known
  const index = indexOpenings(
    roles.map((role) => ({
      title: role.function_role_name,
      department: role.department,
      specialty: role.specialty,
      shift: role.shift,
      states: role.license_states,
      text: plainText(role.function_role_description),
    })),
  )
  INDEXES.set(roles, index)
  return index
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
 * Skeletons that need no script: they're the fallback of a slot, which the late part of the same response fills. The template includes its own
 * styles, because the page's don't reach inside.
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
