import { useState, type ReactNode } from 'react'
import { useNow } from '#web/ui/use-now.ts'
import { timeAgo } from '#web/applicants/applicant-text.ts'
import classes from './when.module.css'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const MOMENT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A time in the reader's time zone, with the zone, and how long ago that was. */
export function DateTime({ at }: { at: string }): ReactNode {
  const date = new Date(at)
  const now = useNow(60_000)
  return (
    <time dateTime={at}>
      {MOMENT.format(date)}, <span className={classes['ago']}>{timeAgo(at, now)}</span>
    </time>
  )
}

/** Only the date, which is cheap enough for a table with thousands of rows; the time is shown on hover and in the details. */
export function Day({ at }: { at: string }): ReactNode {
  const date = new Date(at)
  const [now] = useState(() => Date.now())
  return (
    <time dateTime={at} title={MOMENT.format(date)}>
      {DAY.format(date)} <span className={classes['ago']}>{timeAgo(at, now)}</span>
    </time>
  )
}
