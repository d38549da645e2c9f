import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { PAGE_SIZE, type ListedApplicant } from '#contract/applicants/applicant-list.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { rowsQuery } from './list-query.ts'
import type { List } from './use-list.ts'

/** How long rows must be in view before they're requested, so scrolling past them loads nothing. */
const IN_VIEW_MS = 60

/** The rows at these positions, loaded page by page; rows that haven't loaded are missing. */
export function useRows({ kept, ids }: List, filters: Filters, places: number[]): Map<number, ListedApplicant> {
  const pages = [...new Set(places.map((place) => Math.floor(place / PAGE_SIZE)))].filter((page) => page > 0)
  const [wanted] = useDebouncedValue(pages.join(), IN_VIEW_MS)
  const enabled = wanted === pages.join()
  const loaded = useQueries({ queries: pages.map((page) => ({ ...rowsQuery(filters, ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)), enabled })) })
  const rows = [...(kept?.rows ?? []), ...loaded.flatMap((one) => one.data ?? [])]
  return new Map(rows.map((one) => [one.user_session_id, one]))
}
