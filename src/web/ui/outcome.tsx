import type { ReactNode } from 'react'
import classes from './outcome.module.css'
import { Message } from '#web/ui/message/message.tsx'

type Props = { saved: ReactNode | null; failed: string | null }

/** The result of saving, visible and announced. The container exists before the text, so screen readers announce it. */
export function Outcome({ saved, failed }: Props): ReactNode {
  return (
    <>
      <output className={classes['place']}>
        {saved && (
          <Message tone="good" role="presentation">
            {saved}
          </Message>
        )}
      </output>
      <div role="alert" className={classes['place']}>
        {failed && (
          <Message tone="bad" role="presentation">
            {failed}
          </Message>
        )}
      </div>
    </>
  )
}
