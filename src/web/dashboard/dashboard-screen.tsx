import { Button, Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Dashboard, Inventory } from '#contract/dashboard.ts'
import { useIsOwner, useMay, startOf, usePlaces } from '#web/layout/staff-places.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { ExclusionTask } from '#web/licenses/exclusion-task.tsx'
import { Charts } from './charts.tsx'
import { firstStepsOf } from './dashboard-text.ts'
import { ForYou, ForYouSkeleton } from './for-you.tsx'
import { Installation } from './system/installation.tsx'
import { RolesOverview } from './roles-overview.tsx'
import { useDashboard, useArrived, useDashboardAddress, useFirstDay } from './use-dashboard.ts'
import { Worklist } from './worklist.tsx'
import classes from './dashboard.module.css'

export function DashboardScreen(): ReactNode {
  const canRead = useMay('read')
  return (
    <>
      <Title order={1} mb="md">
        Admin Dashboard
      </Title>
      {canRead ? <Numbers /> : <PlaceCards />}
    </>
  )
}

/** What's waiting, where to go, and how things went; for everyone who can see applicants. */
function Numbers(): ReactNode {
  const { days, worklist } = useDashboardAddress()
  const query = useDashboard(days)
  const isOwner = useIsOwner()
  const arrived = useArrived(query, worklist, isOwner)
  if (!arrived.forYou) return <ForYouSkeleton />
  return (
    <>
      <Loaded query={query} waiting={<ForYouSkeleton />} failed={(why, again) => <ErrorNotice again={again}>We couldn't load the numbers. {why}</ErrorNotice>}>
        {(numbers) => (
          <>
            <FirstSteps numbers={numbers} />
            <ForYou numbers={numbers} />
          </>
        )}
      </Loaded>
      {arrived.task && (
        <>
          {isOwner && <ExclusionTask />}
          {worklist && <Worklist name={worklist} key={worklist} />}
        </>
      )}
      {arrived.list && (
        <>
          <PlaceCards inventory={query.data?.inventory} />
          <Loaded query={query} waiting={<ChartSkeletons />} failed={() => null}>
            {(numbers) => (
              <>
                <RolesOverview roles={numbers.roles} days={days} />
                <Charts numbers={numbers} days={days} />
              </>
            )}
          </Loaded>
          {isOwner && <Installation />}
        </>
      )}
    </>
  )
}

/** The first steps, for someone who's new here. */
function FirstSteps({ numbers }: { numbers: Dashboard }): ReactNode {
  const { isOn, hide } = useFirstDay()
  const isOwner = useIsOwner()
  const mayDecide = useMay('decide')
  if (!isOn) return null
  return (
    <section aria-labelledby="first-steps" className={classes['firstSteps']}>
      <h2 id="first-steps">Start here</h2>
      <ol>
        {firstStepsOf(numbers, { isOwner, mayDecide }).map(({ label, text, to }) => (
          <li key={label}>
            {to ? <Link to={to}>{label}</Link> : <strong>{label}</strong>} <span>{text}</span>
          </li>
        ))}
        <li className={classes['forKeyboards']}>
          <strong>Learn two shortcuts</strong> <span>Press ? on any screen to see its keyboard shortcuts, and Ctrl+K to find an applicant or a page.</span>
        </li>
      </ol>
      <Button size="compact-sm" variant="default" onClick={hide}>
        Hide these steps
      </Button>
    </section>
  )
}

function ChartSkeletons(): ReactNode {
  return (
    <div className={classes['charts']} aria-busy="true">
      <span className="visually-hidden">Loading the charts…</span>
      <Skeleton height={320} radius="md" />
      <Skeleton height={320} radius="md" />
    </div>
  )
}

const LABELS: Record<keyof Inventory, string> = {
  applications: 'in progress',
  roles: 'open',
  questions: 'asked',
  templates: 'active',
  interviews: 'types',
  interviewers: 'registered',
}

/** What staff manage: a card for each count, then links to the other screens. */
function PlaceCards({ inventory }: { inventory?: Inventory | undefined }): ReactNode {
  const places = usePlaces('admin').filter((place) => place.card)
  const counted = places.filter(({ card }) => card!.counts)
  const others = places.filter(({ card }) => !card!.counts)
  return (
    <section aria-labelledby="places" className={classes['section']}>
      <h2 id="places">Manage</h2>
      <ul className={classes['places']}>
        {counted.map(({ card, ...place }) => (
          <li key={place.path} className={classes['place']} title={card!.text}>
            <h3>
              <Link to={startOf(place)}>{card!.title}</Link>
            </h3>
            <p>{inventory ? `${inventory[card!.counts!].toLocaleString('en-US')} ${LABELS[card!.counts!]}` : '…'}</p>
          </li>
        ))}
      </ul>
      <ul className={classes['otherPlaces']}>
        {others.map(({ card, ...place }) => (
          <li key={place.path} title={card!.text}>
            <Link to={startOf(place)}>{card!.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
