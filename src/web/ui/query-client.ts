import { QueryClient } from '@tanstack/react-query'

/** A single cache of server responses for the whole staff app. `call` already retries, so queries don't. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false },
    // Offline, a change fails at once. By default, it would wait for a connection and be made later, when no one expects it anymore.
    mutations: { retry: false, networkMode: 'always' },
  },
})
