import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MAX_COUNTED } from '#contract/applicants/applicant-list.ts'
import { tableColumns, type TableColumn } from '#contract/applicants/columns-shown.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import type { CachedList } from './list-cache.ts'
import { listQuery, MAX_ATTEMPTS } from './list-query.ts'

const EMPTY: number[] = []
const NO_COLUMNS: CachedList['columns'] = []

export type SortState = { column: TableColumn | undefined; isDescending: boolean; sortBy: (column: TableColumn) => void }

/** Filtered applicants in order: all IDs, plus the first page of rows. */
export type List = ReturnType<typeof useList>

export function useList(filters: Filters) {
  const { identifiable, statusId, roleId, user_session_id } = filters
  const isByDecision = filters.decided !== undefined
  const isSearch = filters.sought.trim() !== ''
  const query = useQuery({ ...listQuery(filters), placeholderData: keepPreviousList(filters) })
  const kept = query.data
  const ids = kept?.ids ?? EMPTY
  const asked = kept?.columns ?? NO_COLUMNS
  const hasLicenses = kept?.has_licenses ?? false
  const columns = useMemo(() => {
    const filtered = { q: isSearch, ref_application_status_id: statusId !== 'all', roleId: roleId !== 'all', decided: isByDecision }
    return tableColumns({ identifiable, filtered, held: hasLicenses ? ['licenses'] : [] }, asked)
  }, [identifiable, isSearch, statusId, roleId, isByDecision, hasLicenses, asked])
  const left = Object.values(kept?.moved ?? {}).filter((status) => statusId !== 'all' && String(status) !== statusId).length
  const isAgain = query.failureCount > 0 && query.isFetching
  return {
    query: { ...query, trying: isAgain ? `Trying again (attempt ${query.failureCount + 1} of ${MAX_ATTEMPTS + 1})` : null },
    kept,
    ids,
    place: user_session_id === null ? -1 : ids.indexOf(user_session_id),
    /** How many match now. */
    total: Math.max(0, (kept?.total ?? 0) - left),
    isMore: (kept?.total ?? 0) > MAX_COUNTED,
    /** How many have left this list through a decision since it was loaded. */
    left,
    refresh: () => void query.refetch(),
    columns,
    sorting: sortingOf(filters, columns),
  }
}

/** While the search or sort order changes, the previous list stays visible, but never one with names while they're hidden. */
function keepPreviousList({ roleId, identifiable }: Filters) {
  return (previous: CachedList | undefined, query: { queryKey: readonly unknown[] } | undefined) => {
    const requested = query?.queryKey[1] as { roleId: unknown; identifiable: boolean } | undefined
    return requested && String(requested.roleId) === roleId && requested.identifiable === identifiable ? previous : undefined
  }
}

/** Newest first, unless the URL names an existing column. */
function sortingOf({ sort, setSort, identifiable }: Filters, columns: TableColumn[]): SortState {
  const [id, direction] = sort.split('.')
  const chosen = columns.find((one) => one.id === id && one.sort !== null)
  const column = chosen ?? columns.find((one) => identifiable && one.id === 'applied')
  const isDescending = chosen ? direction === 'desc' : true
  const sortBy = (next: TableColumn) => {
    const isDown = next === column ? !isDescending : next.sort === 'desc'
    setSort(`${next.id}.${isDown ? 'desc' : 'asc'}`)
  }
  return { column, isDescending, sortBy }
}
