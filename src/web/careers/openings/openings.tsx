import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { findOpenings, indexOpenings, type OpeningsIndex, type OpeningsResult, OTHER } from '#contract/find-openings.ts'
import { type Filters, FILTERS, isFiltered, resultCountText } from '#contract/openings.ts'
import { type HomeView, LATE_PAGE } from '#contract/pages.ts'
import type { OpenRole } from '#contract/roles.ts'
import { MailLink } from '../../layout/address.tsx'
import { Styles } from '../../layout/styles.tsx'
import { plainText } from '../../ui/safe-html.tsx'
import { stateName } from '../states.ts'
import { RoleCard } from './role-card.tsx'

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

// The name is in an attribute, because text browsers would show a template's text and never replace it.
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

/** Up to this many openings are shown at once; with more, each group shows its first few. */
const MAX_EXPANDED_OPENINGS = 80
/** A single list shows this many at a time. */
const PAGE_SIZE = 40
/** A heading is about as many bytes as a card, so these limits bound the page size. */
const FIRST = 40

type ResultsProps = { roles: OpenRole[]; index: OpeningsIndex; filters: Filters; part: number }

function Results({ roles, index, filters, part }: ResultsProps): ReactNode {
  const result = findOpenings(index, filters)
  const found = result.found.map((at) => roles[at]!)
  return (
    <>
      <p className="count-openings">
        <span role="status">
          {result.guess !== null && `Showing results for ${result.guess}: `}
          {resultCountText(found.length, roles.length)}
        </span>{' '}
        <span className="links">
          {isFiltered(filters) && <a href="/#openings">Show all openings</a>} <a href="/jobs.rss">RSS feed</a>
        </span>
      </p>
      <div className="results">
        {found.length === 0 && <NoMatch filters={filters} strictest={result.strictest} />}
        {found.length > 0 && <List found={found} filters={filters} part={part} hasGroups={roles.some((role) => role.department !== '')} />}
      </div>
    </>
  )
}

const FILTER_WORDS: Record<(typeof FILTERS)[number], (value: string) => string> = {
  q: (value) => `Searching for “${value}”`,
  department: (value) => `The department “${value === OTHER ? OTHER_NAME : value}”`,
  shift: (value) => `The shift “${value}”`,
  state: (value) => `The license state “${stateName(value)}”`,
}

/** Suggests which filter to remove. */
function NoMatch({ filters, strictest }: { filters: Filters; strictest: OpeningsResult['strictest'] }): ReactNode {
  const isOnlyOne = FILTERS.filter((name) => filters[name] !== '').length === 1
  return (
    <div className="no-match notice">
      <p>
        No openings match. {strictest && `${FILTER_WORDS[strictest.name](filters[strictest.name])} rules out ${isOnlyOne ? 'all' : 'the most'} openings.`}
        {isOnlyOne && filters.q !== '' && ' Try fewer or different words.'}
      </p>
      {!isOnlyOne && strictest && strictest.without > 0 && (
        <p>
          <a href={pathOf({ ...filters, [strictest.name]: '' })}>
            Show {resultCountText(strictest.without, strictest.without)} without {strictest.name === 'q' ? 'it' : 'this filter'}
          </a>
        </p>
      )}
    </div>
  )
}

/** A search has a single list, best match first; without a search, openings are grouped. */
function List({ found, filters, part, hasGroups }: { found: OpenRole[]; filters: Filters; part: number; hasGroups: boolean }): ReactNode {
  const groups = filters.q === '' ? groupsOf(found) : [['', found] as [string, OpenRole[]]]
  if (filters.q !== '' || groups.length === 1) {
    const [department, members] = groups[0]!
    return <OneList title={filters.q === '' && hasGroups ? department || OTHER_NAME : null} members={members} filters={filters} part={part} />
  }
  const share = found.length <= MAX_EXPANDED_OPENINGS ? MAX_EXPANDED_OPENINGS : Math.floor(FIRST / groups.length)
  return groups.map(([department, members]) => {
    const rest = members.length > share && pathOf({ ...filters, department: department || OTHER })
    return (
      <Group key={department} title={department || OTHER_NAME} count={members.length} shown={members.slice(0, share)}>
        {rest && (
          <a className="unfold" href={rest}>
            Show all {members.length} in {department || OTHER_NAME}
          </a>
        )}
      </Group>
    )
  })
}

function OneList({ title, members, filters, part }: { title: string | null; members: OpenRole[]; filters: Filters; part: number }): ReactNode {
  const parts = Math.ceil(members.length / PAGE_SIZE)
  const now = Math.min(part, parts)
  const left = members.length - now * PAGE_SIZE
  return (
    <>
      {now > 1 && (
        <p className="earlier">
          <a href={pathOf(filters, now - 1)}>Previous {PAGE_SIZE} openings</a>
        </p>
      )}
      <Group title={title} count={members.length} shown={members.slice((now - 1) * PAGE_SIZE, now * PAGE_SIZE)}>
        {left > 0 && (
          <a className="unfold" href={pathOf(filters, now + 1)} data-more="">
            Show {Math.min(left, PAGE_SIZE)} more
          </a>
        )}
      </Group>
    </>
  )
}

type GroupProps = { title: string | null; count: number; shown: OpenRole[]; children: ReactNode }

function Group({ title, count, shown, children }: GroupProps): ReactNode {
  return (
    <section className="group">
      {title !== null && (
        <h3>
          {title} <span>{count}</span>
        </h3>
      )}
      {shown.length > 0 && (
        <ul className="roles">
          {shown.map((role) => (
            <RoleCard key={role.ref_function_role_id} role={role} level={title === null ? 3 : 4} />
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

const OTHER_NAME = 'Other openings'

/** Departments by name; roles without one come last. */
function groupsOf(roles: OpenRole[]): [string, OpenRole[]][] {
  const groups = Map.groupBy(roles, (role) => role.department)
  return [...groups].toSorted(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'en'))
}

function pathOf(filters: Filters, part = 1): string {
  const query = new URLSearchParams(FILTERS.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]))
  if (part > 1) query.set('part', String(part))
  return `/${query.size > 0 ? `?${query}` : ''}#openings`
}
