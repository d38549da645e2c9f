import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NO_ACCESS } from '#contract/endpoint.ts'
import { ErrorNotice } from './error-notice.tsx'

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'status' | 'refetch' | 'fetchStatus'>
  waiting: ReactNode
  /** `why` is the error message; `again` retries. */
  failed: (why: string, again: () => void) => ReactNode
  children: (content: T) => ReactNode
}

/** Loading, failed, or loaded. Loaded content stays visible during a refresh, even if the refresh fails. */
export function Loaded<T>({ query, waiting, failed, children }: Props<T>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  // Retrying can't help, so the screen's own message isn't shown.
  if (query.status === 'error' && errorMessage(query.error) === NO_ACCESS) return <ErrorNotice>{NO_ACCESS}</ErrorNotice>
  if (query.status === 'error') return failed(errorMessage(query.error), () => void query.refetch())
  // The person canceled the request.
  if (query.fetchStatus === 'idle') return failed('The server took too long to respond.', () => void query.refetch())
  return waiting
}

/** Whether the first response has arrived, even if it's an error. Content below waits for it, so it doesn't move; a retry doesn't hide anything. */
export function isAnswered(...queries: Pick<UseQueryResult, 'isFetched' | 'fetchStatus'>[]): boolean {
  return queries.every(({ isFetched, fetchStatus }) => isFetched || fetchStatus === 'idle')
}

/** The error message: the server's own if there is one. */
export function errorMessage(failure: unknown): string {
  return failure instanceof Error ? failure.message : 'An unexpected error occurred.'
}
