import { QueryClient } from '@tanstack/react-query'

/** A single cache of server responses for the whole staff app. `call` already retries, so queries don't. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false }, mutations: { retry: false } },
})
