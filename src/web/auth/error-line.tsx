import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Why a sign-in step failed, below its button; renders nothing for ''. */
export function ErrorLine({ problem }: { problem: string }): ReactNode {
  return (
    problem !== '' && (
      <Text c="red" size="sm" mt="xs" role="alert">
        {problem}
      </Text>
    )
  )
}
