import type { ReactNode } from 'react'
import type { Applicant, ReplyUrgency } from '#contract/applicants/applicants.ts'
import { isOwedReply, type StatusState } from '#contract/statuses/statuses.ts'
import classes from './due-badge.module.css'

const LABELS: Record<ReplyUrgency, string> = { late: 'Late', soon: 'Due soon', later: 'Later' }
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

type DueApplicant = Pick<Applicant, 'due' | 'reply_by'> & StatusState

/** The row may predate a decision on this screen that already answered the candidate. */
export function isDueShown(one: DueApplicant): boolean {
  return one.due !== null && isOwedReply(one)
}

/** How soon the promised reply is due, with its date when names are shown; renders nothing when no reply is owed. */
export function DueBadge(one: DueApplicant): ReactNode {
  const { due, reply_by } = one
  if (due === null || !isDueShown(one)) return null
  return (
    <span className={classes['due']} data-due={due} title={reply_by ? `Reply due ${MOMENT.format(new Date(reply_by))}` : undefined}>
      {!(reply_by && due === 'later') && LABELS[due]}
      {reply_by && <time dateTime={reply_by}>{DAY.format(new Date(reply_by))}</time>}
    </span>
  )
}
