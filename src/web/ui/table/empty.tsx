import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

/** A list without rows: says why, and what to do next. */
export function Empty({ title, children, next }: { title?: string; children: ReactNode; next?: ReactNode }): ReactNode {
  return (
    <div className={classes['empty']} role="status">
      {title && (
        <Title order={2} size="h4">
          {title}
        </Title>
      )}
      <Text>{children}</Text>
      {next && <Group justify="center">{next}</Group>}
    </div>
  )
}
