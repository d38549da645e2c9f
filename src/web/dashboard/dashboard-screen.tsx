import { Button, Skeleton, Table, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type Dashboard, type Inventory, listWorklist, type WorklistName, type WorklistRow } from '#contract/dashboard.ts'
import { startOf, useIsOwner, useMay, usePlaces } from '#web/layout/staff-places.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { ExclusionTask } from '#web/licenses/exclusion-task.tsx'
import { Charts } from './charts.tsx'
import { firstStepsOf, pluralize } from './dashboard-text.ts'
import { ForYou, ForYouSkeleton, titleOf } from './for-you.tsx'
import { Installation } from './system/installation.tsx'
import { RolesOverview } from './roles-overview.tsx'
import { addressOf, useLoadedCount, useDashboard, useDashboardAddress, useFirstDay } from './use-dashboard.ts'
import classes from './dashboard.module.css'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { Empty } from '#web/ui/message/empty.tsx'

export function DashboardScreen(): ReactNode {
  const canRead = useMay('read')
  return (
    <>
      <Title order={1} mb="md">
        Admin Dashboard
      </Title>
      {canRead ? <HomeSections /> : <PlaceCards />}
    </>
  )
}

/** What's waiting, where to go, and how things went; for everyone who can see applicants. */
function HomeSections(): ReactNode {
  const { days, worklist } = useDashboardAddress()
  const query = useDashboard(days)
  const isOwner = useIsOwner()
  const arrived = useLoadedCount(query, worklist, isOwner)
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

const DETAIL_COLUMNS: Partial<Record<WorklistName, string>> = {
  'interview-declined': 'Declined',
  'feedback-missing': 'Missing',
  drafts: 'Drafts',
  'mail-failed': 'Email',
  'licenses-expiring': 'Licenses',
}

/** The applicants behind a number, each a click away from their page. */
function Worklist({ name }: { name: WorklistName }): ReactNode {
  const { days } = useDashboardAddress()
  const rows = useCall(listWorklist, { worklist: name })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes['worklist']} aria-labelledby="worklist">
      <div className={classes['worklistHead']}>
        <Title order={2} id="worklist" tabIndex={-1} ref={heading}>
          {titleOf(name)}
        </Title>
        <Button component={Link} to={addressOf({ days, worklist: null })} variant="default" size="compact-sm" preventScrollReset>
          Close list
        </Button>
      </div>
      <Loaded query={rows} waiting={<Skeleton height={120} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(all) => (all.length === 0 ? <Empty isPart>No one is on this list.</Empty> : <Rows name={name} rows={all} />)}
      </Loaded>
    </section>
  )
}

function Rows({ name, rows }: { name: WorklistName; rows: WorklistRow[] }): ReactNode {
  const what = DETAIL_COLUMNS[name]
  return (
    <BlockTable
      label={titleOf(name)}
      columns={['Applicant', 'Role', 'Status', 'In this status', ...(what ? [what] : [])]}
      spacing="xs"
      boxClass={classes['rows']}
    >
      {rows.map((row) => (
        <Table.Tr key={row.user_session_id} role="row">
          <Table.Th scope="row" role="rowheader">
            <Link to={pathOf(name, row)}>{row.alias}</Link>
          </Table.Th>
          <Table.Td role="cell">{row.function_role_name}</Table.Td>
          <Table.Td role="cell">{row.application_status}</Table.Td>
          <Table.Td role="cell" data-label="In this status">
            {pluralize(row.days_in_status, 'day')}
          </Table.Td>
          {what && (
            <Table.Td role="cell" data-label={what}>
              {row.what}
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </BlockTable>
  )
}

/**
 * Missing feedback and drafts open the feedback review, declined interviews the plan, expiring licenses the licenses, and everything else the
 * applicant's page, in the list with the same status.
 */
function pathOf(name: WorklistName, row: WorklistRow): string {
  if (name === 'feedback-missing' || name === 'drafts') return `/admin/applications/${row.user_session_id}/interview-feedback`
  if (name === 'interview-declined') return `/admin/applications/${row.user_session_id}/interviews`
  if (name === 'licenses-expiring') return `/admin/applications/${row.user_session_id}/licenses`
  return `/admin/applications/${row.ref_function_role_id}/${row.ref_application_status_id}/${row.days_ago}/${row.user_session_id}`
}
