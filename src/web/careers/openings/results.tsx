import type { ReactNode } from 'react'
import { findOpenings, OTHER, type OpeningsResult, type OpeningsIndex } from '#contract/find-openings.ts'
import { resultCountText, FILTERS, isFiltered, type Filters } from '#contract/openings.ts'
import type { OpenRole } from '#contract/roles.ts'
import { stateName } from '../states.ts'
import { RoleCard } from './role-card.tsx'

/** Up to this many, all openings are shown at once; beyond that, each group shows its first few. */
const MAX_EXPANDED_OPENINGS = 80
/** A single list shows this many at a time. */
const PAGE_SIZE = 40
/** A heading is about as many bytes as a card, so these limits bound the page size. */
const FIRST = 40

type Props = { roles: OpenRole[]; index: OpeningsIndex; filters: Filters; part: number }

export function Results({ roles, index, filters, part }: Props): ReactNode {
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

export const OTHER_NAME = 'Other openings'

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
