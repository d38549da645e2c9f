import { useQuery } from '@tanstack/react-query'
import { listReviewRows, type ListedApplicant } from '#contract/applicants/applicant-list.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { call } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'

const MAX_PER_REQUEST = 500

/** Current data for these IDs, without names; refetched for each task. */
export function usePeople(ids: number[], { roleId, days }: Filters): { people: ListedApplicant[] | undefined; failed: string | null; again: () => void } {
  const place = { roleId: roleId === null || roleId === 'all' ? ('all' as const) : Number(roleId), days_ago: days }
  const query = useQuery({
    queryKey: ['people for a task', ids],
    queryFn: async ({ signal }) => {
      const people: ListedApplicant[] = []
      for (let from = 0; from < ids.length; from += MAX_PER_REQUEST)
        people.push(...(await call(listReviewRows, { ...place, ids: ids.slice(from, from + MAX_PER_REQUEST) }, { signal })))
      return people
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { people: query.data, failed: query.isError ? errorMessage(query.error) : null, again: () => void query.refetch() }
}
