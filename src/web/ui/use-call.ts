import { queryOptions, useQuery, type QueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { CallInput, Endpoint, Output } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'

/** The cache key of an endpoint's response; without `input`, of all its responses, for `queryClient.invalidateQueries({ queryKey })`. */
export function keyOf<E extends Endpoint>(endpoint: E, input?: CallInput<E>): unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

type UseCallOptions<E extends Endpoint> = Partial<Omit<UseQueryOptions<Output<E>>, 'queryKey' | 'queryFn'>>

/** Query options for a contract call, for `useQuery`, `prefetchQuery` or `ensureQueryData`. */
export function asking<E extends Endpoint>(endpoint: E, input: CallInput<E>, more: UseCallOptions<E> = {}) {
  return queryOptions<Output<E>>({
    ...more,
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/**
 * For what an editor starts from: dropped once no component shows it, because saving edits to a stale version would report that someone else saved
 * first.
 */
export const FRESH = { gcTime: 0 }

/**
 * Reads what's stored now. A read that's already in progress may predate the save it's meant to confirm, so it's canceled. Offline, it
 * fails instead of waiting for a connection.
 */
export async function readAgain<E extends Endpoint>(memory: QueryClient, endpoint: E, input: CallInput<E>): Promise<Output<E>> {
  const queryKey = keyOf(endpoint, input)
  await memory.cancelQueries({ queryKey, exact: true })
  return memory.fetchQuery({ queryKey, queryFn: () => call(endpoint, input, { retries: 1 }), staleTime: 0, networkMode: 'always' })
}

/** Makes a read call from the contract. Components making the same call share it; it's retried, and canceled once no component needs it. */
export function useCall<E extends Endpoint>(endpoint: E, input: CallInput<E>, more: UseCallOptions<E> = {}): UseQueryResult<Output<E>> {
  return useQuery(asking(endpoint, input, more))
}
