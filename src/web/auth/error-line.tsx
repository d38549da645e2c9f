import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Why a sign-in step failed, below its button; renders nothing for ''. */
export function ErrorLine({ fault }: { fault: string }): ReactNode {
  return (
    fault !== '' && (
      <Text c="red" size="sm" mt="xs" role="alert">
        {fault}
      </Text>
    )
  )
}
