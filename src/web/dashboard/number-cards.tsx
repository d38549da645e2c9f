import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AGEING_DAYS, WORKLISTS, type Dashboard, type WorklistName } from '#contract/dashboard.ts'
import { SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { many } from './dashboard-words.ts'
import { addressOf, useDashboardAddress } from './use-dashboard.ts'
import classes from './dashboard.module.css'

const CARDS: Record<WorklistName, { title: string; text: string }> = {
  'waiting-submitted': { title: 'Not reviewed yet', text: `Submitted over ${AGEING_DAYS[SUBMITTED]} days ago` },
  'waiting-under-review': { title: 'Waiting under review', text: `For over ${AGEING_DAYS[UNDER_REVIEW]} days` },
  'interview-declined': { title: 'Interview declined', text: 'Or another time proposed' },
  'feedback-missing': { title: 'Feedback missing', text: 'After panel interviews' },
  drafts: { title: 'Drafts to review', text: 'Generated rationales' },
  'mail-failed': { title: 'Email not delivered', text: 'Applicants to contact' },
}

/** What's waiting for this person. Each number links to the rows it counts. */
export function NumberCards({ numbers }: { numbers: Dashboard }): ReactNode {
  const { days, worklist } = useDashboardAddress()
  const { arrivals, replies, worklists } = numbers
  return (
    <section aria-labelledby="numbers">
      <h2 id="numbers" className="visually-hidden">
        Waiting for you
      </h2>
      <ul className={classes['numbers']}>
        <NumberCard
          title="Replies due"
          text={replies.late > 0 ? `${replies.late} late, ${replies.soon} within 3 days` : 'Within 3 days'}
          count={replies.late + replies.soon}
          to="/admin/applications/all/all/36500?due=due&sort=due.asc"
          isUrgent
        />
        <NumberCard
          title={arrivals.since ? 'New since your last visit' : 'New applications'}
          text={arrivals.since ? describeLastVisit(arrivals.since) : `In the last ${arrivals.days === 1 ? '24 hours' : many(arrivals.days, 'day')}`}
          count={arrivals.count}
          to={`/admin/applications/all/all/${arrivals.days}${arrivals.since ? `?since=${encodeURIComponent(arrivals.since)}` : ''}`}
        />
        {WORKLISTS.map((name) => (
          <NumberCard key={name} {...CARDS[name]} count={worklists[name]} to={addressOf({ days, worklist: name })} isOpen={worklist === name} isUrgent />
        ))}
      </ul>
    </section>
  )
}

type Card = { title: string; text: string; count: number; to: string; isOpen?: boolean; isUrgent?: boolean }

function NumberCard({ title, text, count, to, isOpen = false, isUrgent = false }: Card): ReactNode {
  return (
    <li className={classes['number']} data-open={isOpen || undefined} data-urgent={(isUrgent && count > 0) || undefined}>
      <Link to={to} aria-current={isOpen || undefined} preventScrollReset>
        <span className={classes['title']}>{title}</span>
        <span className={classes['count']}>{count}</span>
      </Link>
      <span className={classes['text']}>{text}</span>
    </li>
  )
}

function describeLastVisit(since: string): string {
  const at = new Date(since)
  const isToday = at.toDateString() === new Date().toDateString()
  return `Since ${isToday ? at.toLocaleTimeString('en-US', { timeStyle: 'short' }) : at.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}`
}

export function titleOf(name: WorklistName): string {
  return CARDS[name].title
}
