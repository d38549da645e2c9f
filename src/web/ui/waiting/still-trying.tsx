import { Button } from '@mantine/core'
import { useSyncExternalStore, type ReactNode } from 'react'
import { onWaits, slowestWait, stopWaiting } from './waits.ts'
import classes from './still-trying.module.css'

/** Reports that the server is slow to respond, and lets the person cancel. */
export function StillTrying(): ReactNode {
  const said = useSyncExternalStore(onWaits, slowestWait)
  return (
    <div className={classes['place']}>
      <output aria-live="polite" className={said ? classes['said'] : undefined}>
        {said}
      </output>
      {said && (
        <Button size="compact-sm" variant="default" onClick={stopWaiting}>
          Cancel
        </Button>
      )}
    </div>
  )
}
