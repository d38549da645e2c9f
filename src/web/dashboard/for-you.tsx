import { Button, Skeleton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { listWaitingForMe } from '#contract/applicants/collaboration.ts'
import type { Output } from '#contract/endpoint.ts'
import { AGEING_DAYS, WORKLISTS, type Dashboard, type WorklistName } from '#contract/dashboard.ts'
import { EXPIRING_DAYS } from '#contract/licenses/rights.ts'
import { SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { useCall } from '#web/ui/use-call.ts'
import { pluralize } from './dashboard-text.ts'
import { addressOf, useDashboardAddress } from './use-dashboard.ts'
import classes from './dashboard.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

const LISTS: Record<WorklistName, { title: string; text: string }> = {
  'interview-declined': { title: 'Interview declined', text: 'Or another time proposed' },
  'mail-failed': { title: 'Email not delivered', text: 'Applicants to contact' },
  'feedback-missing': { title: 'Feedback missing', text: 'After panel interviews' },
  'licenses-expiring': { title: 'Licenses expiring', text: `Expired, or within ${EXPIRING_DAYS} days` },
  drafts: { title: 'Drafts to review', text: 'Generated, not confirmed yet' },
  'waiting-submitted': { title: 'Not reviewed yet', text: `Submitted over ${AGEING_DAYS[SUBMITTED]} days ago` },
  'waiting-under-review': { title: 'Waiting under review', text: `For over ${AGEING_DAYS[UNDER_REVIEW]} days` },
}

/** The order of rows; replies come first if any is late. */
const URGENCY = [
  'late',
  'interview-declined',
  'mail-failed',
  'feedback-missing',
  'licenses-expiring',
  'drafts',
  'mention',
  'soon',
  'waiting-submitted',
  'waiting-under-review',
  'assigned',
  'new',
] as const
type Kind = (typeof URGENCY)[number]
type Row = { kind: Kind; key: string; title: string; text: string; to: string; count?: number; isOpen?: boolean }

/** The maximum number of rows about single applicants shown at first. */
const MAX_COLLAPSED = 5

export function titleOf(name: WorklistName): string {
  return LISTS[name].title
}

/** What's waiting for this person, most urgent first; each row links to what it counts, and empty lists are only named. */
export function ForYou({ numbers }: { numbers: Dashboard }): ReactNode {
  const { data } = useCall(listWaitingForMe, {})
  const [isWhole, setWhole] = useState(false)
  const { days, worklist } = useDashboardAddress()
  const single = data ? rowsOf(data) : []
  const lists = WORKLISTS.map((name): Row => ({
    kind: name,
    key: name,
    ...LISTS[name],
    count: numbers.worklists[name],
    to: addressOf({ days, worklist: name }),
    isOpen: worklist === name,
  }))
  const rows = [...lists, repliesOf(numbers), newApplicationsRow(numbers)].filter(({ count, isOpen }) => count !== 0 || isOpen)
  const shown = [...rows, ...(isWhole ? single : single.slice(0, MAX_COLLAPSED))].toSorted(
    (one, other) => URGENCY.indexOf(one.kind) - URGENCY.indexOf(other.kind),
  )
  const none = lists.filter(({ count }) => count === 0)
  return (
    <section aria-labelledby="for-you">
      <h2 id="for-you" className={classes['forYouHead']}>
        For you
      </h2>
      {shown.length === 0 && <Empty isPart>Nothing is waiting for you.</Empty>}
      <ul className={classes['forYou']}>
        {shown.map((row) => (
          <ForYouRow key={row.key} row={row} />
        ))}
      </ul>
      {single.length > MAX_COLLAPSED && !isWhole && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show {pluralize(single.length - MAX_COLLAPSED, 'more applicant')}
        </Button>
      )}
      {none.length > 0 && <p className={classes['none']}>None: {none.map(({ title }) => title.toLowerCase()).join(', ')}.</p>}
    </section>
  )
}

function ForYouRow({ row: { kind, title, text, to, count, isOpen } }: { row: Row }): ReactNode {
  return (
    <li data-open={isOpen || undefined} data-urgent={(count && kind !== 'new' && kind !== 'soon') || undefined}>
      <Link to={to} aria-current={isOpen || undefined} preventScrollReset>
        <span>{title}</span>
        {count !== undefined && <span className={classes['count']}>{count}</span>}
      </Link>
      <span className={classes['text']}>{text}</span>
    </li>
  )
}

function repliesOf({ replies: { late, soon } }: Dashboard): Row {
  return {
    kind: late > 0 ? 'late' : 'soon',
    key: 'replies',
    title: 'Replies due',
    text: late > 0 ? `${late} late, ${soon} within 3 days` : 'Within 3 days',
    count: late + soon,
    to: '/admin/applications/all/all/36500?due=due&sort=due.asc',
  }
}

function newApplicationsRow({ arrivals: { since, since_day, days, count } }: Dashboard): Row {
  return {
    kind: 'new',
    key: 'new',
    title: since ? 'New since your last visit' : 'New applications',
    text: since ? lastVisitText(since) : `In the last ${days === 1 ? '24 hours' : pluralize(days, 'day')}`,
    count,
    to: `/admin/applications/all/all/${days}${since_day ? `?since=${since_day}` : ''}`,
  }
}

/** Unread mentions, and applicants assigned to this person. */
function rowsOf({ mentions, assigned }: Output<typeof listWaitingForMe>): Row[] {
  const to = (user_session_id: number) => `/admin/applications/all/all/36500/${user_session_id}`
  return [
    ...mentions.map(({ note_id, user_session_id, alias, by_email, function_role_name }): Row => {
      return { kind: 'mention', key: `m${note_id}`, title: alias, text: `${by_email} mentioned you · ${function_role_name}`, to: to(user_session_id) }
    }),
    ...assigned.map(({ user_session_id, alias, application_status, function_role_name }): Row => {
      return {
        kind: 'assigned',
        key: `a${user_session_id}`,
        title: alias,
        text: `You're on it (${application_status}) · ${function_role_name}`,
        to: to(user_session_id),
      }
    }),
  ]
}

function lastVisitText(since: string): string {
  const at = new Date(since)
  const isToday = at.toDateString() === new Date().toDateString()
  return `Since ${isToday ? at.toLocaleTimeString('en-US', { timeStyle: 'short' }) : at.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}`
}

export function ForYouSkeleton(): ReactNode {
  return (
    <section aria-busy="true">
      <h2 className={classes['forYouHead']}>For you</h2>
      <span className="visually-hidden">Loading the numbers…</span>
      <Skeleton height={264} radius="md" />
    </section>
  )
}
