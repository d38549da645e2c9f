import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { readApplicant } from '#contract/applicants/applicants.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import { rememberOpened } from '#web/applicants/table/use-restore-position.ts'
import { asking } from '#web/ui/use-call.ts'

/** Going back and forth within this time doesn't refetch, because each view with names is recorded. */
const FRESH_MS = 60_000

/** The open application, and where Next and Previous go, wrapping around the list. */
export type OpenApplicant = ReturnType<typeof useOpenApplicant>

export function useOpenApplicant(filters: Filters, { ids, place, query }: List) {
  const { user_session_id: id, identifiable } = filters
  const { state } = useLocation() as { state: { from?: string } | null }
  const [said, setSaid] = useState('')
  const alone = useQuery({
    ...asking(readApplicant, { id: id ?? 0, identifiable }),
    enabled: id !== null,
    staleTime: FRESH_MS,
    // While names load, the page stays unchanged; when they're turned off, it stops showing them immediately.
    placeholderData: (before) => (identifiable && before?.user_session_id === id ? before : undefined),
  })
  const applicant = id === null ? undefined : alone.data
  const go = useSteps({
    id,
    ids,
    isPending: query.isPending,
    onStep: (next, wrapped) => {
      setSaid(wrapped)
      filters.go({ user_session_id: next }, { replace: true, state })
    },
  })

  return {
    id,
    applicant /** A link from elsewhere may open someone the filters exclude. */,
    isOutside: place < 0 && applicant !== undefined && !query.isPending,
    alone,
    place,
    of: ids.length,
    go,
    said,
    from: state?.from,
  }
}

type Steps = { id: number | null; ids: number[]; isPending: boolean; onStep: (next: number, wrapped: string) => void }

/** Steps through the list, wrapping around; a step requested before the list has loaded is taken once it has. */
function useSteps({ id, ids, isPending, onStep }: Steps): (by: 1 | -1) => void {
  // Where the last step went: on a slow machine, the next key may come before the page has changed.
  const reached = useRef(id)
  const awaited = useRef<1 | -1 | null>(null)
  useEffect(() => {
    reached.current = id
    awaited.current = null
    if (id !== null) rememberOpened(id)
  }, [id])
  useEffect(() => {
    if (ids.length > 1 && awaited.current !== null) go(awaited.current)
  })

  function go(by: 1 | -1): void {
    awaited.current = isPending ? by : null
    if (ids.length === 0) return
    const from = reached.current === null ? -1 : ids.indexOf(reached.current)
    const start = from < 0 ? (by === 1 ? -1 : 0) : from
    const next = (start + by + ids.length) % ids.length
    const isWrapped = by === 1 ? next === 0 && from >= 0 : from === 0
    reached.current = ids[next]!
    onStep(ids[next]!, isWrapped ? (by === 1 ? 'Back to first applicant' : 'On to last applicant') : '')
  }

  return go
}
