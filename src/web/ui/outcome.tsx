import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './outcome.module.css'

type Props = { saved: ReactNode | null; failed: string | null }

/** What came of saving, where both eyes and listeners find it. The place is there before the words, so that they are announced. */
export function Outcome({ saved, failed }: Props): ReactNode {
  return (
    <>
      <output className={classes['place']}>
        {saved && (
          <Alert color="green" role="presentation">
            {saved}
          </Alert>
        )}
      </output>
      <div role="alert" className={classes['place']}>
        {failed && (
          <Alert color="red" role="presentation">
            {failed}
          </Alert>
        )}
      </div>
    </>
  )
}
