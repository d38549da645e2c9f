import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { loadErrorText } from './table/rows/list-query.ts'

export function ListError({ query }: { query: { error: unknown; refetch: () => unknown } }): ReactNode {
  return <ErrorNotice again={() => void query.refetch()}>{loadErrorText(query.error)}</ErrorNotice>
}

/** A skeleton of the list that's loading, with the number of attempts. */
export function ListLoading({ trying }: { trying: string | null }): ReactNode {
  return (
    <Stack gap="xs" aria-busy="true">
      <Text size="sm" c="dimmed" role="status">
        {trying ?? 'Loading applicants…'}
      </Text>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={44} radius="sm" />
      ))}
    </Stack>
  )
}
