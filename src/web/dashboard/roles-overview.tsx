import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ROLE_WEEKS, STAGE_NAMES, type RoleRow } from '#contract/dashboard.ts'
import { STAGES } from '#contract/statuses/status-meanings.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { many } from './dashboard-words.ts'
import classes from './roles-overview.module.css'

const FUNNEL = STAGES.slice(0, -1)

/** One row per role: what comes in, how far it gets, and who has waited longest. */
export function RolesOverview({ roles, days }: { roles: RoleRow[]; days: number }): ReactNode {
  if (roles.length === 0) return null
  return (
    <section aria-labelledby="roles-overview" className={classes['section']}>
      <h2 id="roles-overview">Roles</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div className={classes['scroll']} role="region" tabIndex={0} aria-label="Roles, scrolls sideways">
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">Role</th>
              <th scope="col">{`Last ${ROLE_WEEKS} weeks`}</th>
              {FUNNEL.map((stage) => (
                <th scope="col" key={stage} className={classes['stage']}>
                  {STAGE_NAMES[stage]}
                </th>
              ))}
              <th scope="col">Waiting longest</th>
              <th scope="col">Replies due</th>
              <th scope="col">Open for</th>
            </tr>
          </thead>
          <tbody>
            {roles.map((role) => (
              <Row key={role.ref_function_role_id} role={role} days={days} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Row({ role, days }: { role: RoleRow; days: number }): ReactNode {
  const { ref_function_role_id: id, function_role_name, weeks, funnel, oldest_waiting_days: oldest, due, days_open } = role
  const [all = 0] = funnel
  return (
    <tr>
      <th scope="row">
        <Link to={`/admin/applications/${id}/all/${days}`}>{function_role_name}</Link>
      </th>
      <td>
        <Sparkline values={weeks} says={`${many(weeks.at(-1) ?? 0, 'application')} this week, ${sum(weeks)} in ${ROLE_WEEKS} weeks`} />
      </td>
      {FUNNEL.map((stage, place) => (
        <td key={stage} className={classes['stage']}>
          <span className={classes['share']} aria-hidden style={{ inlineSize: `${all === 0 ? 0 : (100 * (funnel[place] ?? 0)) / all}%` }} />
          {funnel[place] ?? 0}
        </td>
      ))}
      <td>{oldest === null ? '–' : many(oldest, 'day')}</td>
      <td>{due > 0 ? <Link to={`/admin/applications/${id}/all/36500?due=due&sort=due.asc`}>{due}</Link> : '0'}</td>
      <td>{days_open === null ? 'Closed' : many(days_open, 'day')}</td>
    </tr>
  )
}

function sum(values: number[]): number {
  return values.reduce((total, one) => total + one, 0)
}
