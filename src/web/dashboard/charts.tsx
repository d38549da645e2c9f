import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AGEING_DAYS, PERIODS, type Dashboard } from '#contract/dashboard.ts'
import { Bars, Chart, Columns } from '#web/ui/chart.tsx'
import { pluralize, describeFunnel, describeStatuses, describeStays, describeWeeks, stepsOf, weekName } from './dashboard-text.ts'
import { addressOf, useDashboardAddress } from './use-dashboard.ts'
import classes from './dashboard.module.css'

/** How applications from the chosen period are doing. */
export function Charts({ numbers, days }: { numbers: Dashboard; days: number }): ReactNode {
  return (
    <section aria-labelledby="fare" className={classes['section']}>
      <div className={classes['fareHead']}>
        <h2 id="fare">Pipeline</h2>
        <Periods days={days} />
      </div>
      <div className={classes['charts']}>
        <WeeksChart weeks={numbers.weeks} />
        <FunnelChart funnel={numbers.funnel} />
        <StaysChart stays={numbers.stays} />
        <StatusChart standing={numbers.standing} days={numbers.days} />
      </div>
    </section>
  )
}

function Periods({ days }: { days: number }): ReactNode {
  const { worklist } = useDashboardAddress()
  return (
    <nav aria-label="Period" className={classes['periods']}>
      {PERIODS.map((period) => (
        <Link key={period} to={addressOf({ days: period, worklist })} aria-current={period === days ? 'true' : undefined} preventScrollReset>
          {period === 365 ? '12 months' : `${period} days`}
        </Link>
      ))}
    </nav>
  )
}

function WeeksChart({ weeks }: Pick<Dashboard, 'weeks'>): ReactNode {
  return (
    <Chart
      title="Applications per week"
      summary={describeWeeks(weeks)}
      columns={['Week of', 'Applications']}
      rows={weeks.map(({ week, applications }) => [weekName(week), applications])}
    >
      <Columns
        columns={weeks.map(({ week, applications }) => ({
          name: `Week of ${weekName(week)}: ${pluralize(applications, 'application')}`,
          short: weekName(week),
          value: applications,
        }))}
      />
    </Chart>
  )
}

function FunnelChart({ funnel }: Pick<Dashboard, 'funnel'>): ReactNode {
  const steps = stepsOf(funnel)
  const percent = (share: number | null) => (share === null ? '–' : `${share}%`)
  return (
    <Chart
      title="From application to offer"
      summary={describeFunnel(funnel)}
      columns={['Stage', 'Applications', 'Of the stage before', 'Of all']}
      rows={steps.map((step) => [step.name, step.applications, percent(step.ofBefore), percent(step.ofAll)])}
    >
      <Bars
        bars={steps.map(({ name, applications, ofBefore }) => ({
          name,
          value: applications,
          says: (
            <>
              <strong>{applications}</strong>
              {ofBefore !== null && ` · ${ofBefore}% of the stage before`}
            </>
          ),
        }))}
      />
    </Chart>
  )
}

function StaysChart({ stays }: Pick<Dashboard, 'stays'>): ReactNode {
  return (
    <Chart
      title="Days in a status"
      isWide
      summary={`${describeStays(stays)} The line on a bar marks the limit.`}
      columns={['Status', 'Median days', 'Moved on', 'Here now', 'Over the limit', 'Limit']}
      rows={stays.map((one) => [one.application_status, one.median_days ?? '–', one.ended, one.here, one.ageing, pluralize(one.ageing_days, 'day')])}
    >
      <Bars
        abreast={3}
        bars={stays.map(({ application_status, median_days, here, ageing, ageing_days }) => ({
          name: application_status,
          value: median_days ?? 0,
          limit: ageing_days,
          says: median_days === null ? 'No one moved on' : <strong>{pluralize(median_days, 'day')}</strong>,
          note: `${here} here now, ${ageing} for over ${ageing_days} days`,
        }))}
      />
    </Chart>
  )
}

function StatusChart({ standing, days }: Pick<Dashboard, 'standing' | 'days'>): ReactNode {
  const isOpen = (one: Dashboard['standing'][number]) => one.ref_application_status_id in AGEING_DAYS
  const sorted = [...standing.filter(isOpen).toReversed(), ...standing.filter((one) => !isOpen(one))]
  const linkTo = ({ ref_application_status_id, application_status }: Dashboard['standing'][number]) => (
    <Link to={`/admin/applications/all/${ref_application_status_id}/${days}`}>{application_status}</Link>
  )
  return (
    <Chart
      title="Where they are now"
      isWide
      summary={describeStatuses(standing)}
      columns={['Status', 'Applications']}
      rows={sorted.map((one) => [linkTo(one), one.applications])}
    >
      <Bars
        abreast={2}
        bars={sorted
          .filter((one) => one.applications > 0)
          .map((one) => ({ name: linkTo(one), value: one.applications, says: <strong>{one.applications}</strong> }))}
      />
    </Chart>
  )
}
