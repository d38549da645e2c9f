import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './alert-list.module.css'

/** More than this would push the week off the screen, so they're collapsed under their heading. */
const MAX_OPEN = 3

type Props = { id: string; heading: string; count: number; urgent: string | false; children: ReactNode }

/** Alerts above the week. `urgent`: what needs attention now, such as `3 declined`. */
export function AlertList({ id, heading, count, urgent, children }: Props): ReactNode {
  return (
    <section aria-labelledby={id}>
      <details open={count <= MAX_OPEN} className={classes['alerts']}>
        <summary>
          <Title order={2} size="h3" id={id}>
            {heading}&nbsp;({[count, urgent].filter(Boolean).join(', ')})
          </Title>
        </summary>
        <Stack gap="xs">{children}</Stack>
      </details>
    </section>
  )
}
