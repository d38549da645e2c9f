import type { ReactNode } from 'react'
import type { Kept, Saving } from './kept.ts'
import classes from './save-state.module.css'

/** Where what was typed is. Announced only when that changes: saving again in the same minute says nothing new. */
export function SaveState({ kept }: { kept: Kept }): ReactNode {
  return (
    <div className={classes['state']}>
      <span role="status" data-tone={toneOf(kept)}>
        {words(kept)}
      </span>
      {kept.isSaving && (
        <span aria-hidden="true" className={classes['now']}>
          Saving...
        </span>
      )}
    </div>
  )
}

function words({ saving, choices, hasUnsaved, isKept }: Kept): string {
  if (choices.length > 0) return 'Not saved: choose which text to keep'
  if (hasUnsaved && !isKept) return 'Not saved, and this browser keeps no draft: leave the page open'
  return SAID[saving.is](saving as never)
}

const SAID: { [Is in Saving['is']]: (saving: Extract<Saving, { is: Is }>) => string } = {
  nothing: () => '',
  saved: ({ at }) => `Saved ${clock(at)}`,
  waiting: () => 'Not saved - will retry. Your text is kept in this browser.',
  refused: ({ why }) => `Not saved: ${why}`,
}

function toneOf({ saving, choices, hasUnsaved, isKept }: Kept): string {
  if (choices.length > 0 || (hasUnsaved && !isKept) || saving.is === 'refused') return 'bad'
  return saving.is === 'waiting' ? 'warn' : 'good'
}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** Today the time, before that the day too. */
export function timeOf(instant: string): string {
  const moment = new Date(instant)
  const isToday = moment.toDateString() === new Date().toDateString()
  return isToday ? clock(moment.getTime()) : moment.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}
