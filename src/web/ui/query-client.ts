import { QueryClient } from '@tanstack/react-query'

/** One memory of what the server said for the whole staff app. `call` retries already: nothing is retried twice. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false }, mutations: { retry: false } },
})
