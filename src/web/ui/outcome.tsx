import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './outcome.module.css'

type Props = { saved: ReactNode | null; failed: string | null }

/** The outcome of saving, visible and announced. The container exists before the text, so screen readers announce it. */
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
