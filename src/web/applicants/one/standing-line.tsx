import { memo, type ReactNode } from 'react'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { DueBadge, isDueShown } from '#web/applicants/due-badge.tsx'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { OnIt } from './on-it.tsx'
import { Day } from './when.tsx'
import classes from './standing-line.module.css'

/** Status, since when (only with names shown), when the reply is due, and the assignee. */
export const StandingLine = memo(function StandingLine({ applicant }: { applicant: Applicant }): ReactNode {
  const { status_changed_at: since } = applicant
  return (
    <span className={classes['standing']}>
      <StatusBadge {...applicant} />
      {since && (
        <span className={classes['fact']} data-since>
          since <Day at={since} />
        </span>
      )}
      {isDueShown(applicant) && (
        <span className={classes['fact']}>
          Reply: <DueBadge {...applicant} />
        </span>
      )}
      <OnIt applicant={applicant} />
    </span>
  )
})
