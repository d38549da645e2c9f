import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ROLE_WEEKS, STAGE_NAMES, type RoleRow } from '#contract/dashboard.ts'
import { STAGES } from '#contract/statuses/status-meanings.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { many } from './dashboard-words.ts'
import classes from './roles-overview.module.css'

const FUNNEL = STAGES.slice(0, -1)
const [WAITING, DUE, OPEN] = ['Waiting longest', 'Replies due', 'Open for']
const COLUMNS = ['Role', `Last ${ROLE_WEEKS} weeks`, ...FUNNEL.map((stage) => STAGE_NAMES[stage]), WAITING, DUE, OPEN]

/** One row per role: applications, how far they get, and who has waited longest. */
export function RolesOverview({ roles, days }: { roles: RoleRow[]; days: number }): ReactNode {
  if (roles.length === 0) return null
  return (
    <section aria-labelledby="roles-overview" className={classes['section']}>
      <h2 id="roles-overview">Roles</h2>
      <BlockTable label="Roles" columns={COLUMNS} spacing="xs">
        {roles.map((role) => (
          <Row key={role.ref_function_role_id} role={role} days={days} />
        ))}
      </BlockTable>
    </section>
  )
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
        <Sparkline values={weeks} says={`${many(weeks.at(-1) ?? 0, 'application')} this week, ${sum(weeks)} in ${ROLE_WEEKS} weeks`} />
      </Table.Td>
      {FUNNEL.map((stage, place) => (
        <Table.Td role="cell" key={stage} data-label={STAGE_NAMES[stage]} className={classes['stage'] ?? ''}>
          <span className={classes['share']} aria-hidden style={{ inlineSize: `${all === 0 ? 0 : (100 * (funnel[place] ?? 0)) / all}%` }} />
          {funnel[place] ?? 0}
        </Table.Td>
      ))}
      <Table.Td role="cell" data-label={WAITING}>
        {oldest === null ? '–' : many(oldest, 'day')}
      </Table.Td>
      <Table.Td role="cell" data-label={DUE}>
        {due > 0 ? <Link to={`/admin/applications/${id}/all/36500?due=due&sort=due.asc`}>{due}</Link> : '0'}
      </Table.Td>
      <Table.Td role="cell" data-label={OPEN}>
        {days_open === null ? 'Closed' : many(days_open, 'day')}
      </Table.Td>
    </Table.Tr>
  )
}

function sum(values: number[]): number {
  return values.reduce((total, one) => total + one, 0)
}
