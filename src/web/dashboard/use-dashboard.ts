import { useQuery, keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listWaitingForMe } from '#contract/applicants/collaboration.ts'
import { DEFAULT_PERIOD, listWorklist, noteVisit, PERIODS, readDashboard, WORKLISTS, type Dashboard, type WorklistName } from '#contract/dashboard.ts'
import { listExclusionMatches } from '#contract/licenses/law-and-lists.ts'
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

/** The dashboard numbers; what's new is counted from the visit before the one in this tab. */
export function useDashboard(days: number): UseQueryResult<Dashboard> {
  const email = sessionOf('admin')?.email ?? ''
  const visit = useQuery({ queryKey: ['last visit', email], queryFn: () => lastVisit(email), staleTime: Infinity, gcTime: Infinity })
  const back = visit.data === null ? { is_first: true } : visit.data ? { since: visit.data } : {}
  const query = useCall(readDashboard, { days, ...back }, { enabled: !visit.isPending, placeholderData: keepPreviousData })
  // While the visit is being recorded, the numbers count as loading, not as canceled.
  return { ...query, fetchStatus: visit.isPending ? visit.fetchStatus : query.fetchStatus } as UseQueryResult<Dashboard>
}

/** How many parts of the page, from the top, have loaded or failed once. Each part is shown after the ones above it, so nothing moves. */
export function useLoadedCount(
  numbers: UseQueryResult<Dashboard>,
  worklist: WorklistName | null,
  isOwner: boolean,
): { forYou: boolean; task: boolean; list: boolean } {
  const [most, setMost] = useState(0)
  const waiting = useCall(listWaitingForMe, {})
  const matches = useCall(listExclusionMatches, {}, { enabled: isOwner })
  const rows = useCall(listWorklist, { worklist: worklist ?? WORKLISTS[0]! }, { enabled: worklist !== null })
  const isHere = [!numbers.isPending && !waiting.isLoading, !matches.isLoading, !rows.isLoading]
  const now = isHere.includes(false) ? isHere.indexOf(false) : isHere.length
  if (now > most) setMost(now)
  return { forYou: most > 0, task: most > 1, list: most > 2 }
}

/**
 * A visit is recorded once per tab. Until the tab is closed, what's new is counted from the previous visit; otherwise it would disappear on the next
 * click.
 */
async function lastVisit(email: string): Promise<string | null> {
  const key = `visit_${email}`
  const kept = sessionStorage.getItem(key)
  if (kept !== null) return kept || null
  const { previous_visit_at } = await call(noteVisit, {}, { retries: 0 })
  sessionStorage.setItem(key, previous_visit_at ?? '')
  if (previous_visit_at === null) localStorage.setItem(firstDayKey(email), 'yes')
  return previous_visit_at
}

const firstDayKey = (email: string) => `first_day_${email}`

/** Whether to show the first steps: from someone's first visit until they hide them, in this browser. */
export function useFirstDay(): { isOn: boolean; hide: () => void } {
  const key = firstDayKey(sessionOf('admin')?.email ?? '')
  const [isHidden, setHidden] = useState(false)
  const hide = () => {
    localStorage.removeItem(key)
    setHidden(true)
  }
  return { isOn: !isHidden && localStorage.getItem(key) !== null, hide }
}
