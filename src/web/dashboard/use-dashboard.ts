import { useQuery, keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { DEFAULT_PERIOD, noteVisit, PERIODS, readDashboard, WORKLISTS, type Dashboard, type WorklistName } from '#contract/dashboard.ts'
import { sessionOf } from '#web/auth/session.ts'
import { call } from '#web/call.ts'
import { useCall } from '#web/ui/use-call.ts'

/** The state in the URL: the period, and which worklist is open. */
export function useDashboardAddress() {
  const [search] = useSearchParams()
  const days = PERIODS.find((one) => String(one) === search.get('days')) ?? DEFAULT_PERIOD
  const worklist = WORKLISTS.find((name) => name === search.get('list')) ?? null
  return { days, worklist }
}

export function addressOf({ days, worklist }: { days: number; worklist: WorklistName | null }): string {
  const search = new URLSearchParams({ ...(days !== DEFAULT_PERIOD && { days: String(days) }), ...(worklist && { list: worklist }) })
  return search.size === 0 ? '/admin/dashboard' : `/admin/dashboard?${search}`
}

/** The dashboard numbers; what's new is counted since the visit before the one in this tab. */
export function useDashboard(days: number): UseQueryResult<Dashboard> {
  const email = sessionOf('admin')?.email ?? ''
  const visit = useQuery({ queryKey: ['last visit', email], queryFn: () => lastVisit(email), staleTime: Infinity, gcTime: Infinity })
  const since = visit.data ?? undefined
  return useCall(readDashboard, { days, ...(since && { since }) }, { enabled: !visit.isPending, placeholderData: keepPreviousData })
}

/**
 * A visit is recorded once per tab. Until the tab is closed, what's new is counted from the previous visit, or it would disappear on the next click.
 */
async function lastVisit(email: string): Promise<string | null> {
  const key = `visit_${email}`
  const kept = sessionStorage.getItem(key)
  if (kept !== null) return kept || null
  const { previous_visit_at } = await call(noteVisit, {}, { retries: 0 })
  sessionStorage.setItem(key, previous_visit_at ?? '')
  return previous_visit_at
}
