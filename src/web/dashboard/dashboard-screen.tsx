import { Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsOwner, useMay } from '#web/layout/staff-places.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { Charts } from './charts.tsx'
import { ExclusionTask } from '#web/licenses/exclusion-task.tsx'
import { Installation } from './system/installation.tsx'
import { NumberCards } from './number-cards.tsx'
import { PlaceCards } from './place-cards.tsx'
import { RolesOverview } from './roles-overview.tsx'
import { useDashboard, useDashboardAddress } from './use-dashboard.ts'
import { WaitingForMe } from './waiting-for-me.tsx'
import { Worklist } from './worklist.tsx'
import classes from './dashboard.module.css'

export function DashboardScreen(): ReactNode {
  const canRead = useMay('read')
  return (
    <>
      <Title order={1} mb="md" size="h3">
        Admin Dashboard
      </Title>
      {canRead ? <Numbers /> : <PlaceCards />}
    </>
  )
}

/** What's waiting, where to go, and how things went; for everyone who may see applicants. */
function Numbers(): ReactNode {
  const { days, worklist } = useDashboardAddress()
  const query = useDashboard(days)
  const isOwner = useIsOwner()
  return (
    <>
      <Loaded
        query={query}
        waiting={<Skeletons count={8} height={96} />}
        failed={(why, again) => <Trouble again={again}>We couldn't load the numbers. {why}</Trouble>}
      >
        {(numbers) => <NumberCards numbers={numbers} />}
      </Loaded>
      <WaitingForMe />
      {isOwner && <ExclusionTask />}
      {worklist && <Worklist name={worklist} key={worklist} />}
      <PlaceCards inventory={query.data?.inventory} />
      <Loaded query={query} waiting={<Skeletons count={2} height={320} />} failed={() => null}>
        {(numbers) => (
          <>
            <RolesOverview roles={numbers.roles} days={days} />
            <Charts numbers={numbers} days={days} />
          </>
        )}
      </Loaded>
      {isOwner && <Installation />}
    </>
  )
}

function Skeletons({ count, height }: { count: number; height: number }): ReactNode {
  return (
    <div className={count > 2 ? classes['numbers'] : classes['charts']} aria-busy="true">
      <span className="visually-hidden">Loading the numbers…</span>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} height={height} radius="md" />
      ))}
    </div>
  )
}
