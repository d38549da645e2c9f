import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { readApplicant } from '#contract/applicants.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import type { List } from '#web/applicants/table/use-list.ts'
import { asking } from '#web/ui/use-call.ts'

/** Whose application is open, and where next and previous lead, wrapping around the list. */
export type Opened = ReturnType<typeof useOpened>

export function useOpened(filters: Filters, { rows, place, query }: List) {
  const { user_session_id: id, identifiable } = filters
  const { state } = useLocation() as { state: { from?: string } | null }
  const [said, setSaid] = useState('')
  const inList = rows[place]
  // A link from elsewhere may open someone the filters leave out.
  const alone = useQuery({ ...asking(readApplicant, { id: id ?? 0, identifiable }), enabled: id !== null && !inList && !query.isPending })
  const applicant = inList ?? (id === null ? undefined : alone.data)

  function go(by: 1 | -1): void {
    if (rows.length === 0) return
    const start = place < 0 ? (by === 1 ? -1 : 0) : place
    const next = (start + by + rows.length) % rows.length
    const isWrapped = by === 1 ? next === 0 && place >= 0 : place === 0
    setSaid(isWrapped ? (by === 1 ? 'Back to first applicant' : 'On to last applicant') : '')
    filters.go({ user_session_id: rows[next]!.user_session_id }, { replace: true, state })
  }

  return { id, applicant, isOutside: !inList && applicant !== undefined, alone, place, of: rows.length, go, said, from: state?.from }
}
