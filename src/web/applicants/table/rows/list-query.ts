import { queryOptions } from '@tanstack/react-query'
import { listReview, listReviewRows, type ListedApplicant } from '#contract/applicants/applicant-list.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { call, isCallFailure } from '#web/call.ts'
import type { CachedList } from './list-cache.ts'

export const MAX_ATTEMPTS = 3
const PAUSE_MS = 750
/** Errors that a retry wouldn't fix. */
const NO_RETRY_STATUSES = [401, 403, 422]

export type ListParams = Pick<
  Filters,
  | 'roleId'
  | 'statusId'
  | 'days'
  | 'identifiable'
  | 'sought'
  | 'sort'
  | 'answered'
  | 'resume'
  | 'due'
  | 'decided'
  | 'licenses'
  | 'mine'
  | 'since'
  | 'chosen'
  | 'across'
>

/** What's requested from the server. */
export function toListRequest({ sought, sort, answered, resume, due, decided, licenses, mine, since, chosen, across, ...asked }: ListParams) {
  return {
    ...positionOf(asked),
    q: sought,
    sort,
    answered,
    ...(resume && { resume }),
    ...(due && { due }),
    ...(decided && { decided }),
    ...(licenses && { licenses }),
    ...(mine && { mine }),
    ...(since && { since }),
    ...(chosen && { ids: chosen }),
    ...(across && { whole: across }),
  }
}

function positionOf({ roleId, statusId, days, identifiable }: Pick<ListParams, 'roleId' | 'statusId' | 'days' | 'identifiable'>) {
  const status = statusId === 'all' ? {} : { ref_application_status_id: Number(statusId) }
  return { roleId: roleId === null || roleId === 'all' ? ('all' as const) : Number(roleId), days_ago: days, identifiable, ...status }
}

/**
 * Loads a list: up to four attempts, 750 ms apart. A role that no longer exists has no applicants. The list isn't refetched automatically, so it
 * doesn't change while people decide.
 */
export function listQuery(asked: ListParams) {
  const requested = toListRequest(asked)
  return queryOptions<CachedList>({
    queryKey: [listReview.path, requested],
    queryFn: ({ signal }) =>
      call(listReview, requested, { signal, retries: 0 }).catch((failure: unknown) => {
        if (isCallFailure(failure) && failure.status === 404) return EMPTY_LIST
        throw failure
      }),
    enabled: asked.roleId !== null,
    retry: (count, failure) => count < MAX_ATTEMPTS && !(isCallFailure(failure) && NO_RETRY_STATUSES.includes(failure.status)),
    retryDelay: PAUSE_MS,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
}

const EMPTY_LIST: CachedList = { ids: [], total: 0, rows: [], columns: [], yes_no: [], has_licenses: false, has_applicants: false, is_behind: false }

/** Loads the rows of these applicants. */
export function rowsQuery(asked: Parameters<typeof positionOf>[0] & Pick<ListParams, 'sought' | 'decided' | 'across'>, ids: number[]) {
  const requested = {
    ...positionOf(asked),
    q: asked.sought,
    ...(asked.decided && { decided: asked.decided }),
    ...(asked.across && { whole: asked.across }),
    ids,
  }
  return queryOptions<ListedApplicant[]>({
    queryKey: [listReviewRows.path, requested],
    queryFn: ({ signal }) => call(listReviewRows, requested, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The message above Retry. */
export function loadErrorText(failure: unknown): string {
  const hasServerMessage = isCallFailure(failure) && failure.status > 0
  return hasServerMessage ? `Failed to load applicants: ${failure.message}` : 'Failed to load applicants. Please try again later.'
}
