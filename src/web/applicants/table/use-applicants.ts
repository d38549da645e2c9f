import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { listApplicants, type Applicant } from '#contract/applicants.ts'
import { call, isCallFailure } from '#web/call.ts'
import type { Place } from '#web/applicants/filters/use-filters.ts'

const TRIES = 3
const PAUSE_MS = 750
/** Trying again wouldn't change these. */
const FOR_GOOD = [401, 403, 422]

export type Asked = Pick<Place, 'roleId' | 'statusId' | 'days'> & { identifiable: boolean }

/** Reads a filter's list: once, then three more times 750 ms apart, then it has failed. A role that's gone has no applicants. */
export function applicantsQuery({ roleId, statusId, days, identifiable }: Asked) {
  const input = {
    roleId: roleId as 'all',
    days_ago: days,
    ...(statusId !== 'all' && { ref_application_status_id: Number(statusId) }),
    identifiable,
  }
  return queryOptions<Applicant[]>({
    queryKey: [listApplicants.path, input],
    queryFn: ({ signal }) =>
      call(listApplicants, input, { signal, retries: 0 }).catch((failure: unknown) => {
        if (isCallFailure(failure) && failure.status === 404) return []
        throw failure
      }),
    enabled: roleId !== null,
    retry: (count, failure) => count < TRIES && !(isCallFailure(failure) && FOR_GOOD.includes(failure.status)),
    retryDelay: PAUSE_MS,
    staleTime: 60_000,
  })
}

export function useApplicants(asked: Asked) {
  const query = useQuery(applicantsQuery(asked))
  const isAgain = query.failureCount > 0 && query.isFetching
  return { ...query, trying: isAgain ? `Trying again (attempt ${query.failureCount + 1} of ${TRIES + 1})` : null }
}

/** The sentence above Retry. */
export function whyNotLoaded(failure: unknown): string {
  const isSaid = isCallFailure(failure) && failure.status > 0
  return isSaid ? `Failed to load applicants: ${failure.message}` : 'Failed to load applicants. Please try again later.'
}

/** Changes an applicant in every list that is in memory. */
export function patchApplicant(client: QueryClient, user_session_id: number, change: Partial<Applicant>): void {
  const patched = (one: Applicant) => (one.user_session_id === user_session_id ? { ...one, ...change } : one)
  client.setQueriesData<Applicant[] | Applicant>({ predicate: ({ queryKey }) => LISTS.includes(String(queryKey[0])) }, (known) => {
    if (known === undefined) return known
    return Array.isArray(known) ? known.map(patched) : patched(known)
  })
}

const LISTS: string[] = [listApplicants.path, '/api/applicants/by-id/{id}']
