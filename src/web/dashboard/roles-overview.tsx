import { Table, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ROLE_WEEKS, type RoleRow } from '#contract/dashboard.ts'
import { STAGE_NAMES, STAGES } from '#contract/statuses/status-meanings.ts'
import { plainLetters } from '#contract/text/plain-letters.ts'
import { IconSearch } from '#web/ui/staff-icons.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { pluralize } from './dashboard-text.ts'
import classes from './roles-overview.module.css'

const FUNNEL = STAGES.slice(0, -1)
const [WAITING, DUE, OPEN] = ['Waiting longest', 'Replies due', 'Open for']
const COLUMNS = ['Role', `Last ${ROLE_WEEKS} weeks`, ...FUNNEL.map((stage) => STAGE_NAMES[stage]), WAITING, DUE, OPEN]

/** Up to this many roles are listed in one table; with more, only those that need attention are, and the rest are collapsed. */
const MAX_AT_ONCE = 10
/** How many of those are shown, which keeps the home screen under 6,000 px on a phone. */
const MAX_URGENT = 7

/** One row per role: applications, how far they get, and who has waited longest. */
export function RolesOverview({ roles, days }: { roles: RoleRow[]; days: number }): ReactNode {
  const [sought, setSought] = useState('')
  if (roles.length === 0) return null
  const isLong = roles.length > MAX_AT_ONCE
  const isSought = sought.trim() !== ''
  const fitting = isSought ? roles.filter((role) => isFound(role, sought)) : roles.filter(({ due }) => due > 0).toSorted(byUrgency)
  const shown = isLong ? fitting.slice(0, isSought ? MAX_AT_ONCE : MAX_URGENT) : roles
  const rest = isLong && !isSought ? roles.filter((role) => !shown.includes(role)) : []
  return (
    <section aria-labelledby="roles-overview" className={classes['section']}>
      <h2 id="roles-overview">Roles</h2>
      {isLong && (
        <div className={classes['find']}>
          <TextInput
            type="search"
            aria-label="Find a role"
            placeholder="Find a role"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={sought}
            onChange={(event) => setSought(event.currentTarget.value)}
          />
          <span role="status">{isSought ? foundText(shown.length, fitting.length) : dueText(shown.length, fitting.length)}</span>
        </div>
      )}
      {shown.length > 0 && (
        <BlockTable label="Roles" columns={COLUMNS} spacing="xs">
          {shown.map((role) => (
            <Row key={role.ref_function_role_id} role={role} days={days} />
          ))}
        </BlockTable>
      )}
      {rest.length > 0 && (
        <details className={classes['rest']}>
          <summary>{pluralize(rest.length, 'other role')}</summary>
          <ul>
            {rest.map(({ ref_function_role_id: id, function_role_name, due }) => (
              <li key={id}>
                <Link to={`/admin/applications/${id}/all/${days}`}>{function_role_name}</Link>
                {due > 0 && ` · ${pluralize(due, 'reply', 'replies')} due`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const byUrgency = (one: RoleRow, other: RoleRow) => other.due - one.due || (other.oldest_waiting_days ?? 0) - (one.oldest_waiting_days ?? 0)

/** Matches every word anywhere in the name, ignoring case and accents. */
function isFound({ function_role_name }: RoleRow, sought: string): boolean {
  const name = plain(function_role_name)
  return plain(sought)
    .split(/\s+/)
    .every((word) => name.includes(word))
}

const plain = (text: string) => plainLetters(text).trim()

function dueText(shown: number, all: number): string {
  if (all === 0) return 'No replies are due within 3 days.'
  return shown < all ? `The ${shown} with the most replies due` : `${pluralize(all, 'role has', 'roles have')} replies due`
}

function foundText(shown: number, all: number): string {
  return shown < all ? `The first ${shown} of ${all} roles` : pluralize(all, 'role')
}

function Row({ role, days }: { role: RoleRow; days: number }): ReactNode {
  const { ref_function_role_id: id, function_role_name, weeks, funnel, oldest_waiting_days: oldest, due, days_open } = role
  const [all = 0] = funnel
  return (
    <Table.Tr role="row" className={classes['row'] ?? ''}>
      <Table.Th scope="row" role="rowheader">
        <Link to={`/admin/applications/${id}/all/${days}`}>{function_role_name}</Link>
      </Table.Th>
      <Table.Td role="cell" className={classes['weeks'] ?? ''}>
        <Sparkline values={weeks} says={`${pluralize(weeks.at(-1) ?? 0, 'application')} this week, ${sum(weeks)} in ${ROLE_WEEKS} weeks`} />
      </Table.Td>
      {FUNNEL.map((stage, place) => (
        <Table.Td role="cell" key={stage} data-label={STAGE_NAMES[stage]} className={classes['stage'] ?? ''}>
          <span className={classes['share']} aria-hidden style={{ inlineSize: `${all === 0 ? 0 : (100 * (funnel[place] ?? 0)) / all}%` }} />
          {funnel[place] ?? 0}
        </Table.Td>
      ))}
      <Table.Td role="cell" data-label={WAITING}>
        {oldest === null ? '–' : pluralize(oldest, 'day')}
      </Table.Td>
      <Table.Td role="cell" data-label={DUE}>
        {due > 0 ? <Link to={`/admin/applications/${id}/all/36500?due=due&sort=due.asc`}>{due}</Link> : '0'}
      </Table.Td>
      <Table.Td role="cell" data-label={OPEN}>
        {days_open === null ? 'Closed' : pluralize(days_open, 'day')}
      </Table.Td>
    </Table.Tr>
  )
}

function sum(values: number[]): number {
  return values.reduce((total, one) => total + one, 0)
}
