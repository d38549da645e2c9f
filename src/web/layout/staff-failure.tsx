import { Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'

const CHUNK = /dynamically imported module|Loading chunk failed|module script failed|Unable to preload/i
export const CHUNK_FAILED = 'Loading chunk failed'

/** Shown instead of a screen that failed to load or crashed. */
export function StaffFailure(): ReactNode {
  const failure = useRouteError()
  const isChunk = failure instanceof Error && CHUNK.test(failure.message)
  return (
    <div role="alert">
      <Title order={1} mb="sm">
        {isChunk ? CHUNK_FAILED : "This page couldn't be shown"}
      </Title>
      <Text mb="md">
        {isChunk
          ? "Part of the page didn't load: your connection dropped, or a new version was released. Everything you saved is safe."
          : 'Something went wrong on this page. Everything you saved is safe.'}
      </Text>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  )
}
