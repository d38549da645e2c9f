import { Tooltip } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNow } from '#web/ui/use-now.ts'
import { ago } from './applicant-words.ts'
import classes from './review.module.css'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** A day in the reader's own time, with how long ago that was; the exact moment with its zone on hover and on touch. */
export function When({ at }: { at: string }): ReactNode {
  const date = new Date(at)
  const now = useNow(60_000)
  return (
    <Tooltip label={MOMENT.format(date)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>
        {DAY.format(date)}, <span className={classes['ago']}>{ago(at, now)}</span>
      </time>
    </Tooltip>
  )
}

/** The same for a table, where there are thousands of them: light, and as old as the table. */
export function Day({ at }: { at: string }): ReactNode {
  const date = new Date(at)
  const [now] = useState(() => Date.now())
  return (
    <time dateTime={at} title={MOMENT.format(date)}>
      {DAY.format(date)} <span className={classes['ago']}>{ago(at, now)}</span>
    </time>
  )
}
