import { queryOptions, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Ask, Endpoint, Output } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'

/** The cache key of an endpoint's response; without `input`, of all its responses, for `queryClient.invalidateQueries({ queryKey })`. */
export function keyOf<E extends Endpoint>(endpoint: E, input?: Ask<E>): unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

type More<E extends Endpoint> = Partial<Omit<UseQueryOptions<Output<E>>, 'queryKey' | 'queryFn'>>

/** Query options for a contract call, for `useQuery`, `prefetchQuery` or `ensureQueryData`. */
export function asking<E extends Endpoint>(endpoint: E, input: Ask<E>, more: More<E> = {}) {
  return queryOptions<Output<E>>({
    ...more,
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/**
 * For what an editor starts from: forgotten once no component shows it, because someone who starts editing an earlier version is told that someone
 * else saved first.
 */
export const FRESH = { gcTime: 0 }

/** Makes a read call from the contract. Components making the same call share it; it's retried, and canceled once no component needs it. */
export function useCall<E extends Endpoint>(endpoint: E, input: Ask<E>, more: More<E> = {}): UseQueryResult<Output<E>> {
  return useQuery(asking(endpoint, input, more))
}
