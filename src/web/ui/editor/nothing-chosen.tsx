import { Button, Paper, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'

type Props = { children: ReactNode; label: string; refusal: string }

/** Shown instead of a form before anything is chosen; its button says what's missing. */
export function NothingChosen({ children, label, refusal }: Props): ReactNode {
  const [isAsked, setAsked] = useState(false)
  return (
    <Paper withBorder p="lg">
      <Text mb="md">{children}</Text>
      <Button variant="default" onClick={() => setAsked(true)}>
        {label}
      </Button>
      <Text role="alert" c="var(--mantine-color-error)" mt={isAsked ? 'sm' : 0}>
        {isAsked && refusal}
      </Text>
    </Paper>
  )
}
