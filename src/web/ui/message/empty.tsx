import { Button, Group, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import classes from './empty.module.css'

type Props = {
  title?: string
  children: ReactNode
  next?: ReactNode
  /** For one section of a screen: a line below its heading instead of a box. */
  isPart?: boolean
}

/** Shown when there's nothing to list: explains why, and what to do next. */
export function Empty({ title, children, next, isPart }: Props): ReactNode {
  if (isPart) return <Text className={classes['part']}>{children}</Text>
  return (
    <div className={classes['empty']}>
      {title && (
        <Title order={2} size="h4">
          {title}
        </Title>
      )}
      <Text role="status">{children}</Text>
      {next && <Group justify="center">{next}</Group>}
    </div>
  )
}

type NothingChosenProps = { children: ReactNode; label: string; refusal: string }

/** Shown instead of a form before anything is selected; its button explains what's missing. */
export function NothingSelected({ children, label, refusal }: NothingChosenProps): ReactNode {
  const [isAsked, setAsked] = useState(false)
  const next = (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {label}
      </Button>
      <Text role="alert" c="var(--mantine-color-error)">
        {isAsked && refusal}
      </Text>
    </>
  )
  return <Empty next={next}>{children}</Empty>
}
