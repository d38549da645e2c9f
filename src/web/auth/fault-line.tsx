import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Why a step of signing in failed, below its button; nothing for ''. */
export function FaultLine({ fault }: { fault: string }): ReactNode {
  return (
    fault !== '' && (
      <Text c="red" size="sm" mt="xs" role="alert">
        {fault}
      </Text>
    )
  )
}
