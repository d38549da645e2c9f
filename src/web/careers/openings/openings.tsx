import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { indexOpenings, OTHER, type OpeningsIndex } from '#contract/find-openings.ts'
import { isFiltered, type Filters } from '#contract/openings.ts'
import { LATE_PAGE, type HomeView } from '#contract/pages.ts'
import type { OpenRole } from '#contract/roles.ts'
import { MailLink } from '../../layout/address.tsx'
import { Styles } from '../../layout/styles.tsx'
import { plainText } from '../../ui/safe-html.tsx'
import { stateName } from '../states.ts'
import { Results, OTHER_NAME } from './results.tsx'

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
 * Skeletons that work without a script: they're the fallback of a slot that the late part of the response fills. The template includes its own
 * styles, because the page's don't apply inside it.
 */
export function PendingOpenings(given: ComponentProps<typeof Styles>): ReactNode {
  const styles = renderToString(<Styles {...given} />)
  return (
    <div
      className="late"
      dangerouslySetInnerHTML={{ __html: `<template shadowrootmode="open">${styles}<slot name="openings">${SKELETONS}</slot></template>${LATE_PAGE}` }}
    />
  )
}

// Named by an attribute: text browsers show a template's text, and would never replace it.
const BAR = '<div class="skeleton role-card"><span></span><span></span><span></span></div>'
const SKELETONS = `<div class="roles" role="progressbar" aria-label="Loading openings">${BAR.repeat(3)}</div>`

function Skeletons(): ReactNode {
  return <div dangerouslySetInnerHTML={{ __html: SKELETONS }} />
}

type Option = { value: string; label: string }

/** A plain form; with its script, the list updates on every keystroke. */
function OpeningsSearch({ roles, filters }: { roles: OpenRole[]; filters: Filters }): ReactNode {
  const departments = optionsOf(roles.map((role) => role.department))
  if (departments.length > 0 && roles.some((role) => role.department === '')) departments.push({ value: OTHER, label: OTHER_NAME })
  const shifts = optionsOf(roles.map((role) => role.shift))
  const states = optionsOf(
    roles.flatMap((role) => role.license_states),
    stateName,
  )
  return (
    <form className="openings-search" role="search" aria-label="Openings" method="get" action="/#openings">
      <div className="search-field">
        <label className="unseen" htmlFor="q">
          Search openings
        </label>
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={filters.q}
          placeholder="Search roles, specialties, states"
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <Choice name="department" label="Department" all="All departments" options={departments} chosen={filters.department} />
      <Choice name="shift" label="Shift" all="All shifts" options={shifts} chosen={filters.shift} />
      <Choice name="state" label="License state" all="All states" options={states} chosen={filters.state} />
      <button type="submit" className="button small quiet">
        Search
      </button>
    </form>
  )
}

type ChoiceProps = { name: string; label: string; all: string; options: Option[]; chosen: string }

/** Shown only if there's more than one option. */
function Choice({ name, label, all, options, chosen }: ChoiceProps): ReactNode {
  if (options.length < 2 && chosen === '') return null
  return (
    <>
      <label className="unseen" htmlFor={`filter-${name}`}>
        {label}
      </label>
      <select id={`filter-${name}`} name={name} defaultValue={chosen}>
        <option value="">{all}</option>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </>
  )
}

function optionsOf(values: string[], labelOf: (value: string) => string = (value) => value): Option[] {
  const different = [...new Set(values)].filter((value) => value !== '')
  return different.map((value) => ({ value, label: labelOf(value) })).toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}
