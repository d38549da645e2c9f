import { queryOptions, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Ask, Endpoint, Output } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'

/** The place of an endpoint's answers in memory; without `input` of all its answers, for `queryClient.invalidateQueries({ queryKey })`. */
export function keyOf<E extends Endpoint>(endpoint: E, input?: Ask<E>): unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

type More<E extends Endpoint> = Partial<Omit<UseQueryOptions<Output<E>>, 'queryKey' | 'queryFn'>>

/** How to read a call of the contract, for `useQuery`, `prefetchQuery`, `ensureQueryData`. */
export function asking<E extends Endpoint>(endpoint: E, input: Ask<E>, more: More<E> = {}) {
  return queryOptions<Output<E>>({
    ...more,
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Reads a call of the contract: once for all who ask the same, with retries, cancelled when nobody waits any more. */
export function useCall<E extends Endpoint>(endpoint: E, input: Ask<E>, more: More<E> = {}): UseQueryResult<Output<E>> {
  return useQuery(asking(endpoint, input, more))
}
